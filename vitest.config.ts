import { randomInt } from 'node:crypto'
import { defineConfig } from 'vitest/config'
import { listTestFiles } from './scripts/test-files.ts'

const database = process.env.TEST_DATABASE ?? 'pglite'
const seed = process.env.TEST_SEED ?? String(randomInt(2 ** 31))

export default defineConfig({
  oxc: { jsx: { runtime: 'automatic' } },
  test: {
    include: listTestFiles(
      database,
      process.env.TEST_PART,
      process.env.TEST_DIVIDED ? Number(seed) : undefined,
    ),
    environment: 'node',
    globalSetup: ['test/global-setup.ts'],
    setupFiles: ['test/noise.ts'],
    env: {
      TEST_DATABASE: database,
      TEST_SEED: seed,
      TZ: 'UTC',
    },
    pool: 'forks',
    maxWorkers: 2,
    // One process for many files; what a module keeps must not reach the next file, and what it does is a fault to mend.
    isolate: false,
    // Long, for machines that are busy with other things, or stand still for a while; what passes has not waited for it.
    testTimeout: 240_000,
    hookTimeout: 240_000,
    expect: { poll: { timeout: 60_000 } },
    // What passes only when repeated has failed.
    retry: 0,
    // An unhandled rejection fails the run even where no single test is to blame.
    dangerouslyIgnoreUnhandledErrors: false,
  },
})
