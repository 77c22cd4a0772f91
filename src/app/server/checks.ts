import fs from 'node:fs/promises'
import path from 'node:path'
import { countSetAside, isFollowerBehind } from '#features/event-log/server/queries.ts'
import { findStoreFault } from '#features/uploads/server/installation.ts'
import { followerName } from '#features/notifications/server/follower.ts'
import type { Clock } from '#platform/server/clock.ts'
import { createMigrationCheck, type OpenDatabase } from '#platform/server/database/database.ts'
import type { Env } from '#platform/server/process/env.ts'
import { isOutboxBehind, type Outbox } from '#platform/server/send/outbox.ts'
import { channelMessages } from '#tables/channel-messages.ts'
import { linkMails } from '#tables/link-mails.ts'
import { notificationMails } from '#tables/notification-mails.ts'
import { notificationTexts } from '#tables/notification-texts.ts'
import type { Files } from './files.ts'
import type { Check } from './health.ts'

const megabyte = 1024 * 1024
const minuteMs = 60_000
/** Followers of the log are woken by each commit, and look by themselves every few seconds. */
const followersWithinMs = minuteMs
/** Outboxes are looked at every half minute. */
const sentWithinMs = 10 * minuteMs

/** All migrations of this version have been applied; those of a newer one do no harm to a node that is about to be replaced. */
const migrationsCheck = (database: OpenDatabase): Check => ({
  name: 'migrations',
  isVital: true,
  asksDatabase: true,
  isWell: createMigrationCheck(database),
})

/** The disk has room for a day's writing. */
const diskCheck = (folder: string, floorBytes: number): Check => ({
  name: 'disk',
  isVital: true,
  asksDatabase: false,
  async isWell() {
    const { bavail, bsize } = await fs.statfs(folder)
    return bavail * bsize >= floorBytes
  },
})

/** Without these nothing can be served: the form of the database, and the disk where that or files lie. */
export const vitalChecks = (
  database: OpenDatabase,
  { local }: Pick<Files, 'local'>,
  env: Pick<Env, 'DATA_DIR' | 'DISK_FLOOR_MB'>,
): Check[] => [
  migrationsCheck(database),
  ...(database.embedded || local
    ? [diskCheck(path.resolve(env.DATA_DIR), env.DISK_FLOOR_MB * megabyte)]
    : []),
]

/** The file store is that of this database; else nothing is cleaned up there. Asked once a minute: it may be a bucket far away. */
export function fileStoreCheck({ db }: OpenDatabase, { store }: Pick<Files, 'store'>): Check {
  let lookedAt = -Infinity
  let found: Promise<boolean> | undefined
  return {
    name: 'file store',
    isVital: false,
    asksDatabase: true,
    isWell() {
      if (!found || performance.now() - lookedAt > minuteMs) {
        lookedAt = performance.now()
        found = findStoreFault(db, store).then((fault) => fault === undefined)
      }
      return found
    },
  }
}

interface Sending {
  database: OpenDatabase
  clock: Clock
  hasTexts: boolean
  hasWhatsApp: boolean
}

/** What comes of changes later is not late: mails, texts and replies go out, and what decides about them keeps up with the log. */
export function followerChecks({ database: { db }, clock, hasTexts, hasWhatsApp }: Sending): Check[] {
  const ago = (ms: number) => new Date(clock.now().getTime() - ms)
  const late = (name: string, isWell: Check['isWell']) => ({
    name,
    isVital: false,
    asksDatabase: true,
    isWell,
  })
  const goesOut = (name: string, ...outboxes: Outbox[]) =>
    late(name, async () => {
      for (const outbox of outboxes) if (await isOutboxBehind(db, outbox, ago(sentWithinMs))) return false
      return true
    })
  return [
    late('notifications', async () => !(await isFollowerBehind(db, followerName, ago(followersWithinMs)))),
    late('events', async () => (await countSetAside(db)) === 0),
    goesOut('mail', notificationMails, linkMails),
    ...(hasTexts ? [goesOut('texts', notificationTexts)] : []),
    ...(hasWhatsApp ? [goesOut('whatsapp', channelMessages)] : []),
  ]
}

/** Browsers hear of everything within a minute. */
export const liveCheck = (hub: { isCurrent(before: Date): Promise<boolean> }, clock: Clock): Check => ({
  name: 'live',
  isVital: false,
  asksDatabase: true,
  isWell: () => hub.isCurrent(new Date(clock.now().getTime() - followersWithinMs)),
})
