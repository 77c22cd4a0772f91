import { defineConfig } from '@playwright/test'
import { installedChromium } from './scripts/chromium.ts'

export default defineConfig({
  testDir: 'test/e2e',
  // Screens are the same on every database, and the calls behind them are tested on both; one journey through each part is enough.
  testMatch:
    process.env.TEST_DATABASE === 'postgres'
      ? /(main-job|lists-live|board|chat-live|uploads|views|users|clients|email-management|profile)[.]spec[.]ts$/
      : '*.spec.ts',
  outputDir: 'test-results/e2e',
  globalSetup: './test/global-setup.ts',
  workers: 2,
  retries: 2,
  forbidOnly: true,
  timeout: 60_000,
  expect: { timeout: 10_000 },
  reporter: 'dot',
  use: {
    trace: 'on-first-retry',
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
