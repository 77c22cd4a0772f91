import { randomInt } from 'node:crypto'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { defineConfig } from '@playwright/test'
import { installedChromium } from './scripts/chromium.ts'
import { listBrowserTestFiles } from './scripts/test-files.ts'
import { onPostgres } from './test/e2e/on-postgres.ts'

// Workers are given it with the rest of the environment.
process.env.TEST_SEED ??= String(randomInt(2 ** 31))

/** The part is `short` or `long`, as scripts/suites.ts says; both for whoever runs Playwright by hand. */
function whatToRun(): string[] {
  if (process.env.TEST_DATABASE === 'postgres') return Object.keys(onPostgres)
  const seed = process.env.TEST_DIVIDED ? Number(process.env.TEST_SEED) : undefined
  return listBrowserTestFiles(process.env.TEST_PART, seed)
}

const testDir = 'test/e2e'
for (const file of Object.keys(onPostgres))
  if (!existsSync(join(import.meta.dirname, testDir, file)))
    throw new Error(`test/e2e/on-postgres.ts names ${file}, which is not there.`)

export default defineConfig({
  testDir,
  testMatch: whatToRun(),
  // One part does not remove what another has shown of its failures.
  outputDir: ['test-results/e2e', process.env.TEST_PART, process.env.TEST_DATABASE].filter(Boolean).join('-'),
  globalSetup: './test/global-setup.ts',
  workers: 2,
  // What passes only when repeated has failed.
  retries: 0,
  forbidOnly: true,
  // Long, for machines that are busy with other things; what passes has not waited for it.
  timeout: 240_000,
  expect: { timeout: 60_000, toPass: { intervals: [50, 100, 250] } },
  reporter: 'dot',
  use: {
    screenshot: 'only-on-failure',
    locale: 'en-GB',
    timezoneId: 'UTC',
    launchOptions: {
      executablePath: installedChromium(),
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-dev-shm-usage',
        '--disable-background-networking',
        '--disable-component-update',
        '--no-first-run',
        // Pages of one browser share a process, and with it what it has compiled.
        '--process-per-site',
        '--renderer-process-limit=1',
      ],
    },
  },
})
