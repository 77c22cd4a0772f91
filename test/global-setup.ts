import { startPostgres } from './postgres.ts'

/**
 * Runs once before all test files, under Vitest and under Playwright alike. With TEST_DATABASE=postgres it starts a
 * PostgreSQL and names it to the workers as TEST_POSTGRES_URL; an address that is already given is used as it is.
 */
export default async function setup(): Promise<(() => Promise<void>) | undefined> {
  if (process.env.TEST_DATABASE !== 'postgres' || process.env.TEST_POSTGRES_URL) return undefined
  const { url, stop } = await startPostgres()
  process.env.TEST_POSTGRES_URL = url
  return stop
}
