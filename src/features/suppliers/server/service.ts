import { eq } from 'drizzle-orm'
import { lockVisibleTicket } from '#features/tickets/server/public/ticket-writes.ts'
import type { Viewer } from '#features/users/contract.ts'
import type { Work } from '#platform/server/work.ts'
import { ticketSuppliers } from '#tables/ticket-suppliers.ts'
import type { Supplier } from '#features/inbound/contract.ts'
import { findSupplier } from '#features/inbound/server/queries.ts'
import type { SupplierChange } from '../contract.ts'
import { supplierChanged } from './events.ts'

/** @throws {AppError} `not_found`, also for a hidden ticket */
export async function setSupplier(
  unit: Work,
  viewer: Viewer,
  ticketId: string,
  { address, number }: SupplierChange,
): Promise<Supplier | null> {
  await lockVisibleTicket(unit, viewer, ticketId)
  const before = await findSupplier(unit.tx, ticketId)
  const after = address ? { address, number } : null
  if (before?.address === after?.address && before?.number === after?.number) return before
  if (after) {
    const set = { ...after, updatedAt: unit.now }
    await unit.tx
      .insert(ticketSuppliers)
      .values({ ticketId, ...set })
      .onConflictDoUpdate({ target: ticketSuppliers.ticketId, set })
  } else await unit.tx.delete(ticketSuppliers).where(eq(ticketSuppliers.ticketId, ticketId))
  unit.announce(supplierChanged({ actorId: viewer.id, ticketId, data: { hasSupplier: after !== null } }))
  return after
}
