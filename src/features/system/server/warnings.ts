import type { DeliveryQueue } from '#features/deliveries/server/queries.ts'
import type { Lag } from '#features/event-log/server/queries.ts'
import { secondsSince } from '#platform/server/reading.ts'
import type { SystemWarning } from '../contract.ts'

const megabyte = 1024 * 1024
/** Multiple of the floor below which files are refused. */
const floorsOfRoom = 4
const clockOffMs = 5000
const outboxLateS = 10 * 60
const manyGivenUp = 100
const behindS = 60
const dayMs = 24 * 60 * 60 * 1000
const backupWithinDays = 7

interface Standing {
  now: Date
  isOpen: boolean
  isMailSetUp: boolean
  /** Null when nothing is stored locally. */
  freeBytes: number | null
  diskFloorMb: number
  nodeCount: number
  /** Files lie in a folder, which nodes do not share. */
  isInFolder: boolean
  /** Lead over the database's clock; negative: behind it. */
  clockAheadMs: number
  queues: readonly DeliveryQueue[]
  lags: readonly Lag[]
  /** Time of the newest backup's contents. */
  lastBackupAt: Date | undefined
  firstEventAt: Date | undefined
}

const earliest = (moments: readonly (Date | undefined)[]) =>
  moments.flatMap((at) => at ?? []).reduce<Date | undefined>((a, b) => (a && a < b ? a : b), undefined)

/** Also warns of a desk without a backup once it is old enough. */
function backupWarning({ now, lastBackupAt, firstEventAt }: Standing): SystemWarning[] {
  const days = Math.floor((now.getTime() - (lastBackupAt ?? firstEventAt ?? now).getTime()) / dayMs)
  if (days < backupWithinDays) return []
  return [{ kind: 'no-backup', ...(lastBackupAt && { amount: days }) }]
}

/** Most urgent first. */
export function warningsFor(standing: Standing): SystemWarning[] {
  const { now, freeBytes, clockAheadMs, queues, lags } = standing
  const warnings: SystemWarning[] = []
  if (freeBytes !== null && freeBytes < floorsOfRoom * standing.diskFloorMb * megabyte)
    warnings.push({ kind: 'disk-low', amount: freeBytes })
  if (standing.nodeCount > 1 && standing.isInFolder)
    warnings.push({ kind: 'files-apart', amount: standing.nodeCount })
  warnings.push(...backupWarning(standing))
  const behind = secondsSince(earliest(lags.map(({ since }) => since)), now)
  if (behind > behindS) warnings.push({ kind: 'follower-behind', amount: Math.round(behind) })
  // Without a mail server mails wait, so that is reported once.
  const late = secondsSince(earliest(queues.map(({ since }) => since)), now)
  if (!standing.isMailSetUp) warnings.push({ kind: 'no-mail' })
  else if (late > outboxLateS) warnings.push({ kind: 'outbox-late', amount: Math.round(late) })
  const givenUp = queues.reduce((sum, queue) => sum + queue.givenUp, 0)
  if (givenUp > manyGivenUp) warnings.push({ kind: 'outbox-given-up', amount: givenUp })
  if (Math.abs(clockAheadMs) > clockOffMs)
    warnings.push({ kind: 'clock-off', amount: Math.round(clockAheadMs / 1000) })
  if (standing.isOpen) warnings.push({ kind: 'registration-open' })
  return warnings
}
