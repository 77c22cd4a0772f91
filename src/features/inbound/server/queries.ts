import { and, asc, count, desc, eq, gt, inArray, min, or } from 'drizzle-orm'
import { listClientsOf, listNamesOf } from '#features/clients/server/queries.ts'
import type { Viewer } from '#features/users/contract.ts'
import { isClient, isStaff } from '#features/users/policy.ts'
import { findUser, listPeople } from '#features/users/server/queries.ts'
import { findTicketId, listWholeTickets, requireVisible } from '#features/tickets/server/queries.ts'
import { wordsOfMarkdown } from '#platform/contract/markdown.ts'
import { notFound } from '#platform/contract/errors.ts'
import { truncated } from '#platform/contract/truncated.ts'
import type { Reader } from '#platform/server/database/query-builder.ts'
import { clientDomains } from '#tables/client-domains.ts'
import { comments } from '#tables/comments.ts'
import { inboundMails } from '#tables/inbound-mails.ts'
import { inboundRules } from '#tables/inbound-rules.ts'
import { inboundSettings } from '#tables/inbound-settings.ts'
import { mailClients } from '#tables/mail-clients.ts'
import { products } from '#tables/products.ts'
import { ticketSuppliers } from '#tables/ticket-suppliers.ts'
import type {
  InboundMail,
  InboundMailDetail,
  InboundPage,
  MailState,
  Supplier,
  TicketMails,
} from '../contract.ts'
import type { ClientDomains, InboundRule, InboundSettingsChange, MailClient } from '../settings/contract.ts'
import { canHandleMail, canSeeMails, canSeeSupplier } from '../policy.ts'
import { readSuggested, readUnderstood } from './understood.ts'

export type MailRow = typeof inboundMails.$inferSelect

/** Kept with a message of a list: the whole is in the detail. */
const excerptLength = 200

export async function findInboundSettings(reader: Reader): Promise<InboundSettingsChange> {
  const [row] = await reader.select().from(inboundSettings)
  if (!row) return { formSenders: [], authenticationServer: null, products: [] }
  const { formSenders, authenticationServer } = row
  const named = Object.entries(row.products).map(([address, productId]) => ({ address, productId }))
  return { formSenders, authenticationServer, products: named }
}

export async function findProductName(reader: Reader, id: string): Promise<string | undefined> {
  const [row] = await reader.select({ name: products.name }).from(products).where(eq(products.id, id))
  return row?.name
}

/** Letters that are read for it: marks and addresses of links take more than they show. */
const excerptOf = 2000

const preview = (text: string) => truncated(wordsOfMarkdown(text.slice(0, excerptOf)), excerptLength)

/** @throws {AppError} `not_found` */
export async function requireMail(reader: Reader, id: string): Promise<MailRow> {
  const [row] = await reader.select().from(inboundMails).where(eq(inboundMails.id, id))
  if (!row) throw notFound()
  return row
}

export async function shapeMails(reader: Reader, rows: readonly MailRow[]): Promise<InboundMail[]> {
  const suggested = rows.map(({ suggestion }) => readSuggested(suggestion))
  const given = <T>(values: readonly (T | null | undefined)[]) => [
    ...new Set(values.filter((value) => value !== null && value !== undefined)),
  ]
  const ticketIds = given([...rows.map((row) => row.ticketId), ...suggested.map((one) => one.ticketId)])
  const people = await listPeople(
    reader,
    given([...rows.map((row) => row.handledById), ...suggested.map((one) => one.personId)]),
  )
  const named = await listNamesOf(
    reader,
    given(suggested.flatMap((one) => [one.clientId, ...(one.clientIds ?? [])])),
  )
  const tickets = ticketIds.length === 0 ? [] : await listWholeTickets(reader, ticketIds)
  const ticketOf = (ticketId: string | null | undefined) => {
    const found = tickets.find((ticket) => ticket.id === ticketId)
    return found ? { id: found.id, ticketNumber: found.ticketNumber, subject: found.subject } : null
  }
  const personOf = (userId: string | null | undefined) => people.find((one) => one.id === userId) ?? null
  return rows.map((row, place) => {
    const understood = readUnderstood(row.understood)
    const { ticketId, personId, clientId, clientIds = [], sender = null } = suggested[place] ?? {}
    const suggestion = {
      ticket: ticketOf(ticketId),
      person: personOf(personId),
      client: named.find((client) => client.id === clientId) ?? null,
      sender,
    }
    const several = named.filter(({ id }) => clientIds.includes(id))
    return {
      id: row.id,
      door: row.door,
      mailboxes: row.mailboxes,
      state: row.state,
      outcome: row.outcome,
      reason: row.reason,
      subject: understood?.subject ?? '',
      from: understood?.from ?? null,
      replyTo: understood?.replyTo ?? [],
      excerpt: preview(understood?.text ?? ''),
      suggestion: Object.values(suggestion).some((one) => one !== null)
        ? { ...suggestion, clients: several }
        : null,
      ticket: ticketOf(row.ticketId),
      commentId: row.commentId,
      size: row.size,
      attempts: row.attempts,
      receivedAt: row.receivedAt.toISOString(),
      doneAt: row.doneAt?.toISOString() ?? null,
      handledBy: personOf(row.handledById),
    }
  })
}

interface PageQuery {
  state?: MailState | undefined
  limit: number
  offset: number
}

export async function listMails(reader: Reader, { state, limit, offset }: PageQuery): Promise<InboundPage> {
  const condition = state && eq(inboundMails.state, state)
  const rows = await reader
    .select()
    .from(inboundMails)
    .where(condition)
    .orderBy(desc(inboundMails.receivedAt), desc(inboundMails.id))
    .limit(limit)
    .offset(offset)
  return {
    mails: await shapeMails(reader, rows),
    total: await reader.$count(inboundMails, condition),
  }
}

/** @throws {AppError} `not_found` */
export async function findMail(reader: Reader, id: string): Promise<InboundMailDetail> {
  const row = await requireMail(reader, id)
  const [mail] = await shapeMails(reader, [row])
  if (!mail) throw notFound()
  const understood = readUnderstood(row.understood)
  return {
    ...mail,
    messageId: row.messageId,
    sender: understood?.sender ?? null,
    to: understood?.to ?? [],
    cc: understood?.cc ?? [],
    text: understood?.text ?? '',
    folded: understood?.folded ?? [],
    files: understood?.files ?? [],
    marks: understood?.marks ?? [],
    automatic: understood?.automatic ?? null,
    hasSource: row.objectPath !== null,
  }
}

async function isStaffMember(reader: Reader, userId: string): Promise<boolean> {
  const user = await findUser(reader, userId)
  return user !== undefined && isStaff(user)
}

const mostOfTicket = 500

export async function findSupplier(reader: Reader, ticketId: string): Promise<Supplier | null> {
  const [row] = await reader
    .select({ address: ticketSuppliers.address, number: ticketSuppliers.number })
    .from(ticketSuppliers)
    .where(eq(ticketSuppliers.ticketId, ticketId))
  return row ?? null
}

async function listSupplierMails(reader: Reader, ticketId: string): Promise<TicketMails['supplierMails']> {
  const rows = await reader
    .select({
      inboundId: inboundMails.id,
      understood: inboundMails.understood,
      receivedAt: inboundMails.receivedAt,
    })
    .from(inboundMails)
    .where(and(eq(inboundMails.ticketId, ticketId), eq(inboundMails.reason, 'supplier')))
    .orderBy(desc(inboundMails.receivedAt))
    .limit(mostOfTicket)
  return rows.toReversed().flatMap(({ inboundId, understood, receivedAt }) => {
    const mail = readUnderstood(understood)
    if (!mail) return []
    const { from, subject, text, folded } = mail
    const files = mail.files.map(({ name }) => name)
    return [{ inboundId, from, subject, text, folded, files, at: receivedAt.toISOString() }]
  })
}

/** @throws {AppError} `not_found`, also for a hidden ticket */
export async function listMailsOfTicket(reader: Reader, viewer: Viewer, id: string): Promise<TicketMails> {
  const ticketId = await findTicketId(reader, viewer, id)
  const { createdById } = await requireVisible(reader, viewer, ticketId)
  const rows = await reader
    .select({
      id: inboundMails.id,
      commentId: inboundMails.commentId,
      understood: inboundMails.understood,
      outcome: inboundMails.outcome,
      suggestion: inboundMails.suggestion,
      isInternal: comments.isInternal,
      isThere: comments.id,
    })
    .from(inboundMails)
    .leftJoin(comments, eq(comments.id, inboundMails.commentId))
    .where(and(eq(inboundMails.ticketId, ticketId), inArray(inboundMails.outcome, ['ticket', 'comment'])))
    .orderBy(desc(inboundMails.receivedAt))
    .limit(mostOfTicket)
  const forStaff = canSeeMails(viewer)
  const isProposed = rows.some(
    ({ outcome, suggestion }) => outcome === 'ticket' && readSuggested(suggestion).sender,
  )
  const mayPropose = isProposed && canHandleMail(viewer) && (await isStaffMember(reader, createdById))
  const splitIds = rows.flatMap(({ understood }) => readUnderstood(understood)?.splitTicketId ?? [])
  const splits = forStaff && splitIds.length > 0 ? await listWholeTickets(reader, splitIds) : []
  return {
    ...(canSeeSupplier(viewer) && {
      supplier: await findSupplier(reader, ticketId),
      supplierMails: await listSupplierMails(reader, ticketId),
    }),
    mails: rows
      .filter(({ commentId, isThere }) => commentId === null || isThere !== null)
      .filter(({ isInternal }) => forStaff || isInternal !== true)
      .map((row) => {
        const understood = readUnderstood(row.understood)
        const { sender } = readSuggested(row.suggestion)
        const split = splits.find(({ id: splitId }) => splitId === understood?.splitTicketId)
        return {
          commentId: row.commentId,
          folded: understood?.folded ?? [],
          marks: understood?.marks ?? [],
          newSubject: understood?.newSubject ?? null,
          leftOut: understood?.leftOut ?? [],
          isThanks: understood?.isThanks ?? false,
          ...(mayPropose &&
            row.outcome === 'ticket' &&
            sender && { forwarded: { by: understood?.from ?? null, sender } }),
          ...(split && {
            splitInto: { id: split.id, ticketNumber: split.ticketNumber, subject: split.subject },
          }),
          ...(forStaff && { inboundId: row.id }),
        }
      }),
  }
}

export async function listRules(reader: Reader): Promise<InboundRule[]> {
  const rows = await reader.select().from(inboundRules).orderBy(asc(inboundRules.address)).limit(1000)
  const people = await listPeople(
    reader,
    rows.flatMap(({ userId, createdById }) => [userId, createdById].filter((id) => id !== null)),
  )
  const personOf = (userId: string | null) => people.find((one) => one.id === userId) ?? null
  return rows.map(({ id, kind, address, userId, createdById, createdAt }) => ({
    id,
    kind,
    address,
    person: personOf(userId),
    createdBy: personOf(createdById),
    createdAt: createdAt.toISOString(),
  }))
}

export async function listDomains(reader: Reader, clientId: string): Promise<ClientDomains> {
  const rows = await reader
    .select({ domain: clientDomains.domain })
    .from(clientDomains)
    .where(eq(clientDomains.clientId, clientId))
    .orderBy(asc(clientDomains.domain))
  return { domains: rows.map(({ domain }) => domain) }
}

export async function findMailClientId(reader: Reader, userId: string): Promise<string | null> {
  const [row] = await reader
    .select({ clientId: mailClients.clientId })
    .from(mailClients)
    .where(eq(mailClients.userId, userId))
  return row?.clientId ?? null
}

/** A client that the person has left counts as none. */
export async function findMailClient(reader: Reader, viewer: Viewer): Promise<MailClient> {
  const own = isClient(viewer) ? await listClientsOf(reader, viewer.id) : []
  const chosen = await findMailClientId(reader, viewer.id)
  return {
    clients: own.map(({ id, name }) => ({ id, name })),
    clientId: own.some(({ id }) => id === chosen) ? chosen : null,
  }
}

export interface Backlog {
  /** Mails that wait to be understood. */
  received: number
  since: Date | undefined
  tray: number
  /** Mails of the tray that could not be read. */
  unreadable: number
}

export async function findBacklog(reader: Reader): Promise<Backlog> {
  const { state, reason, receivedAt } = inboundMails
  const rows = await reader
    .select({ state, reason, mails: count(), since: min(receivedAt) })
    .from(inboundMails)
    .where(or(eq(state, 'received'), eq(state, 'tray')))
    .groupBy(state, reason)
  const sum = (some: typeof rows) => some.reduce((total, { mails }) => total + mails, 0)
  const received = rows.filter((row) => row.state === 'received')
  return {
    received: sum(received),
    since: received[0]?.since ?? undefined,
    tray: sum(rows.filter((row) => row.state === 'tray')),
    unreadable: sum(rows.filter((row) => row.state === 'tray' && row.reason === 'unreadable')),
  }
}

/** @param only door; absent: all @param dayStart beginning of the day whose mails are counted */
export async function findToday(reader: Reader, dayStart: Date, only?: MailRow['door']) {
  const { door, receivedAt, reason } = inboundMails
  const isHere = only && eq(door, only)
  const [last] = await reader
    .select({ at: receivedAt })
    .from(inboundMails)
    .where(isHere)
    .orderBy(desc(receivedAt))
    .limit(1)
  const today = and(isHere, gt(receivedAt, dayStart))
  return {
    lastMailAt: last?.at.toISOString() ?? null,
    mailsToday: await reader.$count(inboundMails, today),
    unreadToday: await reader.$count(inboundMails, and(today, eq(reason, 'unreadable'))),
  }
}
