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
import { isClient, isDesk, isStaff } from '#features/users/policy.ts'
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
import { requireWholeTicket } from './queries.ts'
import { shapeTicket, type WholeRow } from './public/ticket-rows.ts'
import {
  changedIn,
  facetsOf,
  lockVisibleTicket,
  momentAfter,
  updateTicket,
  type LockedTicket,
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

/**
 * @throws {AppError} `invalid` for anybody but an active person of the client, staff, or a former requester;
 * `forbidden` for staff outside the desk who name themselves, for a requester reads the chat
 */
async function requireRequester(
  unit: Work,
  viewer: Viewer,
  { ticketId, clientId, id }: { ticketId: string; clientId: string; id: string },
) {
  const [active] = await lockActiveUsers(unit, [id])
  const isOwnChoice = id === viewer.id && !isDesk(viewer)
  if (active && isStaff(active) && !isOwnChoice) return active
  if (active && (await listClientsOf(unit.tx, id)).some((client) => client.id === clientId)) return active
  const entries = await listTicketEntries(unit.tx, ticketId, [ticketChanged.type])
  const wasRequester = entries.some(
    (entry) => ticketChanged.read(entry)?.data.changes.createdById?.from === id,
  )
  const former = wasRequester ? await findUser(unit.tx, id) : undefined
  if (former) return former
  if (isOwnChoice) throw forbidden()
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
 * Locks a ticket that the viewer may change so.
 * @param ifMatch ETags that the caller has seen; absent: any
 * @throws {AppError} `not_found`, also for a hidden ticket; `forbidden` for any field; `stale` with the
 * present ticket
 */
export async function lockForChange(
  unit: Work,
  viewer: Viewer,
  id: string,
  change: TicketAct,
  ifMatch?: readonly string[],
): Promise<LockedTicket> {
  if (change.clientId !== undefined) await lockLinks(unit, id)
  const found = await lockVisibleTicket(unit, viewer, id)
  if (!canMake(viewer, change)) throw forbidden()
  requireSeen(viewer, found.ticket, ifMatch)
  return found
}

/**
 * Changes fields of a ticket. One with a chat gets another requester by `changeWithChat`.
 * @throws {AppError} see `lockForChange` and `applyChange`
 */
export async function changeTicket(
  unit: Work,
  viewer: Viewer,
  id: string,
  change: TicketAct,
): Promise<WholeRow> {
  const found = await lockForChange(unit, viewer, id, change)
  const { ticket } = await applyChange(unit, viewer, found, change)
  return ticket
}

const fields = [
  'status',
  'priority',
  'assignedToId',
  'clientId',
  'category',
  'createdById',
  'turn',
] as const satisfies readonly (keyof Changes)[]

const differing = (before: StoredTicket, next: Pick<StoredTicket, (typeof fields)[number]>) =>
  Object.fromEntries(
    fields
      .filter((field) => next[field] !== before[field])
      .map((field) => [field, { from: before[field], to: next[field] }]),
  ) as Changes

/** @throws {AppError} `invalid` for an assignee who is not active staff */
async function assigneeAfter(
  unit: Work,
  before: StoredTicket,
  { assignedToId = before.assignedToId, status = before.status }: TicketAct,
): Promise<string | null> {
  if (assignedToId === before.assignedToId)
    return (await hasLostAssignee(unit, before, status)) ? null : assignedToId
  if (assignedToId !== null && !(await lockIfAssignable(unit, assignedToId))) throw notAssignable()
  return assignedToId
}

/**
 * Checks the values of a change.
 * @returns the new columns, and what of them differs
 * @throws {AppError} `invalid`; `forbidden`, see `requireRequester`
 */
async function changesOf(unit: Work, viewer: Viewer, before: StoredTicket, change: TicketAct) {
  const { status = before.status, priority = before.priority, turn = before.turn } = change
  const { category = before.category, clientId = before.clientId, createdById = before.createdById } = change
  const assignedToId = await assigneeAfter(unit, before, change)
  const moved = clientId === before.clientId ? undefined : await movedTo(unit, before, clientId)
  const requester =
    createdById === before.createdById
      ? undefined
      : await requireRequester(unit, viewer, { ticketId: before.id, clientId, id: createdById })
  // A mail of staff may be forged. Another member of the desk as requester does not show it to the client.
  const isFiled = moved !== undefined || (requester !== undefined && isClient(requester))
  if (change.turn === null && !isDone(status))
    throw invalid('turn', i18n.t('A ticket that is not resolved waits for somebody'))
  const { edited, values, texts } = editedIn(before, change)
  return {
    columns: {
      status,
      priority,
      category,
      createdById,
      assignedToId,
      ...moved,
      ...values,
      ...(isFiled && filedByStaff),
    },
    changes: differing(before, { status, priority, assignedToId, clientId, category, createdById, turn }),
    edited,
    texts,
    isFiled,
  }
}

type Wanted = Awaited<ReturnType<typeof changesOf>>

async function rowAfter(
  unit: Work,
  before: StoredTicket,
  change: TicketAct,
  { columns, changes }: Wanted,
): Promise<StoredTicket> {
  const { now } = unit
  const { status } = columns
  const at = momentAfter(before.updatedAt, now)
  const undone = await findUndone(unit, before, change)
  const after = {
    ...before,
    ...columns,
    ...(changes.status && {
      resolvedAt: resolvedAt(status, before.resolvedAt, now, undone?.before?.resolvedAt),
      closedAt: closedAt(status, before.closedAt, now, undone?.closedAt),
      reopenedAt: reopenedAt(status, before.reopenedAt, now, {
        isReply: change.isReply,
        former: undone?.reopenedAt,
      }),
    }),
    ...turnAfterChange(unit, before, change, undone),
    version: before.version + 1,
    publicVersion: before.publicVersion + 1,
    updatedAt: at,
    publicUpdatedAt: at,
  }
  return { ...after, productId: await productOf(unit, before, after) }
}

/** Stores the texts of a ticket, its product and its words for the search. */
async function writeTexts(unit: Work, before: StoredTicket, after: StoredTicket): Promise<void> {
  const { id, subject, description, customerName, productName, projectName, productId, clientId } = after
  const folded = foldedTexts(after)
  const isLinkedAnew = productId !== before.productId || clientId !== before.clientId
  await markWordsOfTicketForCheck(unit, id)
  await pipelined([
    unit.tx
      .update(tickets)
      .set({ subject, description, customerName, productName, projectName, productId, ...folded })
      .where(eq(tickets.id, id)),
    indexChangedText(unit, { ticket: before, id, isInternal: false, text: folded.searchText }),
    isLinkedAnew ? unlinkLater(unit, id) : undefined,
  ])
}

/**
 * Changes fields without asking for rights: a client's word opens a ticket, and taking it back closes it again.
 * Equal values are no change and no event. A reopened ticket loses an assignee who has left.
 * @param found the ticket, locked in this unit of work
 * @returns it afterwards
 * @throws {AppError} `invalid` for an assignee who is not active staff, and see `movedTo`; see `requireRequester`
 */
export async function applyChange(
  unit: Work,
  viewer: Viewer,
  found: LockedTicket,
  change: TicketAct,
): Promise<LockedTicket> {
  const { locked: before, ticket: sight } = found
  const { id } = before
  const wanted = await changesOf(unit, viewer, before, change)
  const { changes, edited, texts, isFiled } = wanted
  if (Object.keys(changes).length + edited.length === 0) return found
  const after = await rowAfter(unit, before, change, wanted)
  unit.send(updateTicket(unit, after))
  const isRewritten = changes.clientId !== undefined || edited.length > 0
  if (isRewritten) await writeTexts(unit, before, after)
  const { category, createdById, clientId, filedForClient, isClientChosen } = after
  const isSeenAnew = changes.clientId !== undefined || changes.createdById !== undefined
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
        ...(after.turn !== before.turn && before.turnSince && { turnSince: before.turnSince.toISOString() }),
        ...(changes.status && {
          closedAt: before.closedAt?.toISOString(),
          reopenedAt: before.reopenedAt?.toISOString(),
        }),
        commentId: change.commentId,
        isReply: change.isReply,
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
