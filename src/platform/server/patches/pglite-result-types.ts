// The query builder passes result parsers to the driver as `types`; PGlite's adapter takes them for parameter types and fails.
// `pglite-result-types.pglite.test.ts` fails once this file is not needed any more.

import type { PGlite } from '@electric-sql/pglite'
import { createPgConfig, type PGlitePgConfig } from '@electric-sql/pglite/node-postgres'

export function configOf(database: PGlite): PGlitePgConfig {
  const config = createPgConfig(database)
  const { connection } = config
  const parse = connection.parse.bind(connection)
  connection.parse = ({ types, ...query }: { types?: unknown }) =>
    parse(Array.isArray(types) ? { ...query, types } : query)
  return config
}
