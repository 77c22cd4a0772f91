import type { LiveDelivery, LiveRule } from '#platform/server/log/live-rule.ts'
import { logRestored } from './events.ts'

const everythingAgain: readonly LiveDelivery[] = [{ about: 'log', message: { type: 'resync' } }]

/** Has everybody load everything again who comes from before a restore. */
export const restoredLive: LiveRule<unknown> = {
  prepare: async () => (_viewer, entry) => (logRestored.read(entry) ? everythingAgain : []),
}
