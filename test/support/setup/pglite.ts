import { dumpEmptyDatabase } from '#test/empty-database.ts'

/** Runs once before the tests on the embedded database. */
export default dumpEmptyDatabase
