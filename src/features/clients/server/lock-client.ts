import { eq } from 'drizzle-orm'
import { notFound } from '#platform/contract/errors.ts'
import type { Work } from '#platform/server/work.ts'
import { clients } from '#tables/clients.ts'

/** @param strength `update` also against additions, before a deletion @throws {AppError} `not_found` */
export async function lockClient(
  unit: Work,
  id: string,
  strength: 'no key update' | 'update' = 'no key update',
) {
  const [row] = await unit.tx.select().from(clients).where(eq(clients.id, id)).for(strength)
  if (!row) throw notFound()
  return row
}
