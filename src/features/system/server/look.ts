import fs from 'node:fs/promises'
import { isRegistrationOpen, type Registration } from '#features/auth/server/queries.ts'
import type { Backup } from '#features/backup/contract.ts'
import { findLastBackup } from '#features/backup/server/queries.ts'
import { listQueues } from '#features/deliveries/server/queries.ts'
import { listFollowerLags, type Lag } from '#features/event-log/server/queries.ts'
import { isMailConfigured } from '#features/mail-settings/server/queries.ts'
import { quotasFor } from '#features/uploads/policy.ts'
import type { Clock } from '#platform/server/clock.ts'
import type { OpenDatabase } from '#platform/server/database/database.ts'
import { memoizeFor } from '#platform/server/memoize-for.ts'
import type { NodeIdentity } from '#platform/server/process/node-identity.ts'
import type { Dispatcher } from '#platform/server/send/dispatcher.ts'
import type { DeliveryKind } from '#platform/server/send/outbox.ts'
import type { Files } from '#platform/server/store/files.ts'
import type { System } from '../contract.ts'
import { findMailTraffic, listFullest, listNodes, measureDatabase, sumFiles } from './queries.ts'
import { warningsFor } from './warnings.ts'

/** Summing all files takes a while. */
const filesHoldMs = 60_000

export interface LookParts {
  database: OpenDatabase
  clock: Clock
  node: NodeIdentity
  dataFolder: string
  files: Pick<Files, 'local'>
  hub: { findLag(): Promise<Lag> }
  dispatcher: Pick<Dispatcher, 'kinds'>
  deliveryKinds: readonly DeliveryKind[]
  auth: { settings: Omit<Registration, 'hasPublicUrl'>; hasPublicUrl: boolean }
  settings: { DISK_FLOOR_MB: number; CLIENT_QUOTA_GB: number }
}

const isoOf = (at: Date | null | undefined) => at?.toISOString() ?? null

async function findFreeBytes({ dataFolder, database, files }: LookParts): Promise<number | null> {
  if (!database.embedded && !files.local) return null
  const { bavail, bsize } = await fs.statfs(dataFolder)
  return bavail * bsize
}

async function listAllNodes({ database, node }: LookParts): Promise<System['nodes']> {
  const others = database.embedded ? [] : (await listNodes(database.db)).filter(({ id }) => id !== node.id)
  return [node, ...others].map(({ id, name, version, startedAt }) => ({
    id,
    name,
    version,
    startedAt: startedAt.toISOString(),
    isThis: id === node.id,
  }))
}

const shapeLag = (name: string, { events, since }: Lag) => ({ name, events, waitingSince: isoOf(since) })

const shapeBackup = ({
  madeAt,
  bytes,
  file,
  machine,
  isEncrypted,
}: Omit<Backup, 'madeAt'> & { madeAt: Date }): Backup => ({
  madeAt: madeAt.toISOString(),
  bytes,
  file,
  machine,
  isEncrypted,
})

export function createLook(parts: LookParts): () => Promise<System> {
  const { database, clock, node, files, hub, dispatcher, deliveryKinds, auth, settings } = parts
  const { db, embedded } = database
  const quotaBytes = quotasFor(settings.CLIENT_QUOTA_GB).company.total
  const readFiles = memoizeFor(
    async () => ({ ...(await sumFiles(db)), fullest: await listFullest(db), quotaBytes }),
    filesHoldMs,
  )

  return async function look() {
    const now = clock.now()
    const { aheadMs, roundTripMs, ...measured } = await measureDatabase(db, () => clock.now())
    const [
      nodes,
      stored,
      freeBytes,
      isSetUp,
      { lastSentAt, failed },
      { backup, firstEventAt },
      queues,
      live,
      lags,
      isOpen,
    ] = await Promise.all([
      listAllNodes(parts),
      readFiles(),
      findFreeBytes(parts),
      isMailConfigured(db),
      findMailTraffic(db, now),
      findLastBackup(db),
      listQueues(db, dispatcher.kinds, now),
      hub.findLag(),
      listFollowerLags(db),
      isRegistrationOpen(db, { ...auth.settings, hasPublicUrl: auth.hasPublicUrl }),
    ])
    const followers = [shapeLag('live', live), ...lags.map(({ name, ...lag }) => shapeLag(name, lag))]
    return {
      version: node.version,
      at: now.toISOString(),
      nodes,
      database: {
        kind: embedded ? 'embedded' : 'postgresql',
        ...measured,
        roundTripMs: Math.round(roundTripMs * 10) / 10,
      },
      files: { kind: files.local ? 'disk' : 's3', ...stored },
      freeBytes,
      mail: {
        isSetUp,
        lastSentAt: isoOf(lastSentAt),
        lastFailure: failed
          ? { message: failed.failure ?? '', queuedAt: failed.createdAt.toISOString() }
          : null,
      },
      lastBackup: backup ? shapeBackup(backup) : null,
      queues: queues.map(({ since, ...queue }) => ({
        ...queue,
        label: deliveryKinds.find(({ name }) => name === queue.kind)?.label ?? queue.kind,
        oldestAt: isoOf(since),
      })),
      followers,
      warnings: warningsFor({
        now,
        isOpen,
        isMailSetUp: isSetUp,
        freeBytes,
        diskFloorMb: settings.DISK_FLOOR_MB,
        nodeCount: nodes.length,
        isInFolder: files.local !== undefined,
        clockAheadMs: -aheadMs,
        queues,
        lags: [live, ...lags],
        lastBackupAt: backup?.madeAt,
        firstEventAt,
      }),
    }
  }
}
