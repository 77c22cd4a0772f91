import { and, asc, desc, eq, gte, inArray, isNotNull, isNull, ne, or, sql } from 'drizzle-orm'
import { personColumns } from '#features/users/server/queries.ts'
import { pipelined, type Reader } from '#platform/server/database/query-builder.ts'
import { ownAddressOf } from '#platform/server/send/own-address.ts'
import { clientUsers } from '#tables/client-users.ts'
import { comments } from '#tables/comments.ts'
import { mailBounces } from '#tables/mail-bounces.ts'
import { ticketMails } from '#tables/ticket-mails.ts'
import { tickets } from '#tables/tickets.ts'
import { users } from '#tables/users.ts'

const { messageId, ticketId, direction, userId, subject, mailbox, sentAt, createdAt } = ticketMails

const rootForm = /^ticket-([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})@/

/** Finds the tickets whose root is among these ids: all that mails of former versions refer to. */
async function findTicketsOfRoots(reader: Reader, messageIds: readonly string[]) {
  const roots = messageIds.flatMap((id) => {
    const ofTicket = rootForm.exec(id)?.[1]
    return ofTicket === undefined ? [] : [[id, ofTicket] as const]
  })
  if (roots.length === 0) return []
  const rows = await reader
    .select({ id: tickets.id })
    .from(tickets)
    .where(
      inArray(
        tickets.id,
        roots.map(([, ofTicket]) => ofTicket),
      ),
    )
  const known = new Set(rows.map(({ id }) => id))
  return roots.filter(([, ofTicket]) => known.has(ofTicket))
}

/** Finds the tickets that these Message-IDs (without angle brackets) belong to. */
export async function findTicketsOfMessages(
  reader: Reader,
  messageIds: readonly string[],
): Promise<Map<string, string>> {
  if (messageIds.length === 0) return new Map()
  const rows = await reader
    .select({ messageId, ticketId })
    .from(ticketMails)
    .where(inArray(messageId, [...messageIds]))
  const ofRoots = await findTicketsOfRoots(reader, messageIds)
  return new Map([...ofRoots, ...rows.map((row) => [row.messageId, row.ticketId] as const)])
}

interface About {
  ticketId: string
  /** The recipient. */
  userId: string
  /** The mail to be threaded. */
  messageId: string
}

/** Selects the people of the ticket's company, without its agents. */
const peopleOf = (reader: Reader, about: About) =>
  reader
    .select({ id: clientUsers.userId })
    .from(clientUsers)
    .innerJoin(tickets, eq(tickets.clientId, clientUsers.clientId))
    .innerJoin(users, and(eq(users.id, clientUsers.userId), eq(users.role, 'client')))
    .where(eq(tickets.id, about.ticketId))

/**
 * Selects the mails that the recipient knows: their own, those that were sent to them, and those that others of
 * the ticket's company wrote to it, if they belong to it, too. Staff's and other companies' mails are none of them.
 */
function isKnown(reader: Reader, about: About) {
  const ofCompany = peopleOf(reader, about)
  return and(
    eq(ticketId, about.ticketId),
    ne(messageId, about.messageId),
    or(
      and(eq(userId, about.userId), or(eq(direction, 'in'), isNotNull(sentAt))),
      and(eq(direction, 'in'), inArray(userId, ofCompany), sql`${about.userId} in ${ofCompany}`),
    ),
  )
}

const at = sql`coalesce(${sentAt}, ${createdAt})`
/** Later ones stand in the References of a mail. */
const mostKnown = 20

/**
 * Finds how the next mail about a ticket continues this person's conversation.
 * @returns `known`: Message-IDs in their mailbox, the first and the latest, the oldest first; `subject` of the latest
 * mail of theirs; `mailbox` of ours that the ticket was written to last
 */
export async function findConversation(reader: Reader, about: About) {
  const of = isKnown(reader, about)
  const ids = () => reader.select({ messageId }).from(ticketMails).where(of)
  const received = and(eq(ticketId, about.ticketId), eq(direction, 'in'))
  const [oldest, newest, [titled], [addressed]] = await pipelined([
    ids().orderBy(asc(at), asc(messageId)).limit(1).execute(),
    ids().orderBy(desc(at), desc(messageId)).limit(mostKnown).execute(),
    reader
      .select({ subject })
      .from(ticketMails)
      .where(and(of, eq(direction, 'in'), isNotNull(subject)))
      .orderBy(desc(createdAt), desc(messageId))
      .limit(1)
      .execute(),
    reader
      .select({ mailbox })
      .from(ticketMails)
      .where(and(received, isNotNull(mailbox)))
      .orderBy(desc(createdAt), desc(messageId))
      .limit(1)
      .execute(),
  ])
  const known = [...oldest, ...newest.toReversed()].map((row) => row.messageId)
  return {
    known: [...new Set(known)],
    subject: titled?.subject ?? null,
    mailbox: addressed?.mailbox ?? null,
  }
}

/** Chooses the address that takes the answers of a ticket. @returns undefined: nobody can answer by mail */
export const mailboxFor = (written: string | null, own: readonly string[]): string | undefined =>
  (written === null ? undefined : ownAddressOf(written, own)) ?? own[0]

/** Finds the refusals of people's addresses; none once an address is proved anew, or changed. */
export async function findBounces(
  reader: Reader,
  personIds: readonly string[],
): Promise<Map<string, { reason: string; at: Date }>> {
  const rows = await reader
    .select({ id: users.id, reason: mailBounces.reason, at: mailBounces.createdAt })
    .from(users)
    .innerJoin(mailBounces, eq(mailBounces.address, users.email))
    .where(
      and(
        inArray(users.id, [...personIds]),
        or(isNull(users.emailProvedAt), gte(mailBounces.sentAt, users.emailProvedAt)),
      ),
    )
  return new Map(rows.map(({ id, ...bounce }) => [id, bounce]))
}

export const findBounce = async (reader: Reader, personId: string) =>
  (await findBounces(reader, [personId])).get(personId)

/** Lists the mails with these comments that came back for good. */
export const listBounced = (reader: Reader, commentIds: readonly string[]) =>
  reader
    .select({
      commentId: comments.id,
      authorId: comments.userId,
      reason: ticketMails.bounce,
      recipient: personColumns,
    })
    .from(ticketMails)
    .innerJoin(comments, eq(comments.id, ticketMails.commentId))
    .innerJoin(users, eq(users.id, ticketMails.userId))
    .where(and(inArray(comments.id, [...commentIds]), isNotNull(ticketMails.bouncedAt)))
