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
  log: Pick<FastifyBaseLogger, 'error' | 'warn'>
}

/** Limit per hour, as the desk is in use. */
const atMost: Readonly<Record<RetentionKind, number>> = { tickets: 500, people: 10, log: 20_000 }
const entriesAtOnce = 1000
/** Bound of an hour; more have one cause. */
const mostFailures = 500

type Rule = NonNullable<Awaited<ReturnType<typeof findRule>>>

/** Locks the rule. @returns false when it has changed */
async function stillCounts(unit: Work, { kind, months }: Rule): Promise<boolean> {
  await lockRetention(unit)
  return (await findRule(unit.tx, kind))?.months === months
}

/**
 * Takes old things one by one, each in a unit of work of its own. One that fails is left for the next hour; another
 * takes its place in the limit.
 * @param list the oldest ones
 * @param takeOne returns paths of unused files; undefined when it is not old any more
 */
async function takeEach(
  { work, store, log }: Parts,
  rule: Rule,
  list: (most: number) => Promise<{ id: string }[]>,
  takeOne: (unit: Work, id: string) => Promise<string[] | undefined>,
): Promise<number> {
  const failed = new Set<string>()
  let taken = 0
  for (let wanted = atMost[rule.kind]; wanted > 0 && failed.size < mostFailures;) {
    const some = (await list(wanted + failed.size)).filter(({ id }) => !failed.has(id))
    wanted = 0
    for (const { id } of some)
      try {
        const paths = await work(async (unit) =>
          (await stillCounts(unit, rule)) ? takeOne(unit, id) : undefined,
        )
        if (!paths) continue
        await removeLeftovers(store, paths, log)
        taken++
      } catch (error) {
        failed.add(id)
        wanted++
        // A conflict: it was changed concurrently.
        if (!(error instanceof AppError))
          log.error({ err: error, kind: rule.kind, id }, 'an old thing could not be deleted or erased')
      }
  }
  return taken
}

function takeTickets(parts: Parts, rule: Rule): Promise<number> {
  const before = monthsBefore(parts.clock.now(), rule.months)
  const list = (most: number) => listOldTickets(parts.db, before, most)
  return takeEach(parts, rule, list, async (unit, id) => {
    const isOld = () => isStillOld(unit.tx, 'tickets', id, before, unit.now)
    return (await isOld()) ? deleteTicket(unit, null, id, 'restorable', isOld) : undefined
  })
}

function takePeople(parts: Parts, rule: Rule): Promise<number> {
  const now = parts.clock.now()
  const before = monthsBefore(now, rule.months)
  const by = { viewer: null, language: rule.language, ownTexts: false, personal: parts.personal }
  const list = (most: number) => listInactivePeople(parts.db, before, now, most)
  return takeEach(parts, rule, list, async (unit, id) =>
    (await isStillOld(unit.tx, 'people', id, before, unit.now)) ? erasePerson(unit, by, id) : undefined,
  )
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

async function applyRule(parts: Parts, kind: RetentionKind): Promise<void> {
  const rule = await findRule(parts.db, kind)
  if (!rule) return
  const taken = await take[kind](parts, rule)
  if (taken > 0) await parts.work(async (unit) => recordApplied(unit, kind, taken))
}

/** Applies active rules in small steps; the rest, and a rule that fails, wait for the next hour. */
export async function applyRules(parts: Parts): Promise<void> {
  for (const kind of retentionKinds)
    try {
      await applyRule(parts, kind)
    } catch (error) {
      parts.log.error({ err: error, kind }, 'a rule of retention could not be applied')
    }
}
