// The query builder hands its parsers of results to the driver as `types`. PGlite's adapter for the driver takes these for the types of
// parameters and fails. `pglite-result-types.pglite.test.ts` fails once this file is not needed any more.

import type { PGlite } from '@electric-sql/pglite'
import { createPgConfig, type PGlitePgConfig } from '@electric-sql/pglite/node-postgres'

/** Makes the configuration through which a pool of the driver connects to an embedded database. */
export function configOf(database: PGlite): PGlitePgConfig {
  const config = createPgConfig(database)
  const { connection } = config
  const parse = connection.parse.bind(connection)
  connection.parse = ({ types, ...query }: { types?: unknown }) =>
    parse(Array.isArray(types) ? { ...query, types } : query)
  return config
}
