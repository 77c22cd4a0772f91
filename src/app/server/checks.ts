import fs from 'node:fs/promises'
import path from 'node:path'
import { isBehind } from '#features/deliveries/server/queries.ts'
import { lateCheck, type Check } from '#platform/server/check.ts'
import type { Clock } from '#platform/server/clock.ts'
import { createMigrationCheck, type OpenDatabase } from '#platform/server/database/database.ts'
import { type Database } from '#platform/server/database/query-builder.ts'
import type { Env } from '#platform/server/process/env.ts'
import type { DeliveryKind } from '#platform/server/send/outbox.ts'
import type { Files } from '#platform/server/store/files.ts'

const megabyte = 1024 * 1024
const minuteMs = 60_000
/** Due messages are looked for every half minute. */
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

interface Outgoing {
  db: Database
  clock: Clock
  /** Kinds that this server sends. */
  kinds: readonly DeliveryKind[]
}

/** Checks that deliveries go out in time, by each way. */
export function sendingChecks({ db, clock, kinds }: Outgoing): Check[] {
  return [...Map.groupBy(kinds, ({ check }) => check)].flatMap(([name, some]) =>
    name === undefined
      ? []
      : lateCheck(
          name,
          async () => !(await isBehind(db, some, new Date(clock.now().getTime() - sentWithinMs))),
        ),
  )
}
