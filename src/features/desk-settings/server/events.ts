import { z } from 'zod'
import { i18n } from '#platform/contract/i18n.ts'
import { defineFact } from '#platform/server/log/define-fact.ts'

export const deskSettingsChanged = defineFact('desk_settings.changed', {
  says: () => i18n.t('Changed the desk settings'),
  heading: () => i18n.t('Desk Settings'),
  about: null,
  isPublic: false,
  payload: z.object({
    changes: z.object({ reopenClosedDays: z.object({ from: z.number(), to: z.number() }) }),
  }),
})
