import { startPostgresWithTemplate } from '#test/database.ts'

/** Runs once before the tests on PostgreSQL. */
export default startPostgresWithTemplate
