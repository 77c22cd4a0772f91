import type { LiveDelivery, LiveRule } from '#platform/server/log/live-rule.ts'
import { logRestored } from './events.ts'

const everythingAgain: readonly LiveDelivery[] = [{ about: 'log', message: { type: 'resync' } }]

/** Makes browsers from before a restore load everything again. */
export const restoredLive: LiveRule<unknown> = {
  prepare: async () => (_viewer, entry) => (logRestored.read(entry) ? everythingAgain : []),
}
