import { and, asc, countDistinct, eq, gt, inArray, isNotNull, isNull, lte, ne, sql } from 'drizzle-orm'
import { alias, union } from 'drizzle-orm/pg-core'
import { findTicketsOfMessages } from '#features/mail-threads/server/queries.ts'
import { commentAdded } from '#features/tickets/server/events.ts'
import { domainOf } from '#platform/contract/domain-of.ts'
import type { Reader } from '#platform/server/database/query-builder.ts'
import { clientDomains } from '#tables/client-domains.ts'
import { clients } from '#tables/clients.ts'
import { comments } from '#tables/comments.ts'
import { events } from '#tables/events.ts'
import { inboundMails } from '#tables/inbound-mails.ts'
import { ticketMails } from '#tables/ticket-mails.ts'
import { tickets } from '#tables/tickets.ts'
import { users } from '#tables/users.ts'
import { noneRecent, type Recent } from '../policy.ts'
import type { MailRow } from './queries.ts'

export async function findDomainClient(
  reader: Reader,
  address: string,
): Promise<{ id: string; name: string } | undefined> {
  const [client] = await reader
    .select({ id: clients.id, name: clients.name })
    .from(clientDomains)
    .innerJoin(clients, and(eq(clients.id, clientDomains.clientId), eq(clients.isActive, true)))
    .where(eq(clientDomains.domain, domainOf(address)))
  return client
}

/** Mail of a ticket that another one answers. */
export interface AnsweredMail {
  ticketId: string
  /** It told something internal. */
  isInternal: boolean
  /** The one person that it was sent to, and when; null for a received one. */
  recipientId: string | null
  sentAt: Date | null
}

/** Finds the mails of tickets that have these Message-IDs. */
export async function findMessages(
  reader: Reader,
  messageIds: readonly string[],
): Promise<Map<string, AnsweredMail>> {
  if (messageIds.length === 0) return new Map()
  const { messageId, direction, userId } = ticketMails
  const found = await findTicketsOfMessages(reader, messageIds)
  const rows = await reader
    .select({
      messageId,
      isInternal: ticketMails.isInternal,
      direction,
      userId,
      sentAt: ticketMails.sentAt,
      createdAt: ticketMails.createdAt,
    })
    .from(ticketMails)
    .where(inArray(messageId, [...messageIds]))
  return new Map(
    [...found].map(([id, ticketId]): [string, AnsweredMail] => {
      const row = rows.find((mail) => mail.messageId === id)
      const isInternal = row?.isInternal ?? false
      if (row?.direction !== 'out') return [id, { ticketId, isInternal, recipientId: null, sentAt: null }]
      return [id, { ticketId, isInternal, recipientId: row.userId, sentAt: row.sentAt ?? row.createdAt }]
    }),
  )
}

const minuteMs = 60_000

const since = (now: Date, minutes: number) => new Date(now.getTime() - minutes * minuteMs)
const suggestedTicket = sql<string>`${inboundMails.suggestion} ->> 'ticketId'`

/** Counts similar mails in the time before, without this one. */
export async function countRecent(
  reader: Reader,
  now: Date,
  mail: {
    id: string
    sender: string
    subject: string
    ticketId: string | undefined
    supplierTicketId: string | undefined
  },
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
  const asSupplier =
    mail.supplierTicketId === undefined
      ? 0
      : await count(10, eq(ticketId, mail.supplierTicketId), eq(inboundMails.reason, 'supplier'))
  if (mail.ticketId === undefined) return { ...noneRecent, asSupplier, sameSubject }
  const isComment = and(eq(ticketId, mail.ticketId), eq(outcome, 'comment'))
  const isStranger = and(inArray(state, ['tray', 'dropped']), eq(suggestedTicket, mail.ticketId))
  const owner = sql`(select u.email from ${tickets} t join ${users} u on u.id = t.created_by_id where t.id = ${mail.ticketId})`
  return {
    onTicket: await count(10, isComment, eq(senderAddress, mail.sender)),
    strangersInMinute: await count(1, isStranger),
    strangersInHour: await count(60, isStranger),
    byOthers: await count(10, isComment, sql`${senderAddress} is distinct from ${owner}`),
    asSupplier,
    sameSubject,
    passedOn: await countPassedOn(reader, since(now, 10), mail.ticketId),
    newcomers: await countNewcomers(reader, since(now, 24 * 60), mail.ticketId),
    automatic: await count(
      60,
      eq(ticketId, mail.ticketId),
      eq(outcome, 'event'),
      eq(inboundMails.reason, 'automatic'),
    ),
  }
}

/** Counts comments by people of clients that reached others of theirs by mail, through the desk or past it. */
async function countPassedOn(reader: Reader, from: Date, ticketId: string): Promise<number> {
  const author = alias(users, 'author')
  const mailed = reader
    .select({ id: ticketMails.commentId })
    .from(ticketMails)
    .innerJoin(comments, eq(comments.id, ticketMails.commentId))
    .innerJoin(author, and(eq(author.id, comments.userId), eq(author.role, 'client')))
    .innerJoin(users, and(eq(users.id, ticketMails.userId), eq(users.role, 'client')))
    .where(
      and(
        eq(ticketMails.ticketId, ticketId),
        eq(ticketMails.direction, 'out'),
        gt(ticketMails.createdAt, from),
      ),
    )
  const reached = reader
    .select({ id: events.subjectId })
    .from(events)
    .where(
      and(
        eq(events.ticketId, ticketId),
        eq(events.type, commentAdded.type),
        gt(events.at, from),
        sql`${events.data} ? 'reachedIds'`,
      ),
    )
  return (await union(mailed, reached)).length
}

/** Counts people without a password who are new, and wrote on this ticket by mail. */
async function countNewcomers(reader: Reader, from: Date, ticketId: string): Promise<number> {
  const [row] = await reader
    .select({ people: countDistinct(ticketMails.userId) })
    .from(ticketMails)
    .innerJoin(
      users,
      and(eq(users.id, ticketMails.userId), isNull(users.password), gt(users.createdAt, from)),
    )
    .where(and(eq(ticketMails.ticketId, ticketId), eq(ticketMails.direction, 'in')))
  return row?.people ?? 0
}

/** Finds the ticket that another copy of a mail came to: the same author gave it the same id at the same moment. */
export async function findCopy(
  reader: Reader,
  row: Pick<MailRow, 'id' | 'messageId'>,
  { address, date }: { address: string; date: Date | null },
): Promise<string | undefined> {
  if (row.messageId === null || date === null) return undefined
  const { id, messageId, outcome, ticketId, senderAddress, understood } = inboundMails
  const [copy] = await reader
    .select({ ticketId })
    .from(inboundMails)
    .where(
      and(
        eq(messageId, row.messageId),
        ne(id, row.id),
        inArray(outcome, ['ticket', 'comment']),
        eq(senderAddress, address),
        sql`${understood} ->> 'date' = ${date.toISOString()}`,
      ),
    )
    .limit(1)
  return copy?.ticketId ?? undefined
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
