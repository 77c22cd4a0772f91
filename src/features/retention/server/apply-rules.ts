import { erasePerson, type Eraser } from '#features/erasure/server/service.ts'
import { deleteEntries } from '#features/event-log/server/service.ts'
import { deleteTicket } from '#features/conversation/server/public/deletion.ts'
import type { FastifyBaseLogger } from 'fastify'
import { AppError } from '#platform/contract/errors.ts'
import type { Clock } from '#platform/server/clock.ts'
import type { Database } from '#platform/server/database/query-builder.ts'
import { removeLeftovers, type ObjectStore } from '#platform/server/store/object-store.ts'
import type { DoWork, Work } from '#platform/server/work.ts'
import { retentionKinds, type RetentionKind } from '../contract.ts'
import {
  findRule,
  isStillOld,
  listInactivePeople,
  listOldEntries,
  listOldTickets,
  monthsBefore,
} from './queries.ts'
import { recordApplied, lockRetention } from './service.ts'

interface Parts extends Pick<Eraser, 'personal'> {
  db: Database
  work: DoWork
  clock: Clock
  store: ObjectStore
  log: Pick<FastifyBaseLogger, 'warn'>
}

/** Limit per hour, as the desk is in use. */
const atMost: Readonly<Record<RetentionKind, number>> = { tickets: 500, people: 10, log: 20_000 }
const entriesAtOnce = 1000

type Rule = NonNullable<Awaited<ReturnType<typeof findRule>>>

/** Locks the rule. @returns false when it has changed */
async function stillCounts(unit: Work, { kind, months }: Rule): Promise<boolean> {
  await lockRetention(unit)
  return (await findRule(unit.tx, kind))?.months === months
}

async function takeTickets({ db, work, clock, store, log }: Parts, rule: Rule): Promise<number> {
  const before = monthsBefore(clock.now(), rule.months)
  let taken = 0
  for (const { id } of await listOldTickets(db, before, atMost.tickets))
    try {
      const paths = await work(async (unit) => {
        const isOld = () => isStillOld(unit.tx, 'tickets', id, before, unit.now)
        if (!(await stillCounts(unit, rule)) || !(await isOld())) return undefined
        return deleteTicket(unit, null, id, 'restorable', isOld)
      })
      if (!paths) continue
      await removeLeftovers(store, paths, log)
      taken++
    } catch (error) {
      // The ticket was changed or deleted concurrently.
      if (!(error instanceof AppError)) throw error
    }
  return taken
}

async function takePeople({ db, work, clock, store, log, personal }: Parts, rule: Rule): Promise<number> {
  const before = monthsBefore(clock.now(), rule.months)
  let taken = 0
  for (const { id } of await listInactivePeople(db, before, clock.now(), atMost.people))
    try {
      const paths = await work(async (unit) => {
        const isOld = () => isStillOld(unit.tx, 'people', id, before, unit.now)
        if (!(await stillCounts(unit, rule)) || !(await isOld())) return undefined
        return erasePerson(unit, { viewer: null, language: rule.language, ownTexts: false, personal }, id)
      })
      if (!paths) continue
      await removeLeftovers(store, paths, log)
      taken++
    } catch (error) {
      // A conflict; it is retried in an hour.
      if (!(error instanceof AppError)) throw error
    }
  return taken
}

async function takeEntries({ db, work, clock }: Parts, rule: Rule): Promise<number> {
  const before = monthsBefore(clock.now(), rule.months)
  let taken = 0
  // Continues behind entries that a rule leaves, instead of reading them again for every batch.
  let last: number | undefined
  while (taken < atMost.log) {
    const some = await listOldEntries(db, before, entriesAtOnce, last)
    last = some.at(-1)?.position
    if (last === undefined) break
    const positions = some.map(({ position }) => position)
    // Another node may have deleted them since.
    const deleted = await work(async (unit) =>
      (await stillCounts(unit, rule)) ? deleteEntries(unit.tx, positions) : undefined,
    )
    if (deleted === undefined) break
    taken += deleted
  }
  return taken
}

const take: Record<RetentionKind, (parts: Parts, rule: Rule) => Promise<number>> = {
  tickets: takeTickets,
  people: takePeople,
  log: takeEntries,
}

/** Applies active rules in small steps; the rest waits for the next hour. */
export async function applyRules(parts: Parts): Promise<void> {
  for (const kind of retentionKinds) {
    const rule = await findRule(parts.db, kind)
    if (!rule) continue
    const taken = await take[kind](parts, rule)
    if (taken > 0) await parts.work(async (unit) => recordApplied(unit, kind, taken))
  }
}
