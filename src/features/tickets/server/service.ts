import { and, asc, eq, inArray } from 'drizzle-orm'
import { findClient, listClientsOf } from '#features/clients/server/queries.ts'
import { listTicketEntries } from '#features/event-log/server/queries.ts'
import { listProductsByName, productMeant } from '#features/products/server/queries.ts'
import { foldedTexts } from '#features/ticket-search/server/public/folded-texts.ts'
import {
  indexChangedText,
  markWordsOfTicketForCheck,
} from '#features/ticket-search/server/public/text-index.ts'
import { lockLinks, unlinkLater } from '#features/trash/server/service.ts'
import type { Viewer } from '#features/users/contract.ts'
import { isClient, isStaff } from '#features/users/policy.ts'
import { findUser } from '#features/users/server/queries.ts'
import { lockActiveUsers, lockIfAssignable } from '#features/users/server/service.ts'
import { AppError, forbidden, invalid } from '#platform/contract/errors.ts'
import { i18n } from '#platform/contract/i18n.ts'
import { pipelined } from '#platform/server/database/query-builder.ts'
import type { Work } from '#platform/server/work.ts'
import { tickets } from '#tables/tickets.ts'
import { textFields, unresolvedStatuses } from '../contract.ts'
import { canMake } from '../policy.ts'
import { ticketChanged, type Changes, type Texts } from './events.ts'
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

/** @throws {AppError} `invalid` for an inactive company */
async function movedTo(unit: Work, before: StoredTicket, clientId: string) {
  const client = await findClient(unit.tx, clientId)
  if (!client?.isActive) throw invalid('clientId', i18n.t('Tickets can only be moved to active clients'))
  return { clientId, customerName: await customerNameAt(unit, before, client) }
}

const filedByStaff = { filedForClient: true, isClientChosen: true }

/** @throws {AppError} `invalid` for anybody but an active person of the client, staff, or a former requester */
async function requireRequester(unit: Work, ticketId: string, clientId: string, id: string) {
  const [active] = await lockActiveUsers(unit, [id])
  if (active && isStaff(active)) return active
  if (active && (await listClientsOf(unit.tx, id)).some((client) => client.id === clientId)) return active
  const entries = await listTicketEntries(unit.tx, ticketId, [ticketChanged.type])
  const wasRequester = entries.some(
    (entry) => ticketChanged.read(entry)?.data.changes.createdById?.from === id,
  )
  const former = wasRequester ? await findUser(unit.tx, id) : undefined
  if (former) return former
  throw invalid('createdById', i18n.t('The requester must be an active person of this client'))
}

/** Finds the product anew where its name or the client is another. */
async function productOf(unit: Work, before: StoredTicket, after: StoredTicket): Promise<string | null> {
  const { productName, clientId } = after
  if (productName === before.productName && clientId === before.clientId) return before.productId
  return productName === null ? null : productMeant(await listProductsByName(unit.tx, productName), clientId)
}

/** Texts that differ. An empty project is none. */
function editedIn(before: StoredTicket, change: TicketAct) {
  const given = { ...change, ...(change.projectName === '' && { projectName: null }) }
  const edited = textFields.filter((field) => given[field] !== undefined && given[field] !== before[field])
  const values: Partial<StoredTicket> = Object.fromEntries(edited.map((field) => [field, given[field]]))
  const texts: Texts = Object.fromEntries(
    edited.flatMap((field) =>
      field === 'description' ? [] : [[field, { from: before[field], to: given[field] ?? null }]],
    ),
  )
  return { edited, values, texts }
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
  const { isReply, commentId, status = found.locked.status, priority = found.locked.priority } = change
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
  const { category = before.category, createdById = before.createdById } = change
  if (category !== before.category) changes.category = { from: before.category, to: category }
  let isFiled = moved !== undefined
  if (createdById !== before.createdById) {
    const requester = await requireRequester(unit, id, moved?.clientId ?? before.clientId, createdById)
    changes.createdById = { from: before.createdById, to: createdById }
    // A mail of staff may be forged. Another member of the desk as requester does not show it to the client.
    isFiled ||= isClient(requester)
  }
  const { edited, values, texts } = editedIn(before, change)
  if (change.turn === null && !isDone(change.status ?? before.status))
    throw invalid('turn', i18n.t('A ticket that is not resolved waits for somebody'))
  if (change.turn !== undefined && change.turn !== before.turn)
    changes.turn = { from: before.turn, to: change.turn }
  if (Object.keys(changes).length + edited.length === 0) return found
  const at = momentAfter(before.updatedAt, unit.now)
  const undone = await findUndone(unit, before, change)
  const turned = turnAfterChange(unit, before, change, undone)
  const after: StoredTicket = {
    ...before,
    status,
    priority,
    category,
    createdById,
    ...moved,
    ...values,
    ...(isFiled && filedByStaff),
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
  after.productId = await productOf(unit, before, after)
  unit.send(updateTicket(unit, after))
  const isRewritten = moved !== undefined || edited.length > 0
  if (isRewritten) {
    const folded = foldedTexts(after)
    const { subject, description, customerName, productName, projectName, productId } = after
    await markWordsOfTicketForCheck(unit, id)
    await pipelined([
      unit.tx
        .update(tickets)
        .set({ subject, description, customerName, productName, projectName, productId, ...folded })
        .where(eq(tickets.id, id)),
      indexChangedText(unit, { ticket: before, id, isInternal: false, text: folded.searchText }),
      after.productId !== before.productId || moved ? unlinkLater(unit, id) : undefined,
    ])
  }
  const { clientId, filedForClient, isClientChosen } = after
  const isSeenAnew = moved !== undefined || changes.createdById !== undefined
  if (isSeenAnew || changes.category)
    await unit.tx
      .update(tickets)
      .set({ category, createdById, clientId, filedForClient, isClientChosen })
      .where(eq(tickets.id, id))
  const was = facetsOf(before, sight)
  unit.announce(
    ticketChanged({
      actorId: viewer.id,
      ticketId: id,
      data: {
        changes,
        ...(edited.length > 0 && { edited, texts }),
        ...(isSeenAnew && { sight: was }),
        before: was,
        after: facetsOf(after, { ...sight, ...(isFiled && filedByStaff) }),
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
  // Only the course of the ticket changes in its own columns alone.
  const isCourse = !isSeenAnew && !isRewritten && !changes.assignedToId && !changes.category
  const ticket = isCourse ? { ...sight, ...changedIn(after) } : await requireWholeTicket(unit.tx, id)
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
