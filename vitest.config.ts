import { defineConfig } from 'vitest/config'

export default defineConfig({
  oxc: { jsx: { runtime: 'automatic' } },
  test: {
    include: ['src/**/*.test.{ts,tsx}', 'test/*.test.ts'],
    environment: 'node',
    globalSetup: ['test/global-setup.ts'],
    setupFiles: ['test/noise.ts'],
    env: { TEST_DATABASE: process.env.TEST_DATABASE ?? 'pglite', TZ: 'UTC' },
    pool: 'forks',
    maxWorkers: 2,
    testTimeout: 30_000,
    hookTimeout: 60_000,
    // What only then passes is told by name.
    retry: 1,
    // An unhandled rejection fails the run even where no single test is to blame.
    dangerouslyIgnoreUnhandledErrors: false,
  },
})
