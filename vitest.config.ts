import { randomInt } from 'node:crypto'
import { availableParallelism } from 'node:os'
import { defineConfig, type TestProjectInlineConfiguration } from 'vitest/config'

// The name of a file says where it runs: `*.unit.test.ts` opens no database, `*.pglite.test.ts` and `*.postgres.test.ts` run on that
// database alone, all others on both. `*.thorough.test.ts` tries many cases of a rule, or data of older versions: in `npm run test:all`.
// `*.long.test.ts` takes many rounds or many processes.
const every = '{src,test}/**/*.test.{ts,tsx}'
const unit = ['src/**/{contract,web}/**/*.test.{ts,tsx}', '{src,test}/**/*.unit.test.ts']
const processes = 'test/processes/*.test.ts'
const thorough = '{src,test}/**/*.thorough.test.ts'
const long = '{src,test}/**/*.long.test.ts'

/** Long tests begin with another seed each time, and so do a few quick ones about properties, which take part in both. */
const longRun = {
  env: { TEST_SEED: process.env.TEST_SEED ?? String(randomInt(2 ** 31)) },
  testTimeout: 600_000,
  hookTimeout: 120_000,
}
const printSeed = 'test/support/setup/seed.ts'

function onDatabase(database: 'pglite' | 'postgres'): TestProjectInlineConfiguration[] {
  const elsewhere = [...unit, '**/*.unit.long.*', database === 'pglite' ? '**/*.postgres.*' : '**/*.pglite.*']
  const globalSetup = [`test/support/setup/${database}.ts`]
  const env = { TEST_DATABASE: database }
  return [
    {
      test: {
        name: database,
        include: [every],
        exclude: [...elsewhere, processes, thorough, long],
        globalSetup,
        env,
      },
    },
    { test: { name: `thorough-${database}`, include: [thorough], exclude: elsewhere, globalSetup, env } },
    {
      test: {
        name: `processes-${database}`,
        include: [processes],
        exclude: [...elsewhere, long],
        globalSetup,
        env,
        testTimeout: 120_000,
        hookTimeout: 60_000,
      },
    },
    {
      test: {
        ...longRun,
        name: `long-${database}`,
        include: [long, 'src/features/*/policy.test.ts'],
        exclude: elsewhere,
        globalSetup: [...globalSetup, printSeed],
        env: { ...env, ...longRun.env },
      },
    },
  ]
}

export default defineConfig({
  oxc: { jsx: { runtime: 'automatic' } },
  test: {
    projects: [
      { test: { name: 'unit', include: unit } },
      {
        test: {
          ...longRun,
          name: 'long-unit',
          include: ['{src,test}/**/*.unit.long.test.ts', 'src/platform/contract/*.test.ts'],
          globalSetup: [printSeed],
        },
      },
      ...onDatabase('pglite'),
      ...onDatabase('postgres'),
    ],
    setupFiles: ['test/support/setup/every-file.ts'],
    env: { TZ: 'UTC', TEST_SEED: process.env.TEST_SEED ?? '1' },
    // A test waits for much besides the processor: mail servers, silence, the end of a process.
    maxWorkers: availableParallelism() + 3,
    // One process for many files: a file leaves nothing behind that the next one meets.
    isolate: false,
    testTimeout: 30_000,
    hookTimeout: 30_000,
    slowTestThreshold: 5000,
    expect: { poll: { timeout: 15_000 } },
    // A test that passes only when repeated has failed.
    retry: 0,
  },
})
