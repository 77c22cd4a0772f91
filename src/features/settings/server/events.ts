import { i18n } from '#platform/contract/i18n.ts'
import { z } from 'zod'
import { defineFact } from '#platform/server/log/define-fact.ts'

const heading = () => i18n.t('Preferences')

export const settingsChanged = defineFact('settings.changed', {
  says: () => i18n.t('Changed preferences'),
  heading,
  about: 'user',
  isPublic: false,
  payload: z.object({
    ticketColumns: z.array(z.string()).nullable().optional(),
    viewOrder: z.array(z.string()).nullable().optional(),
    density: z.string().optional(),
    shortcuts: z.boolean().optional(),
    smsNotifications: z.boolean().optional(),
    onlyMyNews: z.boolean().optional(),
    assignOnReply: z.boolean().optional(),
    ticketRows: z.union([z.number(), z.string()]).optional(),
    ticketExpanded: z.boolean().optional(),
    queueBeside: z.boolean().optional(),
    factsBeside: z.boolean().optional(),
    afterResolving: z.string().optional(),
    getStarted: z.boolean().optional(),
  }),
})
