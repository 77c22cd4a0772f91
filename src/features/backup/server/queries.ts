import { asc } from 'drizzle-orm'
import type { Reader } from '#platform/server/database/query-builder.ts'
import { events } from '#tables/events.ts'
import { lastBackup } from '#tables/last-backup.ts'

/** Finds the newest backup, and the time of the first event, before which there was nothing to copy. */
export async function findLastBackup(reader: Reader) {
  const [rows, first] = await Promise.all([
    reader.select().from(lastBackup),
    reader.select({ at: events.at }).from(events).orderBy(asc(events.position)).limit(1),
  ])
  return { backup: rows[0], firstEventAt: first[0]?.at }
}
