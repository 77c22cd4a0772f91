import { defineConfig } from '@playwright/test'
import { installedChromium } from './scripts/chromium.ts'
import type { OnDatabase } from '#test/browser/desk.ts'

const long = '**/*.long.spec.ts'

export default defineConfig<object, OnDatabase>({
  projects: [
    { name: 'journeys', testDir: 'test/e2e/journeys', testIgnore: long },
    {
      name: 'journeys-postgres',
      testDir: 'test/e2e/journeys',
      testIgnore: long,
      use: { database: 'postgres' },
    },
    { name: 'screens', testDir: 'test/e2e/screens', testIgnore: long },
    { name: 'long', testDir: 'test/e2e', testMatch: long, timeout: 600_000 },
  ],
  outputDir: 'test-results',
  globalSetup: './test/support/setup/browser.ts',
  workers: '100%',
  // A test that passes only when repeated has failed.
  retries: 0,
  forbidOnly: true,
  timeout: 60_000,
  expect: { timeout: 15_000, toPass: { timeout: 30_000, intervals: [50, 100, 250] } },
  reporter: 'list',
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
