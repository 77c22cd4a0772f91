import { randomUUID } from 'node:crypto'
import { i18n } from '#platform/contract/i18n.ts'
import { and, asc, eq, inArray } from 'drizzle-orm'
import { trialLenience } from '#features/auth/server/queries.ts'
import {
  countCompaniesMade,
  findClient,
  findClientByName,
  listClientsOf,
} from '#features/clients/server/queries.ts'
import { createClient } from '#features/clients/server/service.ts'
import { listProductsByName, productMeant } from '#features/products/server/queries.ts'
import { holdLinks, unlinkLater } from '#features/trash/server/service.ts'
import type { Viewer } from '#features/users/contract.ts'
import { isClient, isStaff } from '#features/users/policy.ts'
import { holdActive, holdAssignable } from '#features/users/server/service.ts'
import { AppError, forbidden, invalid } from '#platform/contract/errors.ts'
import { searchable } from '#platform/contract/searchable.ts'
import { together, type Reader } from '#platform/server/database/query-builder.ts'
import { lockName } from '#platform/server/database/lock-name.ts'
import type { Work } from '#platform/server/work.ts'
import { tickets } from '#tables/tickets.ts'
import type { Attachment } from '../attachments/contract.ts'
import { attachUploads } from '../attachments/server/service.ts'
import { unresolvedStatuses, type NewTicket, type Ticket } from '../contract.ts'
import { canMake, canName } from '../policy.ts'
import { ticketChanged, ticketCreated, type Changes } from './events.ts'
import { facetsOf } from './totals/facets.ts'
import { holdTicket } from './public/held-ticket.ts'
import { requireWholeTicket, shapeRow } from './queries.ts'
import { findBeside, notForInactive, requireBeside, type Beside, wholeOf } from './writes/new-ticket.ts'
import type { WholeRow } from './ticket-rows.ts'
import {
  changedIn,
  foldedTexts,
  insertTicket,
  momentAfter,
  nextTicketNumber,
  updateTicket,
  type StoredTicket,
  type TicketRow,
} from './public/ticket-writes.ts'
import { findUndone, isDone, resolvedAt, turnAfterChange, type TicketAct } from './public/turn.ts'

import { indexChangedText, indexText } from './public/words-in-use.ts'

type WrittenTicket = Omit<NewTicket, 'attachmentIds'> & Partial<Pick<NewTicket, 'attachmentIds'>>

/** Whether nobody but the people of this machine calls. */
type IsTrial = (reader: Reader) => Promise<boolean>

/** The company of a new ticket; `isOwn` when its creator may know what belongs to it: staff, or one of its own people. */
interface Resolved {
  clientId: string
  isOwn: boolean
}

/**
 * The company a new ticket belongs to: the one staff name by id; else, for a client, one of their own companies, that with the typed
 * name first; else the one of the typed name; else a new one.
 * @throws {AppError} `invalid` for an id of no company
 */
async function resolveClient(
  unit: Work,
  viewer: Viewer,
  input: WrittenTicket,
  isTrial: IsTrial,
): Promise<Resolved> {
  if (input.clientId && !isClient(viewer)) {
    const client = await findClient(unit.tx, input.clientId)
    if (!client) throw invalid('clientId', i18n.t('There is no such client'))
    return { clientId: client.id, isOwn: true }
  }
  const name = searchable(input.customerName)
  if (isClient(viewer)) {
    const own = await listClientsOf(unit.tx, viewer.id)
    const chosen = own.find((client) => client.nameSearch === name) ?? own[0]
    if (chosen) return { clientId: chosen.id, isOwn: true }
  }
  let known = await findClientByName(unit.tx, input.customerName)
  if (!known) {
    // Two first tickets of one new company at once must not make it twice.
    await lockName(unit, 'client', name)
    known = await findClientByName(unit.tx, input.customerName)
  }
  if (!known && isClient(viewer)) await requireFewNewCompanies(unit, viewer, isTrial)
  const { id } = known ?? (await createClient(unit, viewer, { name: input.customerName }))
  return { clientId: id, isOwn: !isClient(viewer) }
}

const dayMs = 24 * 60 * 60 * 1000
/** Companies that one client may bring into being by typing their names, in a day. */
const newCompaniesPerDay = 20

/** @throws {AppError} `too_many` */
async function requireFewNewCompanies(unit: Work, viewer: Viewer, isTrial: IsTrial): Promise<void> {
  const since = new Date(unit.now.getTime() - dayMs)
  const made = await countCompaniesMade(unit.tx, viewer.id, since)
  if (made >= newCompaniesPerDay * ((await isTrial(unit.tx)) ? trialLenience : 1))
    throw new AppError(
      'too_many',
      i18n.t(
        'Your tickets named many new companies today. Use a company you have named before, or try again tomorrow.',
      ),
    )
}

/** The people that the desk names in a new ticket. */
interface Named {
  requesterId?: string | undefined
  assignedToId?: string | undefined
}

/**
 * Who submits the ticket and who gets it, where the desk says so; both held as they are. What clients say of it is ignored.
 * @throws {AppError} `forbidden` for other staff; `invalid` for a requester who is no active person of the company, or an assignee who is no
 * active member of staff
 */
async function holdNamed(
  unit: Work,
  viewer: Viewer,
  clientId: string,
  input: Pick<WrittenTicket, 'requesterId' | 'assignedToId'>,
): Promise<Named> {
  if (isClient(viewer)) return {}
  if (!canName(viewer, input)) throw forbidden()
  const requesterId = input.requesterId ?? undefined
  const assignedToId = input.assignedToId ?? undefined
  const ids = [requesterId, assignedToId].filter((id) => id !== undefined)
  const active = ids.length > 0 ? await holdActive(unit, ids) : []
  if (requesterId !== undefined) {
    const companies = await listClientsOf(unit.tx, requesterId)
    const isTheirs =
      active.some((user) => user.id === requesterId && isClient(user)) &&
      companies.some(({ id }) => id === clientId)
    if (!isTheirs)
      throw invalid('requesterId', i18n.t('The requester must be an active person of this client'))
  }
  if (assignedToId !== undefined && !active.some((user) => user.id === assignedToId && isStaff(user)))
    throw notAssignable()
  return { requesterId, assignedToId }
}

export const notAssignable = () =>
  invalid('assignedToId', i18n.t('Tickets can be assigned to active staff only'))

interface Manners {
  source?: Ticket['source']
  isTrial?: IsTrial
}

/**
 * Submits a ticket, for somebody else where the desk names them. Everything that is not in `input` is set here, whoever asks.
 * @returns the ticket as it is stored, and its files
 * @throws {AppError} `invalid` when staff name a client that does not exist, and for an inactive one; see `holdNamed` and `attachUploads`.
 */
export async function createTicket(
  unit: Work,
  viewer: Viewer,
  { attachmentIds = [], ...input }: WrittenTicket,
  { source = 'web', isTrial = async () => false }: Manners = {},
): Promise<{ ticket: WholeRow; attachments: Attachment[] }> {
  const creatorId = (!isClient(viewer) && input.requesterId) || viewer.id
  const [found, own, ticketNumber, products] = await together([
    isClient(viewer) ? undefined : findBeside(unit.tx, input, creatorId),
    isClient(viewer) ? resolveClient(unit, viewer, input, isTrial) : undefined,
    nextTicketNumber(unit.tx),
    listProductsByName(unit.tx, input.productName),
  ])
  const { clientId, isOwn } = found
    ? { clientId: found.clientId, isOwn: true }
    : (own ?? (await resolveClient(unit, viewer, input, isTrial)))
  const productId = productMeant(products, isOwn ? clientId : null)
  // The author of a message to the channel chooses no company.
  const requireOpen = (beside: Beside): Beside => {
    if (beside.isActive || source === 'whatsapp') return beside
    throw notForInactive(found && input.clientId ? 'clientId' : 'customerName')
  }
  if (found) requireOpen(found)
  const { requesterId, assignedToId } = await holdNamed(unit, viewer, clientId, input)
  const beside = found ?? requireOpen(await requireBeside(unit.tx, clientId, creatorId))
  const { subject, description, category, priority, customerName, productName } = input
  const projectName = input.projectName || null
  const texts = { ticketNumber, subject, description, customerName, productName, projectName }
  const id = randomUUID()
  const row = {
    id,
    ...texts,
    ...foldedTexts(texts),
    category,
    priority,
    source,
    clientId,
    productId,
    createdById: creatorId,
    status: 'open',
    assignedToId: null,
    filedForClient: beside.filedForClient,
    isClientChosen: beside.filedForClient,
    resolvedAt: null,
    firstResponseAt: null,
    version: 1,
    publicVersion: 1,
    createdAt: unit.now,
    updatedAt: unit.now,
    publicUpdatedAt: unit.now,
    turn: 'us',
    turnSince: unit.now,
  } satisfies TicketRow
  unit.send(insertTicket(unit, row))
  unit.send(indexText(unit, { ticket: row, id, isInternal: false, text: row.searchText }))
  const attachments = await attachUploads(unit, viewer, { ticketId: id }, attachmentIds)
  const ticket = wholeOf(row, beside)
  unit.announce(
    ticketCreated({
      actorId: viewer.id,
      ticketId: id,
      data: { ticketNumber, after: facetsOf(row, ticket), onBehalfOfId: requesterId },
    }),
  )
  if (assignedToId === undefined) return { ticket, attachments }
  // As after the fact, so that everybody hears of it as of any other assignment.
  return { ticket: await changeTicket(unit, viewer, id, { assignedToId }), attachments }
}

/** The name of the customer when the company of a ticket changes: one that was typed stays; one that only repeated the company's goes with it. */
export async function customerNameAt(
  unit: Work,
  before: Pick<TicketRow, 'clientId' | 'customerName'>,
  { name }: { name: string },
): Promise<string | null> {
  const former = await findClient(unit.tx, before.clientId)
  return before.customerName === former?.name ? name : before.customerName
}

/**
 * The columns that change when a ticket is moved to another company. Staff file it for that company by it.
 * @throws {AppError} `invalid` for an inactive company
 */
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

/**
 * @param ifMatch the versions the caller has seen, as ETags; absent: whatever it is now
 * @throws {AppError} `stale` with the ticket as it is now
 */
export async function requireSeen(
  unit: Work,
  viewer: Viewer,
  ticket: WholeRow,
  ifMatch: readonly string[] | undefined,
): Promise<void> {
  if (ifMatch && !ifMatch.includes('*') && !ifMatch.includes(etagOf(ticket)))
    throw new AppError('stale', i18n.t('Someone else has changed this ticket in the meantime.'), {
      current: await shapeRow(unit.tx, viewer, ticket),
    })
}

/** Whether a ticket that is opened again belongs to somebody who has left meanwhile. */
export async function hasLostAssignee(
  unit: Work,
  { status, assignedToId }: Pick<TicketRow, 'status' | 'assignedToId'>,
  next: TicketRow['status'],
): Promise<boolean> {
  return (
    assignedToId !== null && isDone(status) && !isDone(next) && !(await holdAssignable(unit, assignedToId))
  )
}

/**
 * Changes status, priority, assignee, client, or whose turn it is. A value that is already so changes nothing and is no event.
 * A ticket that is open again is nobody's when its assignee has left meanwhile.
 * @param ifMatch the versions the caller has seen, as ETags; absent: whatever it is now.
 * @returns the ticket as it is from now on
 * @throws {AppError} `not_found`, also for one that is not theirs to see; `forbidden` when one field is not the viewer's to change; `stale` with the ticket as it is now;
 * `invalid` for an assignee who is no active member of staff, and see `movedTo`.
 */
export async function changeTicket(
  unit: Work,
  viewer: Viewer,
  id: string,
  change: TicketAct,
  ifMatch?: readonly string[],
): Promise<WholeRow> {
  const { isUndo: _, undone: _undone, commentId, ...values } = change
  if (change.clientId !== undefined) await holdLinks(unit, id)
  const { locked: before, ticket: sight } = await holdTicket(unit, viewer, id)
  if (!canMake(viewer, change)) throw forbidden()
  await requireSeen(unit, viewer, sight, ifMatch)
  const changes: Changes = {}
  if (change.status !== undefined && change.status !== before.status)
    changes.status = { from: before.status, to: change.status }
  if (change.priority !== undefined && change.priority !== before.priority)
    changes.priority = { from: before.priority, to: change.priority }
  if (change.assignedToId !== undefined && change.assignedToId !== before.assignedToId) {
    if (change.assignedToId !== null && !(await holdAssignable(unit, change.assignedToId)))
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
  if (Object.keys(changes).length === 0) return sight
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
    }),
    ...turned,
    version: before.version + 1,
    publicVersion: before.publicVersion + 1,
    updatedAt: at,
    publicUpdatedAt: at,
  }
  unit.send(updateTicket(unit, after))
  await together([
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
        after: facetsOf(after, moved ?? sight),
        ...('turn' in turned && before.turnSince && { turnSince: before.turnSince.toISOString() }),
        commentId,
      },
    }),
  )
  // What stands beside it is another one's only with another assignee or company.
  return changes.assignedToId || moved ? requireWholeTicket(unit.tx, id) : { ...sight, ...changedIn(after) }
}

const openOf = (unit: Work, assigneeId: string) =>
  unit.tx
    .select({ id: tickets.id })
    .from(tickets)
    .where(and(eq(tickets.assignedToId, assigneeId), inArray(tickets.status, unresolvedStatuses)))
    .orderBy(asc(tickets.id))

/** Locks the open tickets of a user before the user's own row: see docs/lock-order.md. */
export async function holdAssigned(unit: Work, assigneeId: string): Promise<void> {
  await openOf(unit, assigneeId).for('no key update')
}

/**
 * Gives back the open tickets of somebody who cannot work on them any more; their row is held, so that no further one can be given to them.
 * @param by who takes them away
 */
export async function releaseTickets(unit: Work, by: Viewer, assigneeId: string): Promise<void> {
  for (const { id } of await openOf(unit, assigneeId))
    await changeTicket(unit, by, id, { assignedToId: null })
}

export const etagOf = ({ version }: { version: number }) => `"${version}"`
