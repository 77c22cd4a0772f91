import { dumpEmptyDatabase } from '#test/empty-database.ts'
import { build } from './build.ts'

/** Runs once before the tests on the embedded database. */
export default async function setup(): Promise<() => Promise<void>> {
  await build('server')
  return dumpEmptyDatabase()
}
