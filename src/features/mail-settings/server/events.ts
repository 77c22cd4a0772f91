import { i18n } from '#platform/contract/i18n.ts'
import { z } from 'zod'
import { defineFact } from '#platform/server/log/define-fact.ts'

const heading = () => i18n.t('Email')

/** Values before and after; for password and template only that they changed. */
const SettingsChanges = z.record(
  z.string(),
  z.union([z.object({ from: z.unknown(), to: z.unknown() }), z.literal(true)]),
)
export type SettingsChanges = z.input<typeof SettingsChanges>

export const mailSettingsChanged = defineFact('mail_settings.changed', {
  says: () => i18n.t('Changed the email settings'),
  heading,
  about: null,
  isPublic: false,
  payload: z.object({ changes: SettingsChanges }),
})
