import type { Announcement } from '#platform/server/log-entry.ts'

interface By {
  actorId: string | null
  ip?: string
}

/** What a field was and has become; of the password and of the template it is only said that they are others now. */
export type SettingsChanges = Record<string, { from: unknown; to: unknown } | true>

export const mailSettingsChanged = (changes: SettingsChanges, { actorId, ip }: By): Announcement => ({
  type: 'mail_settings.changed',
  isPublic: false,
  actorId,
  ...(ip !== undefined && { ip }),
  data: { changes },
})
