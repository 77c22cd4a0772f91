import { and, eq, inArray, isNotNull, isNull, or, sql } from 'drizzle-orm'
import { preparedSql, type Tx } from '#platform/server/database/query-builder.ts'
import { databaseErrorCode } from '#platform/server/database/database-errors.ts'
import type { Announcement } from '#platform/server/log/define-fact.ts'
import type { LogEntry } from '#platform/server/log/log-entry.ts'
import type { FormerPerson } from '#platform/server/personal-data.ts'
import type { Work } from '#platform/server/work.ts'
import { events } from '#tables/events.ts'
import { idempotencyKeys } from '#tables/idempotency-keys.ts'
import { logFollowers } from '#tables/log-followers.ts'
import { logHead } from '#tables/log-head.ts'
import { setAsideEvents } from '#tables/set-aside-events.ts'
import { logRestored } from './events.ts'

// One statement, so that the head is locked only until the commit sent with it.
const append = preparedSql(
  'append_events',
  `with head as (
    update log_head set position = position + $1, public_position = public_position + $2 where id = 1
    returning position - $1 as position, public_position - $2 as public_position)
  insert into events (position, public_position, type, ticket_id, subject_id, actor_id, ip, data, at)
  select head.position + place, head.public_position + public_place,
    type, ticket_id, subject_id, actor_id, ip, data, at
  from head cross join jsonb_to_recordset($3) as facts (place int, public_place int, type text, ticket_id uuid, subject_id uuid,
    actor_id uuid, ip text, data jsonb, at timestamptz)`,
)

/** Must be a transaction's last statement: the locked head keeps positions ordered and without gaps. */
export function appendEvents(tx: Tx, facts: readonly Announcement[], now: Date): Promise<unknown> {
  let publicCount = 0
  const rows = facts.map(({ isPublic, type, ticketId, subjectId, actorId, ip, data, at = now }, place) => ({
    place: place + 1,
    public_place: isPublic ? ++publicCount : null,
    type,
    ticket_id: ticketId,
    subject_id: subjectId,
    actor_id: actorId,
    ip,
    data,
    at,
  }))
  return append(tx, [facts.length, publicCount, JSON.stringify(rows)])
}

/** Bound on the events written between a backup and the loss of its source. */
const leap = 1_000_000_000

/**
 * Continues a restored log beyond every position that a browser may know, and announces it: otherwise open
 * browsers would take new events for old ones. Call it last in the restoring transaction.
 */
export async function beginAfterRestore(
  tx: Tx,
  restored: { madeAt: string; version: string },
  now: Date,
): Promise<void> {
  await tx
    .update(logHead)
    .set({ position: sql`position + ${leap}`, publicPosition: sql`public_position + ${leap}` })
  await appendEvents(tx, [logRestored({ actorId: null, data: restored })], now)
}

/** Starts a follower at the present end, unless it has begun. */
export async function startFollowing(unit: Work, name: string): Promise<void> {
  await unit.tx
    .insert(logFollowers)
    .values({ name, position: sql`(select position from ${logHead})` })
    .onConflictDoNothing()
}

/** Locks a follower. @returns its position; undefined while another node holds it */
export async function lockPosition({ tx }: Work, name: string): Promise<number | undefined> {
  const [row] = await tx
    .select({ position: logFollowers.position })
    .from(logFollowers)
    .where(eq(logFollowers.name, name))
    .for('update', { skipLocked: true })
  return row?.position
}

/** Call it while holding the follower's row. */
export async function movePosition({ tx }: Work, name: string, position: number): Promise<void> {
  await tx.update(logFollowers).set({ position }).where(eq(logFollowers.name, name))
}

/** Reduces an error to what may be stored: its message may contain texts of people. */
const kindOf = (error: unknown): string =>
  databaseErrorCode(error) ?? (error instanceof Error ? error.name : typeof error)

/** Records a skipped event, or a failed retry. */
export async function setAside(
  unit: Work,
  follower: string,
  { position, type }: Pick<LogEntry, 'position' | 'type'>,
  error: unknown,
): Promise<void> {
  const now = { failure: kindOf(error), lastAt: unit.now }
  await unit.tx
    .insert(setAsideEvents)
    .values({ follower, position, eventType: type, firstAt: unit.now, ...now })
    .onConflictDoUpdate({ target: [setAsideEvents.follower, setAsideEvents.position], set: now })
}

/** @returns false when another node has handled the event */
export async function removeSetAside(unit: Work, follower: string, position: number): Promise<boolean> {
  const taken = await unit.tx
    .delete(setAsideEvents)
    .where(and(eq(setAsideEvents.follower, follower), eq(setAsideEvents.position, position)))
    .returning({ position: setAsideEvents.position })
  return taken.length > 0
}

/** Log entry with its words before they were removed. */
export interface Words {
  position: number
  data: unknown
}

/**
 * Removes texts about deleted things from the log: file names, and values of changed fields. Actor, action,
 * time, subject and position stay. Stored idempotent answers go, too. Call it in the deleting transaction.
 * @param ids of anything that is deleted
 * @returns the removed texts, for `recallWords`
 */
export async function forgetWords(tx: Tx, ids: readonly string[]): Promise<Words[]> {
  const isAbout = or(inArray(events.ticketId, [...ids]), inArray(events.subjectId, [...ids]))
  const hasTexts = and(isAbout, sql`${events.data} ?| array['files', 'texts']`)
  const hasChanges = and(
    inArray(events.subjectId, [...ids]),
    sql`jsonb_typeof(${events.data} -> 'changes') = 'object'`,
  )
  const taken = await tx
    .select({ position: events.position, data: events.data })
    .from(events)
    .where(or(hasTexts, hasChanges))
    .orderBy(events.position)
  await tx
    .update(events)
    .set({ data: sql`${events.data} - 'files' - 'texts'` })
    .where(hasTexts)
  // The names of the changed fields may stay.
  await tx
    .update(events)
    .set({
      data: sql`jsonb_set(${events.data}, '{changes}',
        (select coalesce(jsonb_object_agg(field, null::text), '{}') from jsonb_object_keys(${events.data} -> 'changes') as field))`,
    })
    .where(hasChanges)
  for (const id of ids) {
    const named = `%${id}%`
    await tx
      .update(idempotencyKeys)
      .set({ answer: null })
      .where(sql`${idempotencyKeys.route} like ${named} or ${idempotencyKeys.answer} like ${named}`)
  }
  return taken
}

export async function recallWords(tx: Tx, words: readonly Words[]): Promise<void> {
  if (words.length === 0) return
  await tx.execute(sql`update ${events} set data = given.data
    from jsonb_to_recordset(${JSON.stringify(words)}::jsonb) as given (position bigint, data jsonb)
    where ${events}.position = given.position`)
}

/** Removes the names of things that can be restored no more. */
export async function forgetNames(tx: Tx, ids: readonly string[]): Promise<void> {
  await tx
    .update(events)
    .set({ data: sql`jsonb_set(${events.data}, '{name}', '""')` })
    .where(and(inArray(events.subjectId, [...ids]), sql`${events.data} ? 'name'`))
}

/** Facts with a name field; the name of an unshared view or answer belongs to its owner alone. */
const ownThings = [
  { types: ['view.saved', 'view.changed', 'view.deleted'], field: 'name' },
  { types: ['saved_answer.saved', 'saved_answer.changed', 'saved_answer.deleted'], field: 'title' },
]

/**
 * Removes from the log what a person's own facts say of them: changed values, requested addresses, IP
 * addresses, and names of private views and answers. Stored idempotent answers go that are theirs or about
 * their account. Facts about anything else stay.
 */
export async function forgetPerson({ tx }: Work, { id }: FormerPerson): Promise<void> {
  await forgetWords(tx, [id])
  const isByThem = or(eq(events.actorId, id), and(isNull(events.actorId), eq(events.subjectId, id)))
  await tx
    .update(events)
    .set({ ip: null })
    .where(and(isByThem, isNotNull(events.ip)))
  const empty = (field: string) => ({
    data: sql`${events.data} || ${JSON.stringify({ [field]: '' })}::jsonb`,
  })
  await tx
    .update(events)
    .set(empty('email'))
    .where(and(eq(events.subjectId, id), eq(events.type, 'user.address_asked')))
  for (const { types, field } of ownThings)
    await tx
      .update(events)
      .set(empty(field))
      .where(
        and(
          inArray(events.type, types),
          sql`${events.data} ->> 'ownerId' = ${id}`,
          sql`not jsonb_path_exists(${events.data} -> 'sharedWith', '$[*] ? (@ != null)')`,
        ),
      )
  await tx.delete(idempotencyKeys).where(eq(idempotencyKeys.userId, id))
}

/** Deletes entries that the caller knows to be unread; numbering goes on. @returns how many were still there */
export async function deleteEntries(tx: Tx, positions: readonly number[]): Promise<number> {
  const { rowCount } = await tx.delete(events).where(inArray(events.position, [...positions]))
  return rowCount ?? 0
}
