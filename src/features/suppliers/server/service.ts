import { eq } from 'drizzle-orm'
import { findAuthor } from '#features/inbound/server/public/find-author.ts'
import { findOwn, type InboundAddresses } from '#features/mail-settings/server/service.ts'
import type { WholeRow } from '#features/tickets/server/public/ticket-rows.ts'
import { lockVisibleTicket } from '#features/tickets/server/public/ticket-writes.ts'
import type { Viewer } from '#features/users/contract.ts'
import { invalid } from '#platform/contract/errors.ts'
import { i18n } from '#platform/contract/i18n.ts'
import type { Work } from '#platform/server/work.ts'
import { ticketSuppliers } from '#tables/ticket-suppliers.ts'
import type { Supplier } from '#features/inbound/contract.ts'
import { findSupplier } from '#features/inbound/server/queries.ts'
import type { SupplierChange } from '../contract.ts'
import { canBeSupplier } from '../policy.ts'
import { supplierChanged } from './events.ts'

/** @throws {AppError} `invalid` on `address` for one of the desk, of the team or of a person in the ticket */
async function requireOutsider(
  unit: Work,
  address: string,
  ticket: WholeRow,
  parts: { inboundAddresses: InboundAddresses },
): Promise<void> {
  const isOwn = await findOwn(unit.tx, parts)
  const { author } = await findAuthor(unit.tx, address)
  if (isOwn(address) || (author && !canBeSupplier(author, ticket)))
    throw invalid(
      'address',
      i18n.t(
        'The supplier must be somebody else: this address is of the desk, the team or a person in this ticket',
      ),
    )
}

/** @throws {AppError} `not_found`, also for a hidden ticket; see `requireOutsider` */
export async function setSupplier(
  unit: Work,
  viewer: Viewer,
  ticketId: string,
  { address, number }: SupplierChange,
  parts: { inboundAddresses: InboundAddresses },
): Promise<Supplier | null> {
  const { ticket } = await lockVisibleTicket(unit, viewer, ticketId)
  const before = await findSupplier(unit.tx, ticketId)
  const after = address ? { address, number } : null
  if (before?.address === after?.address && before?.number === after?.number) return before
  if (after) {
    await requireOutsider(unit, after.address, ticket, parts)
    const set = { ...after, updatedAt: unit.now }
    await unit.tx
      .insert(ticketSuppliers)
      .values({ ticketId, ...set })
      .onConflictDoUpdate({ target: ticketSuppliers.ticketId, set })
  } else await unit.tx.delete(ticketSuppliers).where(eq(ticketSuppliers.ticketId, ticketId))
  unit.announce(supplierChanged({ actorId: viewer.id, ticketId, data: { hasSupplier: after !== null } }))
  return after
}
