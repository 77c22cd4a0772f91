import type { Clock } from '#platform/server/clock.ts'
import type { Database } from '#platform/server/database/query-builder.ts'
import { removeLeftovers, type ObjectStore } from '#platform/server/store/object-store.ts'
import type { DoWork, Work } from '#platform/server/work.ts'
import { demoTickets } from '../contract.ts'
import { act, castOf, fileTicket, storeFiles } from './deeds.ts'
import { listLoaded } from './queries.ts'
import { beginLoading, finishLoading, loadTicket, roleOf, unknownPassword, type Doer } from './service.ts'
import type { Plot } from './story/history.ts'
import { plotStory, storyTime } from './story/plots.ts'

export interface Parts {
  db: Database
  work: DoWork
  clock: Clock
  store: ObjectStore
  log: Parameters<typeof removeLeftovers>[2]
  timeZone: string
}

const at = (unit: Work, moment: Date): Work => ({
  ...unit,
  now: moment,
  announce: (fact) => unit.announce({ ...fact, at: moment }),
})

async function perform(
  unit: Work,
  plot: Plot,
  momentOf: (minutesAgo: number) => Date,
  scene: Parameters<typeof act>[3],
) {
  const filed = await fileTicket(at(unit, momentOf(plot.minutesAgo)), plot, scene)
  for (const step of plot.steps.toSorted((one, other) => other.minutesAgo - one.minutesAgo))
    await act(at(unit, momentOf(step.minutesAgo)), filed, step, scene)
  return filed.id
}

/**
 * Loads each ticket in a transaction of its own, so that others wait briefly. Resumes an interrupted run, and
 * shares the work with a parallel one.
 * @throws {AppError} `conflict` as `beginLoading` and `loadTicket`
 */
export async function loadDemo({ db, work, clock, store, log, timeZone }: Parts, doer: Doer): Promise<void> {
  const passwordHash = await unknownPassword()
  await work((unit) => beginLoading(unit, doer, passwordHash))
  const clients = await listLoaded(db, 'client')
  const cast = castOf({ people: await listLoaded(db, 'person'), clients }, roleOf)
  const there = await listLoaded(db, 'ticket')
  for (const [place, plot] of plotStory(demoTickets).entries()) {
    const key = String(place)
    if (there.has(key)) continue
    const stored = await storeFiles(db, plot, store, clock.now())
    const isLoaded = await work((unit) =>
      loadTicket(unit, key, () =>
        perform(unit, plot, storyTime(unit.now, timeZone), { cast, clients, stored }),
      ),
    )
    if (!isLoaded)
      await removeLeftovers(
        store,
        [...stored.values()].map(({ objectPath }) => objectPath),
        log,
      )
  }
  await work((unit) => finishLoading(unit, doer))
}
