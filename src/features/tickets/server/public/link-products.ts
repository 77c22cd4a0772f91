import { and, isNull, sql } from 'drizzle-orm'
import { linkDeleted } from '#features/trash/server/service.ts'
import type { Work } from '#platform/server/work.ts'
import type { DeletedLink } from '#tables/deleted-things.ts'
import { tickets } from '#tables/tickets.ts'

/** Relinks tickets that lost their product at its deletion, deleted tickets included. */
export async function linkTickets(unit: Work, link: DeletedLink): Promise<void> {
  const own = and(sql`${tickets.id} = any(${sql.param(link.ticketIds)}::uuid[])`, isNull(tickets.productId))
  await unit.tx.select({ id: tickets.id }).from(tickets).where(own).orderBy(tickets.id).for('no key update')
  await unit.tx.update(tickets).set({ productId: link.productId }).where(own)
  await linkDeleted(unit, link)
}
