import { defineConfig } from '@playwright/test'
import { installedChromium } from './scripts/chromium.ts'

export default defineConfig({
  testDir: 'test/e2e',
  testMatch: '*.spec.ts',
  // Looks are the same on every database; looking at all of them once is enough.
  testIgnore: process.env.TEST_DATABASE === 'postgres' ? ['looks.spec.ts'] : [],
  outputDir: 'test-results/e2e',
  globalSetup: './test/global-setup.ts',
  workers: 1,
  retries: 0,
  forbidOnly: true,
  timeout: 60_000,
  expect: { timeout: 10_000 },
  reporter: 'dot',
  use: {
    trace: 'retain-on-failure',
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
      ],
    },
  },
})
