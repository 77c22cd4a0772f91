import { randomInt } from 'node:crypto'
import { defineConfig, type TestProjectInlineConfiguration } from 'vitest/config'

// The name of a file says where it runs: `*.unit.test.ts` opens no database, `*.pglite.test.ts` and `*.postgres.test.ts` run on that
// database alone, `*.long.test.ts` takes many rounds or processes. All others run on both databases.
const unit = ['src/**/{contract,web}/**/*.test.{ts,tsx}', '{src,test}/**/*.unit.test.ts']
const long = '{src,test}/**/*.long.test.ts'
/** Tests of properties: quick ones, which the long part runs once more from another seed. */
const properties = { unit: 'src/platform/contract/*.test.ts', database: 'src/features/*/policy.test.ts' }

const longLimits = {
  env: { TEST_SEED: process.env.TEST_SEED ?? String(randomInt(2 ** 31)) },
  testTimeout: 600_000,
  hookTimeout: 120_000,
}
const saysSeed = 'test/support/setup/long.ts'

function onDatabase(name: 'pglite' | 'postgres'): TestProjectInlineConfiguration[] {
  const exclude = ['**/*.unit.*', name === 'pglite' ? '**/*.postgres.*' : '**/*.pglite.*']
  const globalSetup = [`test/support/setup/${name}.ts`]
  const env = { TEST_DATABASE: name }
  return [
    {
      test: {
        name,
        include: ['{src,test}/**/*.test.{ts,tsx}'],
        exclude: [...unit, ...exclude, long],
        globalSetup,
        env,
      },
    },
    {
      test: {
        ...longLimits,
        name: `long-${name}`,
        include: [long, properties.database],
        exclude,
        globalSetup: [...globalSetup, saysSeed],
        env: { ...env, ...longLimits.env },
      },
    },
  ]
}

export default defineConfig({
  oxc: { jsx: { runtime: 'automatic' } },
  test: {
    projects: [
      { test: { name: 'unit', include: unit, exclude: [long] } },
      {
        test: {
          ...longLimits,
          name: 'long-unit',
          include: ['{src,test}/**/*.unit.long.test.ts', properties.unit],
          globalSetup: [saysSeed],
        },
      },
      ...onDatabase('pglite'),
      ...onDatabase('postgres'),
    ],
    setupFiles: ['test/support/setup/every-file.ts'],
    env: { TZ: 'UTC', TEST_SEED: process.env.TEST_SEED ?? '1' },
    // Tests wait for much besides the processor: mail servers, silence, the end of processes.
    maxWorkers: '150%',
    // One process for many files: a file leaves nothing behind that the next one meets.
    isolate: false,
    testTimeout: 30_000,
    hookTimeout: 30_000,
    expect: { poll: { timeout: 15_000 } },
    // A test that passes only when repeated has failed.
    retry: 0,
  },
})
