import { and, asc, count, desc, eq, gt, inArray, isNotNull, lte, min, ne, or, sql } from 'drizzle-orm'
import { listNamesOf } from '#features/clients/server/queries.ts'
import { staff, type Viewer } from '#features/users/contract.ts'
import { isStaff } from '#features/users/policy.ts'
import { listPeople } from '#features/users/server/queries.ts'
import { findTicketsOfMessages } from '#features/mail-threads/server/queries.ts'
import { findTicketId, listWholeTickets, requireVisible } from '#features/tickets/server/queries.ts'
import { invalid, notFound } from '#platform/contract/errors.ts'
import { i18n } from '#platform/contract/i18n.ts'
import { isReservedEmail } from '#platform/contract/fields.ts'
import type { Reader } from '#platform/server/database/query-builder.ts'
import { clientDomains } from '#tables/client-domains.ts'
import { clients } from '#tables/clients.ts'
import { clientUsers } from '#tables/client-users.ts'
import { comments } from '#tables/comments.ts'
import { inboundMails } from '#tables/inbound-mails.ts'
import { inboundRules } from '#tables/inbound-rules.ts'
import { inboundSettings } from '#tables/inbound-settings.ts'
import { products } from '#tables/products.ts'
import { smtpSettings } from '#tables/smtp-settings.ts'
import { ticketMails } from '#tables/ticket-mails.ts'
import { users } from '#tables/users.ts'
import type {
  ClientDomains,
  InboundMail,
  InboundMailDetail,
  InboundPage,
  InboundRule,
  InboundSettingsChange,
  MailState,
  TicketMails,
} from '../contract.ts'
import type { Author, Recent } from '../policy.ts'
import { canSeeMails } from '../policy.ts'
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

/** Lists the addresses that mails of this desk are sent from, and answers wished to. */
export async function listSendingAddresses(reader: Reader): Promise<string[]> {
  const rows = await reader
    .select({ from: smtpSettings.fromEmail, replyTo: smtpSettings.replyToEmail })
    .from(smtpSettings)
    .where(eq(smtpSettings.isActive, true))
  return rows.flatMap(({ from, replyTo }) => [from, replyTo].filter((address) => address !== null))
}

const findRule = async (reader: Reader, address: string) =>
  (await reader.select().from(inboundRules).where(eq(inboundRules.address, address)))[0]

async function shapeAuthor(
  reader: Reader,
  row: typeof users.$inferSelect,
  isRemembered: boolean,
): Promise<Author> {
  const belongings = isStaff(row)
    ? []
    : await reader
        .select({ id: clients.id, name: clients.name, role: clientUsers.role })
        .from(clientUsers)
        .innerJoin(clients, eq(clients.id, clientUsers.clientId))
        .where(and(eq(clientUsers.userId, row.id), eq(clients.isActive, true)))
        .orderBy(asc(clientUsers.createdAt), asc(clients.id))
  return {
    id: row.id,
    role: row.role,
    managedClientIds: belongings
      .filter(({ role }) => role === 'admin' || role === 'contact')
      .map(({ id }) => id),
    clientIds: belongings.map(({ id }) => id),
    isActive: row.isActive,
    // Without a password nobody else can read what is filed under this address.
    isBelieved: isRemembered || row.emailProvedAt !== null || row.password === null,
    clients: belongings.map(({ id, name }) => ({ id, name })),
  }
}

/** @throws {AppError} `invalid` on `personId` for nobody, and for staff */
export async function requireAuthor(reader: Reader, personId: string): Promise<Author> {
  const [row] = await reader.select().from(users).where(eq(users.id, personId))
  const author = row && row.erasedAt === null ? await shapeAuthor(reader, row, true) : undefined
  if (!author?.isActive || isStaff(author))
    throw invalid('personId', i18n.t('The person must be an active person of a client'))
  return author
}

/** Finds the person of an address: by a remembered rule, else by their own address. */
export async function findAuthor(
  reader: Reader,
  address: string,
): Promise<{ author: Author | undefined; isBlocked: boolean }> {
  const rule = await findRule(reader, address)
  const [row] = await reader
    .select()
    .from(users)
    .where(rule?.userId ? eq(users.id, rule.userId) : eq(users.email, address))
  const isPerson = row !== undefined && row.erasedAt === null && !isReservedEmail(row.email)
  return {
    author: isPerson ? await shapeAuthor(reader, row, rule?.kind === 'person') : undefined,
    isBlocked: rule?.kind === 'block',
  }
}

export async function findDomainClient(
  reader: Reader,
  address: string,
): Promise<{ id: string; name: string } | undefined> {
  const [client] = await reader
    .select({ id: clients.id, name: clients.name })
    .from(clientDomains)
    .innerJoin(clients, and(eq(clients.id, clientDomains.clientId), eq(clients.isActive, true)))
    .where(eq(clientDomains.domain, address.slice(address.lastIndexOf('@') + 1)))
  return client
}

/** Finds tickets by Message-IDs, and whether the mail carried an internal comment. */
export async function findMessages(
  reader: Reader,
  messageIds: readonly string[],
): Promise<Map<string, { ticketId: string; isInternal: boolean }>> {
  if (messageIds.length === 0) return new Map()
  const { messageId, commentId } = ticketMails
  const tickets = await findTicketsOfMessages(reader, messageIds)
  const internal = await reader
    .select({ messageId })
    .from(ticketMails)
    .innerJoin(comments, and(eq(comments.id, commentId), eq(comments.isInternal, true)))
    .where(inArray(messageId, [...messageIds]))
  const isInternal = (id: string) => internal.some((mail) => mail.messageId === id)
  return new Map([...tickets].map(([id, ticketId]) => [id, { ticketId, isInternal: isInternal(id) }]))
}

const minuteMs = 60_000

const since = (now: Date, minutes: number) => new Date(now.getTime() - minutes * minuteMs)
const suggestedTicket = sql<string>`${inboundMails.suggestion} ->> 'ticketId'`

/** Counts mails alike, without this one. @param ownerEmail of the ticket's author */
export async function countRecent(
  reader: Reader,
  now: Date,
  mail: { id: string; sender: string; subject: string; ticketId: string | undefined },
): Promise<Recent> {
  const { id, receivedAt, state, outcome, ticketId, senderAddress, understood } = inboundMails
  const count = (minutes: number, ...conditions: (ReturnType<typeof eq> | undefined)[]) =>
    reader.$count(inboundMails, and(gt(receivedAt, since(now, minutes)), ne(id, mail.id), ...conditions))
  const sameSubject = await count(
    10,
    eq(senderAddress, mail.sender),
    eq(outcome, 'ticket'),
    sql`${understood} ->> 'subject' = ${mail.subject}`,
  )
  if (mail.ticketId === undefined)
    return { onTicket: 0, strangersInMinute: 0, strangersInHour: 0, byOthers: 0, sameSubject }
  const isComment = and(eq(ticketId, mail.ticketId), eq(outcome, 'comment'))
  const isStranger = and(inArray(state, ['tray', 'dropped']), eq(suggestedTicket, mail.ticketId))
  const owner = sql`(select u.email from tickets t join users u on u.id = t.created_by_id where t.id = ${mail.ticketId})`
  return {
    onTicket: await count(10, isComment, eq(senderAddress, mail.sender)),
    strangersInMinute: await count(1, isStranger),
    strangersInHour: await count(60, isStranger),
    byOthers: await count(10, isComment, sql`${senderAddress} is distinct from ${owner}`),
    sameSubject,
  }
}

/** Finds the first of the mails of the last hour that were held back on a ticket. */
export async function findHeld(reader: Reader, now: Date, ticketId: string): Promise<string | undefined> {
  const [first] = await reader
    .select({ id: inboundMails.heldUnderId })
    .from(inboundMails)
    .where(
      and(
        eq(inboundMails.ticketId, ticketId),
        isNotNull(inboundMails.heldUnderId),
        gt(inboundMails.receivedAt, since(now, 60)),
      ),
    )
    .orderBy(asc(inboundMails.receivedAt))
    .limit(1)
  return first?.id ?? undefined
}

/** Tells whether one of these mails came before, and waits to be understood. */
export async function isAnyWaiting(
  reader: Reader,
  messageIds: readonly string[],
  before: Pick<MailRow, 'id' | 'receivedAt'>,
): Promise<boolean> {
  if (messageIds.length === 0) return false
  const { id, messageId, state, receivedAt } = inboundMails
  const [row] = await reader
    .select({ id })
    .from(inboundMails)
    .where(
      and(
        inArray(messageId, [...messageIds]),
        eq(state, 'received'),
        lte(receivedAt, before.receivedAt),
        ne(id, before.id),
      ),
    )
    .limit(1)
  return row !== undefined
}

/** Lists which of these addresses are of staff, or of these people, who read the ticket already. */
export async function listReaders(
  reader: Reader,
  ids: readonly string[],
  addresses: readonly string[],
): Promise<Set<string>> {
  const rows = await reader
    .select({ email: users.email })
    .from(users)
    .where(
      and(
        inArray(users.email, [...addresses]),
        or(inArray(users.id, [...ids]), inArray(users.role, [...staff])),
      ),
    )
  return new Set(rows.map(({ email }) => email))
}

export async function findProductName(reader: Reader, id: string): Promise<string | undefined> {
  const [row] = await reader.select({ name: products.name }).from(products).where(eq(products.id, id))
  return row?.name
}

const preview = (text: string) =>
  Array.from(text.replaceAll(/\s+/g, ' ').trim()).slice(0, excerptLength).join('')

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
  const named = await listNamesOf(reader, given(suggested.map((one) => one.clientId)))
  const tickets = ticketIds.length === 0 ? [] : await listWholeTickets(reader, ticketIds)
  const ticketOf = (ticketId: string | null | undefined) => {
    const found = tickets.find((ticket) => ticket.id === ticketId)
    return found ? { id: found.id, ticketNumber: found.ticketNumber, subject: found.subject } : null
  }
  const personOf = (userId: string | null | undefined) => people.find((one) => one.id === userId) ?? null
  return rows.map((row, place) => {
    const understood = readUnderstood(row.understood)
    const { ticketId, personId, clientId, sender = null } = suggested[place] ?? {}
    const suggestion = {
      ticket: ticketOf(ticketId),
      person: personOf(personId),
      client: named.find((client) => client.id === clientId) ?? null,
      sender,
    }
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
      suggestion: Object.values(suggestion).some((one) => one !== null) ? suggestion : null,
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
    waiting: await reader.$count(inboundMails, eq(inboundMails.state, 'tray')),
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

const mostOfTicket = 500

/** @throws {AppError} `not_found`, also for a hidden ticket */
export async function listMailsOfTicket(reader: Reader, viewer: Viewer, id: string): Promise<TicketMails> {
  const ticketId = await findTicketId(reader, viewer, id)
  await requireVisible(reader, viewer, ticketId)
  const rows = await reader
    .select({
      id: inboundMails.id,
      commentId: inboundMails.commentId,
      understood: inboundMails.understood,
      isInternal: comments.isInternal,
      isThere: comments.id,
    })
    .from(inboundMails)
    .leftJoin(comments, eq(comments.id, inboundMails.commentId))
    .where(and(eq(inboundMails.ticketId, ticketId), inArray(inboundMails.outcome, ['ticket', 'comment'])))
    .orderBy(desc(inboundMails.receivedAt))
    .limit(mostOfTicket)
  const forStaff = canSeeMails(viewer)
  return {
    mails: rows
      .filter(({ commentId, isThere }) => commentId === null || isThere !== null)
      .filter(({ isInternal }) => forStaff || isInternal !== true)
      .map((row) => {
        const understood = readUnderstood(row.understood)
        return {
          commentId: row.commentId,
          folded: understood?.folded ?? [],
          marks: understood?.marks ?? [],
          newSubject: understood?.newSubject ?? null,
          leftOut: understood?.leftOut ?? [],
          isThanks: understood?.isThanks ?? false,
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

export async function findToday(reader: Reader, dayStart: Date) {
  const { receivedAt, reason } = inboundMails
  const [last] = await reader.select({ at: receivedAt }).from(inboundMails).orderBy(desc(receivedAt)).limit(1)
  const today = gt(receivedAt, dayStart)
  return {
    lastMailAt: last?.at.toISOString() ?? null,
    mailsToday: await reader.$count(inboundMails, today),
    unreadToday: await reader.$count(inboundMails, and(today, eq(reason, 'unreadable'))),
  }
}
