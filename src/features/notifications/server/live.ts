import type { Viewer } from '#features/users/contract.ts'
import { isAdministrator } from '#features/users/policy.ts'
import { anyOf } from '#platform/server/log/fact.ts'
import { shareMessages, type LiveRule } from '#platform/server/log/live-rule.ts'
import { preferenceChanged, testMailSent } from './events.ts'

const aboutUsers = anyOf(preferenceChanged, testMailSent)

/** Super users hear of changed e-mail preferences; everybody hears of their own. */
export const emailPreferenceLive: LiveRule<Viewer> = {
  async prepare() {
    const shared = shareMessages()
    return (viewer, entry) => {
      const userId = aboutUsers.read(entry)?.subjectId ?? null
      return userId !== null && (isAdministrator(viewer) || viewer.id === userId)
        ? [{ about: userId, message: shared(userId, () => ({ type: 'email-preferences:changed', userId })) }]
        : []
    }
  },
}
