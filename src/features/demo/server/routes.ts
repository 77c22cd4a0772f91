import type { LiveSession } from '#features/auth/server/queries.ts'
import type { Door } from '#platform/server/door.ts'
import type { Platform } from '#platform/server/feature.ts'
import { demoApi } from '../contract.ts'
import { loadDemo } from './load.ts'
import { findDemoState } from './queries.ts'
import { removeDemo } from './remove.ts'

type Needs = Pick<Platform<LiveSession>, 'db' | 'work' | 'clock' | 'files' | 'log' | 'timeZone'>

export function demoRoutes({ route }: Door<LiveSession>, { files: { store }, ...parts }: Needs): void {
  const { db, clock } = parts
  const state = () => findDemoState(db, clock.now())
  route(demoApi.state, state)
  // Keep the unit of work of the call out: it would record the super user's IP address for demo people.
  route(demoApi.load, async ({ viewer, request: { ip } }) => {
    await loadDemo({ ...parts, store }, { viewer, ip })
    return state()
  })
  route(demoApi.remove, async ({ viewer, request: { ip } }) => {
    await removeDemo({ ...parts, store }, { viewer, ip })
    return state()
  })
}
