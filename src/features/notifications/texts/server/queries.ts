import { listTextWishers } from '#features/settings/server/queries.ts'
import { listProvedNumbers } from '#features/users/server/queries.ts'
import type { Reader } from '#platform/server/database/query-builder.ts'

/** Lists verified mobile numbers of users who enabled texts, by user id. */
export async function listTextNumbers(reader: Reader, userIds: readonly string[]) {
  return listProvedNumbers(reader, await listTextWishers(reader, userIds))
}
