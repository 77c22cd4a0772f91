import { i18n } from '#platform/contract/i18n.ts'
import { and, desc, eq, gte, isNotNull, ne, or, sql } from 'drizzle-orm'
import { linkMail } from '#features/accounts/server/deliveries.ts'
import { isFailed } from '#features/deliveries/server/queries.ts'
import { countSetAside } from '#features/event-log/server/queries.ts'
import { channelReply } from '#features/messaging/server/deliveries.ts'
import { addressNotice } from '#features/users/server/deliveries.ts'
import type { Reader } from '#platform/server/database/database.ts'
import { deliveries } from '#tables/deliveries.ts'
import { users } from '#tables/users.ts'
import type { DeliveryProblems, MailProblem, MessageProblem } from '../contract.ts'
import { textMessage } from '../texts/server/deliveries.ts'
import { notificationMail } from './deliveries.ts'

const mostProblems = 50
const monthMs = 30 * 24 * 60 * 60 * 1000

/**
 * Lists what was not taken so far in the last 30 days. A link that nobody is known to get is nobody's problem, and
 * an address that somebody has left may be there no more.
 */
const isProblem = (now: Date) =>
  and(
    isFailed(now),
    ne(deliveries.kind, addressNotice.name),
    gte(deliveries.createdAt, new Date(now.getTime() - monthMs)),
    or(ne(deliveries.kind, linkMail.name), isNotNull(deliveries.userId)),
  )

const listNewest = (reader: Reader, now: Date) =>
  reader
    .select({ delivery: deliveries, user: users })
    .from(deliveries)
    .leftJoin(users, eq(users.id, deliveries.userId))
    .where(isProblem(now))
    .orderBy(desc(deliveries.createdAt), desc(deliveries.id))
    .limit(mostProblems)

type Row = Awaited<ReturnType<typeof listNewest>>[number]

const shape = ({ delivery: { id, failure, attempts, dueAt, createdAt } }: Row) => ({
  id,
  failure: failure ?? '',
  attempts,
  dueAt: dueAt?.toISOString() ?? null,
  createdAt: createdAt.toISOString(),
})

function personIn({ user }: Row): MailProblem['user'] | null {
  if (!user) return null
  const { id, firstName, lastName, email } = user
  return { id, firstName, lastName, email }
}

/** Whether what is stored under this name is a mail. */
export const isMail = (kind: string): boolean => kind === notificationMail.name || kind === linkMail.name

/** Why nothing of this kind can be sent, where there is no way to. */
export function noSenderWords(kind: string): string {
  if (isMail(kind)) return i18n.t('No mail server is set up yet. Enter one in Email Settings.')
  if (kind === textMessage.name) return i18n.t('No SMS provider is configured on this server.')
  if (kind === channelReply.name) return i18n.t('WhatsApp is not configured on this server.')
  return i18n.t('Nothing on this server sends messages of this kind.')
}

/** What a mail is about; undefined for what is no mail, or cannot be read. */
function mailKindOf({ delivery: { kind, payload } }: Row): MailProblem['kind'] | undefined {
  if (kind === notificationMail.name)
    return notificationMail.payload.safeParse(payload).data?.notificationType
  if (kind === linkMail.name) return linkMail.payload.safeParse(payload).data?.purpose
  return undefined
}

function shapeMail(row: Row): MailProblem | undefined {
  const [kind, user] = [mailKindOf(row), personIn(row)]
  return kind && user ? { ...shape(row), kind, user } : undefined
}

function shapeMessage(row: Row): MessageProblem {
  const { kind, payload } = row.delivery
  const message = { ...shape(row), user: personIn(row) }
  if (kind === textMessage.name) return { ...message, kind: 'text', number: row.user?.mobileNumber ?? null }
  if (kind !== channelReply.name) return { ...message, kind: 'other', number: null }
  const { data } = channelReply.payload.safeParse(payload)
  return { ...message, kind: 'reply', number: data ? `+${data.phoneNumber}` : null }
}

/** What could not be sent so far in the last 30 days, by whatever way. */
export async function findProblems(reader: Reader, now: Date): Promise<DeliveryProblems> {
  const { id, failure, dueAt, createdAt } = deliveries
  const [counts] = await reader
    .select({
      givenUp: sql<number>`count(*) filter (where ${dueAt} is null)::int`,
      waiting: sql<number>`count(*) filter (where ${dueAt} is not null)::int`,
      lastFailure: sql<
        string | null
      >`(array_agg(${failure} order by ${createdAt} desc, ${id} desc) filter (where ${dueAt} is null))[1]`,
    })
    .from(deliveries)
    .where(isProblem(now))
  const rows = await listNewest(reader, now)
  return {
    ...(counts ?? { givenUp: 0, waiting: 0, lastFailure: null }),
    setAside: await countSetAside(reader),
    mails: rows.flatMap((row) => shapeMail(row) ?? []),
    messages: rows.filter((row) => !shapeMail(row)).map(shapeMessage),
  }
}

/** The kinds of what could not be sent so far. */
export async function listProblemKinds(reader: Reader, now: Date): Promise<string[]> {
  const rows = await reader.selectDistinct({ kind: deliveries.kind }).from(deliveries).where(isProblem(now))
  return rows.map(({ kind }) => kind)
}

/** The kind of this delivery, if it is one that could not be sent so far. */
export async function findProblemKind(reader: Reader, id: string, now: Date): Promise<string | undefined> {
  const [row] = await reader
    .select({ kind: deliveries.kind })
    .from(deliveries)
    .where(and(eq(deliveries.id, id), isProblem(now)))
  return row?.kind
}
