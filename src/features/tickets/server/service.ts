import { and, asc, eq, inArray } from 'drizzle-orm'
import { findClient } from '#features/clients/server/queries.ts'
import { listProductsByName, productMeant } from '#features/products/server/queries.ts'
import { foldedTexts } from '#features/ticket-search/server/public/folded-texts.ts'
import { indexChangedText } from '#features/ticket-search/server/public/text-index.ts'
import { lockLinks, unlinkLater } from '#features/trash/server/service.ts'
import type { Viewer } from '#features/users/contract.ts'
import { lockIfAssignable } from '#features/users/server/service.ts'
import { AppError, forbidden, invalid } from '#platform/contract/errors.ts'
import { i18n } from '#platform/contract/i18n.ts'
import { pipelined } from '#platform/server/database/query-builder.ts'
import type { Work } from '#platform/server/work.ts'
import { tickets } from '#tables/tickets.ts'
import { unresolvedStatuses } from '../contract.ts'
import { canMake } from '../policy.ts'
import { ticketChanged, type Changes } from './events.ts'
import { facetsOf } from './public/facets.ts'
import { lockVisibleTicket, type LockedTicket } from './public/lock-visible-ticket.ts'
import { requireWholeTicket } from './queries.ts'
import { shapeTicket, type WholeRow } from './public/ticket-rows.ts'
import {
  changedIn,
  momentAfter,
  updateTicket,
  type StoredTicket,
  type TicketRow,
} from './public/ticket-writes.ts'
import {
  closedAt,
  findUndone,
  isDone,
  reopenedAt,
  resolvedAt,
  turnAfterChange,
  type TicketAct,
} from './public/turn.ts'

export const notAssignable = () =>
  invalid('assignedToId', i18n.t('Tickets can be assigned to active staff only'))

/** Keeps a typed customer name; a copy of the company's name changes with the company. */
export async function customerNameAt(
  unit: Work,
  before: Pick<TicketRow, 'clientId' | 'customerName'>,
  { name }: { name: string },
): Promise<string | null> {
  const former = await findClient(unit.tx, before.clientId)
  return before.customerName === former?.name ? name : before.customerName
}

/** Staff file the ticket for the new company. @throws {AppError} `invalid` for an inactive company */
async function movedTo(unit: Work, before: StoredTicket, clientId: string) {
  const client = await findClient(unit.tx, clientId)
  if (!client?.isActive) throw invalid('clientId', i18n.t('Tickets can only be moved to active clients'))
  const customerName = await customerNameAt(unit, before, client)
  const { productName } = before
  return {
    clientId,
    filedForClient: true,
    isClientChosen: true,
    productId:
      productName === null ? null : productMeant(await listProductsByName(unit.tx, productName), clientId),
    customerName,
    ...foldedTexts({ ...before, customerName }),
  }
}

/** @param ifMatch seen ETags; absent: any @throws {AppError} `stale` with the present ticket */
export function requireSeen(viewer: Viewer, ticket: WholeRow, ifMatch: readonly string[] | undefined): void {
  if (ifMatch && !ifMatch.includes('*') && !ifMatch.includes(etagOf(ticket)))
    throw new AppError('stale', i18n.t('Someone else has changed this ticket in the meantime.'), {
      current: shapeTicket(viewer, ticket),
    })
}

/** Checks whether a reopened ticket's assignee has left. */
export async function hasLostAssignee(
  unit: Work,
  { status, assignedToId }: Pick<TicketRow, 'status' | 'assignedToId'>,
  next: TicketRow['status'],
): Promise<boolean> {
  return (
    assignedToId !== null && isDone(status) && !isDone(next) && !(await lockIfAssignable(unit, assignedToId))
  )
}

/**
 * Changes fields; equal values are no change and no event. A reopened ticket loses an assignee who has left.
 * @param ifMatch ETags that the caller has seen; absent: any
 * @throws {AppError} `not_found`, also for a hidden ticket; `forbidden` for any field; `stale` with the
 * present ticket; `invalid` for an assignee who is not active staff, and see `movedTo`
 */
export async function changeTicket(
  unit: Work,
  viewer: Viewer,
  id: string,
  change: TicketAct,
  ifMatch?: readonly string[],
): Promise<WholeRow> {
  if (change.clientId !== undefined) await lockLinks(unit, id)
  const found = await lockVisibleTicket(unit, viewer, id)
  if (!canMake(viewer, change)) throw forbidden()
  requireSeen(viewer, found.ticket, ifMatch)
  const { ticket } = await applyChange(unit, viewer, found, change)
  return ticket
}

/**
 * The same without asking for rights: a client's word opens a ticket, and taking it back closes it again.
 * @param found the ticket, locked in this unit of work
 * @returns it afterwards
 */
export async function applyChange(
  unit: Work,
  viewer: Viewer,
  found: LockedTicket,
  change: TicketAct,
): Promise<LockedTicket> {
  const { isUndo: _, undone: _undone, isReply, commentId, ...values } = change
  const { locked: before, ticket: sight } = found
  const { id } = before
  const changes: Changes = {}
  if (change.status !== undefined && change.status !== before.status)
    changes.status = { from: before.status, to: change.status }
  if (change.priority !== undefined && change.priority !== before.priority)
    changes.priority = { from: before.priority, to: change.priority }
  if (change.assignedToId !== undefined && change.assignedToId !== before.assignedToId) {
    if (change.assignedToId !== null && !(await lockIfAssignable(unit, change.assignedToId)))
      throw notAssignable()
    changes.assignedToId = { from: before.assignedToId, to: change.assignedToId }
  }
  if (!changes.assignedToId && (await hasLostAssignee(unit, before, changes.status?.to ?? before.status)))
    changes.assignedToId = { from: before.assignedToId, to: null }
  const moved =
    change.clientId !== undefined && change.clientId !== before.clientId
      ? await movedTo(unit, before, change.clientId)
      : undefined
  if (moved) changes.clientId = { from: before.clientId, to: moved.clientId }
  if (change.turn === null && !isDone(change.status ?? before.status))
    throw invalid('turn', i18n.t('A ticket that is not resolved waits for somebody'))
  if (change.turn !== undefined && change.turn !== before.turn)
    changes.turn = { from: before.turn, to: change.turn }
  if (Object.keys(changes).length === 0) return found
  const at = momentAfter(before.updatedAt, unit.now)
  const undone = await findUndone(unit, before, change)
  const turned = turnAfterChange(unit, before, change, undone)
  const after: StoredTicket = {
    ...before,
    ...values,
    ...moved,
    ...(changes.assignedToId && { assignedToId: changes.assignedToId.to }),
    ...(changes.status && {
      resolvedAt: resolvedAt(changes.status.to, before.resolvedAt, unit.now, undone?.before?.resolvedAt),
      closedAt: closedAt(changes.status.to, before.closedAt, unit.now, undone?.closedAt),
      reopenedAt: reopenedAt(changes.status.to, before.reopenedAt, unit.now, {
        isReply,
        former: undone?.reopenedAt,
      }),
    }),
    ...turned,
    version: before.version + 1,
    publicVersion: before.publicVersion + 1,
    updatedAt: at,
    publicUpdatedAt: at,
  }
  unit.send(updateTicket(unit, after))
  await pipelined([
    moved && unit.tx.update(tickets).set(moved).where(eq(tickets.id, id)),
    moved && indexChangedText(unit, { ticket: before, id, isInternal: false, text: moved.searchText }),
    moved && unlinkLater(unit, id),
  ])
  const was = facetsOf(before, sight)
  unit.announce(
    ticketChanged({
      actorId: viewer.id,
      ticketId: id,
      data: {
        changes,
        ...(moved && { sight: was }),
        before: was,
        after: facetsOf(after, { ...sight, ...moved }),
        ...('turn' in turned && before.turnSince && { turnSince: before.turnSince.toISOString() }),
        ...(changes.status && {
          closedAt: before.closedAt?.toISOString(),
          reopenedAt: before.reopenedAt?.toISOString(),
        }),
        commentId,
        isReply,
      },
    }),
  )
  // Joined rows change with assignee or company only.
  const isJoinedAnew = changes.assignedToId !== undefined || moved !== undefined
  const ticket = isJoinedAnew ? await requireWholeTicket(unit.tx, id) : { ...sight, ...changedIn(after) }
  return { locked: after, ticket }
}

const openOf = (unit: Work, assigneeId: string) =>
  unit.tx
    .select({ id: tickets.id })
    .from(tickets)
    .where(and(eq(tickets.assignedToId, assigneeId), inArray(tickets.status, unresolvedStatuses)))
    .orderBy(asc(tickets.id))

/** Locks the open tickets of a user before the user's own row: see docs/lock-order.md. */
export async function lockTicketsAssignedTo(unit: Work, assigneeId: string): Promise<void> {
  await openOf(unit, assigneeId).for('no key update')
}

/** Unassigns the open tickets of a person who leaves. Their locked row prevents new assignments. */
export async function releaseTickets(unit: Work, by: Viewer, assigneeId: string): Promise<void> {
  for (const { id } of await openOf(unit, assigneeId))
    await changeTicket(unit, by, id, { assignedToId: null })
}

export const etagOf = ({ version }: { version: number }) => `"${version}"`
