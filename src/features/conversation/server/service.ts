import { randomUUID } from 'node:crypto'
import type { Attachment } from '#features/attachments/contract.ts'
import { attachUploads } from '#features/attachments/server/service.ts'
import { trialLenience } from '#features/auth/server/queries.ts'
import { passOnMessages } from '#features/chat/server/service.ts'
import {
  countCompaniesMade,
  findClient,
  findClientByName,
  listClientsOf,
} from '#features/clients/server/queries.ts'
import { createClient } from '#features/clients/server/service.ts'
import { listProductsByName, productMeant } from '#features/products/server/queries.ts'
import { foldedTexts } from '#features/ticket-search/server/public/folded-texts.ts'
import { indexText } from '#features/ticket-search/server/public/text-index.ts'
import type { NewTicket, Ticket, TicketChange } from '#features/tickets/contract.ts'
import { canName } from '#features/tickets/policy.ts'
import { ticketCreated } from '#features/tickets/server/events.ts'
import type { WholeRow } from '#features/tickets/server/public/ticket-rows.ts'
import {
  facetsOf,
  insertTicket,
  nextTicketNumber,
  type TicketRow,
} from '#features/tickets/server/public/ticket-writes.ts'
import { applyChange, changeTicket, lockForChange, notAssignable } from '#features/tickets/server/service.ts'
import type { Viewer } from '#features/users/contract.ts'
import { isClient, isStaff } from '#features/users/policy.ts'
import { lockActiveUsers } from '#features/users/server/service.ts'
import { AppError, forbidden, invalid } from '#platform/contract/errors.ts'
import { i18n } from '#platform/contract/i18n.ts'
import { searchable } from '#platform/contract/searchable.ts'
import { lockName } from '#platform/server/database/lock-name.ts'
import { type Reader, pipelined } from '#platform/server/database/query-builder.ts'
import type { Work } from '#platform/server/work.ts'
import type { FollowUp, SubmittedTicket } from '../contract.ts'
import { insertLink, requireContinuable } from './links.ts'
import {
  type RelatedToTicket,
  findRelated,
  notForInactive,
  requireRelated,
  toTicketView,
} from './new-ticket.ts'

type WrittenTicket = NewTicket & Partial<Pick<SubmittedTicket, 'attachmentIds'>>

type IsTrial = (reader: Reader) => Promise<boolean>

/** Company of a new ticket; `isOwn` when its creator is staff or one of the company's people. */
interface Resolved {
  clientId: string
  isOwn: boolean
}

/**
 * Finds the company: by id for staff; else a client's own, by typed name first; else by typed name; else a
 * new one.
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
    // Two first tickets of one new company at once must not create it twice.
    await lockName(unit, 'client', name)
    known = await findClientByName(unit.tx, input.customerName)
  }
  if (!known && isClient(viewer)) await requireFewNewCompanies(unit, viewer, isTrial)
  const { id } = known ?? (await createClient(unit, viewer, { name: input.customerName }))
  return { clientId: id, isOwn: !isClient(viewer) }
}

const dayMs = 24 * 60 * 60 * 1000
/** Bound of companies that one client creates by typing their names. */
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

interface Named {
  requesterId?: string | undefined
  assignedToId?: string | undefined
}

/**
 * Locks the requester and assignee named by the desk; clients' values are ignored.
 * @throws {AppError} `forbidden` for other staff; `invalid` for a requester outside the company's active
 *   people, or an assignee who is no active staff
 */
async function lockNamedPeople(
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
  const active = ids.length > 0 ? await lockActiveUsers(unit, ids) : []
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

interface Manners {
  source?: Ticket['source']
  isTrial?: IsTrial
  /** Earlier ticket, locked; its client takes the place of the named one. */
  continues?: WholeRow
  /** False: hidden from the client's managers until staff name its requester or move it. */
  isFiled?: boolean | undefined
}

/**
 * Submits a ticket, for a named requester by the desk; other fields than `input` are set here.
 * @throws {AppError} `invalid` for a missing or inactive client; see `lockNamedPeople` and `attachUploads`
 */
export async function createTicket(
  unit: Work,
  viewer: Viewer,
  { attachmentIds = [], ...input }: WrittenTicket,
  { source = 'web', isTrial = async () => false, continues, isFiled = true }: Manners = {},
): Promise<{ ticket: WholeRow; attachments: Attachment[] }> {
  const creatorId = (!isClient(viewer) && input.requesterId) || viewer.id
  const findNamed = () => {
    if (continues) return requireRelated(unit.tx, continues.clientId, creatorId)
    return isClient(viewer) ? undefined : findRelated(unit.tx, input, creatorId)
  }
  const [found, own, ticketNumber, products] = await pipelined([
    findNamed(),
    isClient(viewer) && !continues ? resolveClient(unit, viewer, input, isTrial) : undefined,
    nextTicketNumber(unit.tx),
    listProductsByName(unit.tx, input.productName),
  ])
  const { clientId, isOwn } = found
    ? { clientId: found.clientId, isOwn: !continues || found.filedForClient }
    : (own ?? (await resolveClient(unit, viewer, input, isTrial)))
  const productId = productMeant(products, isOwn ? clientId : null)
  // The author of a message to the channel chooses no company.
  const requireOpen = (related: RelatedToTicket): RelatedToTicket => {
    if (related.isActive || source === 'whatsapp') return related
    throw notForInactive(found && input.clientId ? 'clientId' : 'customerName')
  }
  if (found) requireOpen(found)
  const { requesterId, assignedToId } = await lockNamedPeople(unit, viewer, clientId, input)
  const named = found ?? requireOpen(await requireRelated(unit.tx, clientId, creatorId))
  const related = { ...named, filedForClient: named.filedForClient && isFiled }
  const { subject, description, category, priority, customerName } = input
  const productName = input.productName || null
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
    filedForClient: related.filedForClient,
    isClientChosen: related.filedForClient,
    resolvedAt: null,
    closedAt: null,
    reopenedAt: null,
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
  if (continues) unit.send(insertLink(unit, { ticketId: id, earlierId: continues.id }))
  const attachments = await attachUploads(unit, viewer, { ticketId: id }, attachmentIds)
  const ticket = toTicketView(row, related)
  unit.announce(
    ticketCreated({
      actorId: viewer.id,
      ticketId: id,
      data: { ticketNumber, after: facetsOf(row, ticket), onBehalfOfId: requesterId },
    }),
  )
  if (assignedToId === undefined) return { ticket, attachments }
  // Assigned by a change, so that it is announced like any assignment.
  return { ticket: await changeTicket(unit, viewer, id, { assignedToId }), attachments }
}

/**
 * Submits a ticket that continues a finished one: its facts, with another description.
 * @throws {AppError} `not_found` for an invisible ticket; `conflict` for an unfinished one; see `createTicket`
 */
export async function continueTicket(
  unit: Work,
  viewer: Viewer,
  earlierId: string,
  { description, attachmentIds }: FollowUp,
  { source }: Pick<Manners, 'source'> = {},
): Promise<{ ticket: WholeRow; attachments: Attachment[] }> {
  const continues = await requireContinuable(unit, viewer, earlierId)
  const { subject, category, customerName, clientName, productName, projectName } = continues
  const input = {
    subject,
    description,
    category,
    priority: 'medium',
    customerName: customerName ?? clientName,
    productName: productName ?? '',
    projectName,
    attachmentIds,
  } as const
  return createTicket(unit, viewer, input, { continues, ...(source && { source }) })
}

/**
 * Changes fields of a ticket; chat messages that wait for the requester go to a new one.
 * @param ifMatch ETags that the caller has seen; absent: any
 * @throws {AppError} see `lockForChange` and `applyChange`
 */
export async function changeWithChat(
  unit: Work,
  viewer: Viewer,
  id: string,
  change: TicketChange,
  ifMatch?: readonly string[],
): Promise<WholeRow> {
  const found = await lockForChange(unit, viewer, id, change, ifMatch)
  const { ticket } = await applyChange(unit, viewer, found, change)
  await passOnMessages(unit, found.locked, ticket.createdById)
  return ticket
}
