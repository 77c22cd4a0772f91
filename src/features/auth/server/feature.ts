import type { Feature, Platform } from '#platform/server/feature.ts'
import { authApi } from '../contract.ts'
import * as events from './events.ts'
import { fieldWords } from './field-words.ts'
import { registrationLive } from './live.ts'
import type { LiveSession } from './queries.ts'
import { authRoutes, type AuthParts } from './routes.ts'
import { forgetExpired, forgetPerson } from './service.ts'

interface Needs extends Platform<LiveSession> {
  auth: Omit<AuthParts, 'db' | 'clock' | 'limits' | 'isTrial'>
  limits: AuthParts['limits']
  isTrial: AuthParts['isTrial']
}

export const auth = {
  name: 'auth',
  api: [authApi],
  facts: Object.values(events),
  fieldWords,
  live: [registrationLive],
  serve: ({ door, db, clock, limits, isTrial, auth: own }) =>
    authRoutes(door, { db, clock, limits, isTrial, ...own }),
  sweeps: [
    {
      what: 'sessions and counters of attempts',
      everyMinutes: 1,
      run: ({ db, clock }) => forgetExpired(db, clock.now()),
    },
  ],
  personal: { forget: forgetPerson },
} satisfies Feature<Needs, LiveSession>
