import type { Viewer } from '#features/users/contract.ts'
import { isAdministrator } from '#features/users/policy.ts'
import type { LiveRule } from '#platform/server/live-rule.ts'

/** Super users hear that somebody's e-mail preferences are others now, and that somebody hears of their own. */
export const emailPreferenceLive: LiveRule<Viewer> = {
  prepare:
    async () =>
    (viewer, { type, subjectId }) =>
      type.startsWith('email_preference.') &&
      subjectId !== null &&
      (isAdministrator(viewer) || viewer.id === subjectId)
        ? [{ about: subjectId, message: { type: 'email-preferences:changed', userId: subjectId } }]
        : [],
}
