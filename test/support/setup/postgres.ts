import { startPostgresWithTemplate } from '#test/database.ts'
import { build } from './build.ts'

/** Runs once before the tests on PostgreSQL. */
export default async function setup(): Promise<() => Promise<void>> {
  await build('server')
  return startPostgresWithTemplate()
}
