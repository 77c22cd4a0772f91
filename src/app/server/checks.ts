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

/** Checks that all migrations of this version are applied. Those of a newer one do not harm a node about to be replaced. */
const migrationsCheck = (database: OpenDatabase): Check => ({
  name: 'migrations',
  isVital: true,
  asksDatabase: true,
  isWell: createMigrationCheck(database),
})

const diskCheck = (folder: string, floorBytes: number): Check => ({
  name: 'disk',
  isVital: true,
  asksDatabase: false,
  async isWell() {
    const { bavail, bsize } = await fs.statfs(folder)
    return bavail * bsize >= floorBytes
  },
})

/** Checks that the server cannot work without: the database schema, and the disk of the database or files. */
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
  kinds: readonly DeliveryKind[]
}

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
