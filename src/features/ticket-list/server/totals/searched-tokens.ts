import { sql, type SQL } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'
import { canSeeLabels } from '#features/labels/policy.ts'
import { nameOfPerson } from '#features/ticket-search/server/public/bounded-search.ts'
import {
  readDay,
  readStatus,
  type SearchToken,
  type TokenName,
} from '#features/tickets/list/search/contract.ts'
import type { TicketFacets } from '#features/tickets/server/events.ts'
import type { Viewer } from '#features/users/contract.ts'
import { isClient, isDesk } from '#features/users/policy.ts'
import { i18n } from '#platform/contract/i18n.ts'
import { containing, searchable } from '#platform/contract/searchable.ts'
import { dayOf, edgesOfDay } from '#platform/server/clock.ts'
import { attachments } from '#tables/attachments.ts'
import { clients } from '#tables/clients.ts'
import { comments } from '#tables/comments.ts'
import { labels } from '#tables/labels.ts'
import { ticketLabels } from '#tables/ticket-labels.ts'
import { tickets } from '#tables/tickets.ts'
import { users } from '#tables/users.ts'

export interface Asked {
  viewer: Viewer
  now: Date
  timeZone: string
}

/** Meaning of one token; see `Condition`. */
interface Meaning {
  conditions: SQL
  values?: Readonly<Record<string, unknown>>
  names?: Readonly<Record<string, AnyPgColumn>>
  matches?(ticket: TicketFacets): boolean
}

const dayMs = 24 * 60 * 60 * 1000

/** Beginning of the day that a token names: the last such day of the week, today included. */
function beginningOf(value: string, { now, timeZone }: Asked): Date {
  const day = readDay(value) ?? { ago: 0 }
  if ('date' in day) return edgesOfDay(day.date, timeZone).from
  const today = dayOf(now, timeZone)
  const weekday = new Date(today).getUTCDay() || 7
  const ago = 'ago' in day ? day.ago : (weekday - day.weekday + 7) % 7
  const date = new Date(Date.parse(today) - ago * dayMs).toISOString().slice(0, 10)
  return edgesOfDay(date, timeZone).from
}

const people = (pattern: SQL) =>
  sql`any(array(select id from ${users} where search_text like ${pattern} and ${nameOfPerson} like ${pattern}))`
const companies = (pattern: SQL) =>
  sql`${tickets.clientId} = any(array(select id from ${clients} where name_search like ${pattern}))`

const isMe = (value: string) => ['me', searchable(i18n.t('me'))].includes(searchable(value))
const isNobody = (value: string) =>
  ['nobody', 'unassigned', searchable(i18n.t('Unassigned'))].includes(searchable(value))

const isNone = (value: string) => ['none', searchable(i18n.t('No label'))].includes(searchable(value))

/** Whether a ticket has a file that the viewer may download; see `requireAttachment`. */
function withFile(viewer: Viewer, me: SQL): SQL {
  const isPublic = isClient(viewer) ? sql`and c.is_internal is not true` : sql``
  const chatters = isClient(viewer)
    ? sql`${tickets.createdById}`
    : sql`${tickets.createdById}, ${tickets.assignedToId}`
  const isReadable = isDesk(viewer) ? sql`` : sql`and (a.chat_message_id is null or ${me} in (${chatters}))`
  return sql`exists (select from ${attachments} a left join ${comments} c on c.id = a.comment_id
    where a.ticket_id = ${tickets.id} ${isPublic} ${isReadable})`
}

/** @param key name of its placeholder */
type Reading = (value: string, key: string, asked: Asked) => Meaning

const readings: Record<TokenName, Reading> = {
  from(value, key, { viewer }) {
    const at = sql.placeholder(key)
    if (isMe(value))
      return {
        conditions: sql`${tickets.createdById} = ${at}::uuid`,
        values: { [key]: viewer.id },
        matches: ({ createdById }) => createdById === viewer.id,
      }
    const pattern = sql`${at}::text`
    return {
      conditions: sql`(${tickets.createdById} = ${people(pattern)} or ${companies(pattern)})`,
      values: { [key]: containing(value) },
    }
  },
  client: (value, key) => ({
    conditions: companies(sql`${sql.placeholder(key)}::text`),
    values: { [key]: containing(value) },
  }),
  product: (value, key) => ({
    conditions: sql`${tickets.productSearch} = any(${sql.placeholder(key)})`,
    names: { [key]: tickets.productSearch },
    values: { [key]: containing(value) },
  }),
  assigned(value, key, { viewer }) {
    const at = sql.placeholder(key)
    if (isNobody(value))
      return {
        conditions: sql`${tickets.assignedToId} is null`,
        matches: ({ assignedToId }) => assignedToId === null,
      }
    if (isMe(value))
      return {
        conditions: sql`${tickets.assignedToId} = ${at}::uuid`,
        values: { [key]: viewer.id },
        matches: ({ assignedToId }) => assignedToId === viewer.id,
      }
    return {
      conditions: sql`${tickets.assignedToId} = ${people(sql`${at}::text`)}`,
      values: { [key]: containing(value) },
    }
  },
  status(value, key) {
    const wanted = readStatus(value) ?? []
    return {
      conditions: sql`${tickets.status} = any(${sql.placeholder(key)}::text[])`,
      values: { [key]: wanted },
      matches: ({ status }) => wanted.includes(status),
    }
  },
  label(value, key, { viewer }) {
    if (!canSeeLabels(viewer)) return { conditions: sql`false`, matches: () => false }
    const own = sql`from ${ticketLabels} l where l.ticket_id = ${tickets.id}`
    if (isNone(value))
      return {
        conditions: sql`not exists (select ${own})`,
        matches: ({ labelIds }) => labelIds.length === 0,
      }
    const named = sql`select id from ${labels} where name_search like ${sql.placeholder(key)}`
    return {
      conditions: sql`exists (select ${own} and l.label_id = any(array(${named})))`,
      values: { [key]: containing(value) },
    }
  },
  has: (_, key, { viewer }) => ({
    conditions: withFile(viewer, sql`${sql.placeholder(key)}::uuid`),
    values: { [key]: viewer.id },
  }),
  before(value, key, asked) {
    const edge = beginningOf(value, asked).toISOString()
    return {
      conditions: sql`${tickets.createdAt} < ${sql.placeholder(key)}`,
      values: { [key]: edge },
      matches: ({ createdAt }) => createdAt < edge,
    }
  },
  after(value, key, asked) {
    const edge = beginningOf(value, asked).toISOString()
    return {
      conditions: sql`${tickets.createdAt} >= ${sql.placeholder(key)}`,
      values: { [key]: edge },
      matches: ({ createdAt }) => createdAt >= edge,
    }
  },
}

/** Days limit one another; other tokens of one name are alternatives. */
const areAlternatives = (name: TokenName) => name !== 'before' && name !== 'after'

type Shaped = Meaning & { shape: string }

/** A ticket passes any of them. */
const anyOf = (some: readonly Shaped[]): Shaped => ({
  shape: some.map(({ shape }) => shape).join(' or '),
  conditions: sql`(${sql.join(
    some.map(({ conditions }) => conditions),
    sql` or `,
  )})`,
  values: Object.fromEntries(some.flatMap(({ values = {} }) => Object.entries(values))),
  names: Object.fromEntries(some.flatMap(({ names = {} }) => Object.entries(names))),
  ...(some.every(({ matches }) => matches) && {
    matches: (ticket: TicketFacets) => some.some((one) => one.matches?.(ticket)),
  }),
})

/** @returns the conditions of a search's tokens, for `conditions.ts` */
export function meaningsOf(tokens: readonly SearchToken[], asked: Asked): Shaped[] {
  const read = tokens.map(({ name, value }, place) => {
    const meaning: Meaning = readings[name](value, `${name}Token${place}`, asked)
    return { name, meaning: { ...meaning, shape: `${name}${meaning.values ? place : ''}` } }
  })
  return [...Map.groupBy(read, ({ name }) => name)].flatMap(([name, group]) => {
    const some = group.map(({ meaning }) => meaning)
    return some.length > 1 && areAlternatives(name) ? [anyOf(some)] : some
  })
}
