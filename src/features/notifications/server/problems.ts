import { i18n } from '#platform/contract/i18n.ts'
import { and, desc, eq, gte, inArray, isNotNull, not, or, sql } from 'drizzle-orm'
import { linkMail } from '#features/accounts/server/deliveries.ts'
import { isFailed } from '#features/deliveries/server/queries.ts'
import { countSetAside } from '#features/event-log/server/queries.ts'
import type { Reader } from '#platform/server/database/query-builder.ts'
import type { DeliveryKind } from '#platform/server/send/outbox.ts'
import { deliveries } from '#tables/deliveries.ts'
import { users } from '#tables/users.ts'
import type { DeliveryProblems, MailProblem, MessageProblem } from '../contract.ts'
import { notificationMail } from './deliveries.ts'

const mostProblems = 50
const monthMs = 30 * 24 * 60 * 60 * 1000

type Kinds = readonly DeliveryKind[]

const isOneOf = (kinds: Kinds) =>
  inArray(
    deliveries.kind,
    kinds.map(({ name }) => name),
  )

/** Selects failed deliveries of the last 30 days that the desk may see. */
function isProblem(kinds: Kinds, now: Date) {
  const hidden = kinds.filter(({ isShownToDesk }) => isShownToDesk === false)
  const withRecipient = kinds.filter(({ isShownToDesk }) => isShownToDesk === 'with-recipient')
  return and(
    isFailed(now),
    not(isOneOf(hidden)),
    gte(deliveries.createdAt, new Date(now.getTime() - monthMs)),
    or(not(isOneOf(withRecipient)), isNotNull(deliveries.userId)),
  )
}

const listNewest = (reader: Reader, kinds: Kinds, now: Date) =>
  reader
    .select({ delivery: deliveries, user: users })
    .from(deliveries)
    .leftJoin(users, eq(users.id, deliveries.userId))
    .where(isProblem(kinds, now))
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

/** Finds the kind of a mail; undefined for other or unreadable deliveries. */
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

function shapeMessage(row: Row, kinds: Kinds): MessageProblem {
  const { delivery, user } = row
  const kind = kinds.find(({ name }) => name === delivery.kind)
  const read = kind?.payload.safeParse(delivery.payload)
  const words = read?.success ? kind?.describe?.(read.data, user) : undefined
  return {
    ...shape(row),
    user: personIn(row),
    kind: words ? delivery.kind : 'other',
    ...(words ?? { what: i18n.t('Message'), number: null }),
  }
}

export async function findProblems(reader: Reader, kinds: Kinds, now: Date): Promise<DeliveryProblems> {
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
    .where(isProblem(kinds, now))
  const rows = await listNewest(reader, kinds, now)
  return {
    ...(counts ?? { givenUp: 0, waiting: 0, lastFailure: null }),
    setAside: await countSetAside(reader),
    mails: rows.flatMap((row) => shapeMail(row) ?? []),
    messages: rows.filter((row) => !shapeMail(row)).map((row) => shapeMessage(row, kinds)),
  }
}

export async function listProblemKinds(reader: Reader, kinds: Kinds, now: Date): Promise<string[]> {
  const rows = await reader
    .selectDistinct({ kind: deliveries.kind })
    .from(deliveries)
    .where(isProblem(kinds, now))
  return rows.map(({ kind }) => kind)
}

export async function findProblemKind(
  reader: Reader,
  kinds: Kinds,
  id: string,
  now: Date,
): Promise<string | undefined> {
  const [row] = await reader
    .select({ kind: deliveries.kind })
    .from(deliveries)
    .where(and(eq(deliveries.id, id), isProblem(kinds, now)))
  return row?.kind
}
