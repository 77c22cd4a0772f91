import { listTextWishers } from '#features/settings/server/queries.ts'
import { listProvedNumbers } from '#features/users/server/queries.ts'
import type { Reader } from '#platform/server/database/query-builder.ts'

/** Where those of the users are texted who want that and have proved their number, by the user's id. */
export async function listTextNumbers(reader: Reader, userIds: readonly string[]) {
  return listProvedNumbers(reader, await listTextWishers(reader, userIds))
}
