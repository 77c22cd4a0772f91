import { randomUUID } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import { findClient } from '#features/clients/server/queries.ts'
import { listProductsByName, productMeant } from '#features/products/server/queries.ts'
import { foldedTexts } from '#features/ticket-search/server/public/folded-texts.ts'
import {
  markWordsOfTicketForCheck,
  indexAnew,
  indexChangedText,
  indexText,
} from '#features/ticket-search/server/public/text-index.ts'
import { lockLinks, unlinkLater } from '#features/trash/server/service.ts'
import type { Viewer } from '#features/users/contract.ts'
import { isStaff } from '#features/users/policy.ts'
import { findUser } from '#features/users/server/queries.ts'
import { lockIfAssignable } from '#features/users/server/service.ts'
import { invalid } from '#platform/contract/errors.ts'
import { i18n } from '#platform/contract/i18n.ts'
import { changedFields } from '#platform/server/database/changed-fields.ts'
import type { Tx } from '#platform/server/database/query-builder.ts'
import type { Work } from '#platform/server/work.ts'
import { tickets } from '#tables/tickets.ts'
import { ticketImported } from '../events.ts'
import { customerNameAt, hasLostAssignee, notAssignable } from '../service.ts'
import {
  insertTicket,
  lockTicket,
  nextTicketNumber,
  type StoredTicket,
  type TicketRow,
} from './ticket-writes.ts'
import { closedAt, isDone, reopenedAt, turnAfterChange } from './turn.ts'
import type { ImportedTicket } from '../../import/contract.ts'

export interface Origin {
  clientId: string
  createdById: string
  assignedToId: string | null
  createdAt: Date
  /** Absent: derived from the state. */
  updatedAt?: Date | undefined
  resolvedAt?: Date | null | undefined
}

/** @throws {AppError} `invalid` unless staff; for unfinished tickets unless active staff */
async function requireAssignee(unit: Work, id: string, status: TicketRow['status']): Promise<void> {
  const user = isDone(status) ? await findUser(unit.tx, id) : undefined
  if (user ? !isStaff(user) : !(await lockIfAssignable(unit, id))) throw notAssignable()
}

/** @throws {AppError} `invalid` */
function requireOrder({ createdAt, resolvedAt }: Pick<TicketRow, 'createdAt' | 'resolvedAt'>): void {
  if (resolvedAt && resolvedAt < createdAt)
    throw invalid('resolvedAt', i18n.t('It cannot have been resolved before it was created'))
}

/** A ticket's times never go back. */
export const laterOf = (one: Date, other: Date): Date => (one > other ? one : other)

/** Passes an imported number. Needs its own transaction, to block concurrent numbers. */
export async function passNumber(tx: Tx, highest: number): Promise<void> {
  // Changes nothing, but locks the sequence.
  await tx.execute(sql`alter sequence ticket_numbers cache 1`)
  await tx.execute(
    sql`select setval('ticket_numbers', ${highest}::bigint) from ticket_numbers where last_value <= ${highest}::bigint`,
  )
}

/**
 * Enters a ticket of another system without notifications.
 * @param ticketNumber absent: the next one
 * @throws {AppError} `invalid` for an unfit assignee, or times in the wrong order
 */
export async function importTicket(
  unit: Work,
  by: Viewer,
  input: ImportedTicket,
  { updatedAt, resolvedAt, ...origin }: Origin,
  ticketNumber?: string,
): Promise<{ id: string; ticketNumber: string }> {
  const { status } = input
  if (origin.assignedToId !== null) await requireAssignee(unit, origin.assignedToId, status)
  const number = ticketNumber ?? (await nextTicketNumber(unit.tx))
  const done = isDone(status)
  const at = updatedAt ?? resolvedAt ?? origin.createdAt
  const names = {
    customerName: input.customerName,
    productName: input.productName || null,
    projectName: input.projectName || null,
  }
  const texts = { ...input, ...names, ticketNumber: number }
  const row: TicketRow = {
    ...texts,
    ...origin,
    ...foldedTexts(texts),
    id: randomUUID(),
    productId:
      names.productName === null
        ? null
        : productMeant(await listProductsByName(unit.tx, names.productName), origin.clientId),
    source: 'web',
    filedForClient: true,
    isClientChosen: true,
    resolvedAt: done ? (resolvedAt ?? at) : null,
    closedAt: closedAt(status, null, at),
    reopenedAt: null,
    firstResponseAt: null,
    version: 1,
    publicVersion: 1,
    updatedAt: at,
    publicUpdatedAt: at,
    turn: done ? null : 'us',
    turnSince: done ? null : origin.createdAt,
  }
  requireOrder(row)
  unit.send(insertTicket(unit, row))
  unit.send(indexText(unit, { ticket: row, id: row.id, isInternal: false, text: row.searchText }))
  unit.announce(
    ticketImported({ actorId: by.id, ticketId: row.id, data: { ticketNumber: number, isNew: true } }),
  )
  return { id: row.id, ticketNumber: number }
}

type TicketUpdate = Partial<ImportedTicket & Origin>

/** @returns the changed fields, and the former row @throws {AppError} `not_found`; as `importTicket` */
export async function changeImportedTicket(
  unit: Work,
  by: Viewer,
  id: string,
  change: TicketUpdate,
): Promise<{ fields: string[]; before: StoredTicket }> {
  await lockLinks(unit, id)
  const before = await lockTicket(unit, id)
  const changes = changedFields<Partial<TicketRow>>(before, {
    ...change,
    updatedAt: change.updatedAt && laterOf(before.updatedAt, change.updatedAt),
    ...(change.productName !== undefined && { productName: change.productName || null }),
    ...(change.projectName !== undefined && { projectName: change.projectName || null }),
  })
  const fields = Object.keys(changes)
  if (fields.length === 0) return { fields, before }
  const wanted: TicketRow = {
    ...before,
    ...Object.fromEntries(fields.map((field) => [field, changes[field]?.to])),
  }
  if (changes['assignedToId'] && wanted.assignedToId !== null)
    await requireAssignee(unit, wanted.assignedToId, wanted.status)
  if (!changes['assignedToId'] && (await hasLostAssignee(unit, before, wanted.status))) {
    wanted.assignedToId = null
    fields.push('assignedToId')
  }
  if (isDone(wanted.status)) wanted.resolvedAt ??= change.updatedAt ?? unit.now
  else wanted.resolvedAt = null
  wanted.closedAt = closedAt(wanted.status, before.closedAt, change.updatedAt ?? unit.now)
  wanted.reopenedAt = reopenedAt(wanted.status, before.reopenedAt, unit.now)
  requireOrder(wanted)
  if (wanted.firstResponseAt) wanted.firstResponseAt = laterOf(wanted.firstResponseAt, wanted.createdAt)
  // Waits since its creation.
  if (before.turnSince?.getTime() === before.createdAt.getTime()) wanted.turnSince = wanted.createdAt
  if (changes['productName'] ?? changes['clientId']) {
    wanted.productId =
      wanted.productName === null
        ? null
        : productMeant(await listProductsByName(unit.tx, wanted.productName), wanted.clientId)
    await unlinkLater(unit, id)
  }
  if (changes['clientId'] ?? changes['createdById']) wanted.filedForClient = wanted.isClientChosen = true
  const client = changes['clientId'] && (await findClient(unit.tx, wanted.clientId))
  if (client && change.customerName === undefined)
    wanted.customerName = await customerNameAt(unit, before, client)
  const at = change.updatedAt ?? unit.now
  const folded = foldedTexts(wanted)
  const { searchText } = folded
  if (searchText !== before.searchText) await markWordsOfTicketForCheck(unit, id)
  await unit.tx
    .update(tickets)
    .set({
      ...wanted,
      ...folded,
      ...turnAfterChange(unit, before, { status: wanted.status }),
      version: before.version + 1,
      publicVersion: before.publicVersion + 1,
      updatedAt: laterOf(before.updatedAt, at),
      publicUpdatedAt: laterOf(before.publicUpdatedAt, at),
    })
    .where(eq(tickets.id, id))
  if (changes['createdAt']) await indexAnew(unit, id)
  else if (searchText !== before.searchText)
    unit.send(indexChangedText(unit, { ticket: wanted, id, isInternal: false, text: searchText }))
  unit.announce(
    ticketImported({
      actorId: by.id,
      ticketId: id,
      data: { ticketNumber: before.ticketNumber, isNew: false, fields },
    }),
  )
  return { fields, before }
}
