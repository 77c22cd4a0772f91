import { z } from 'zod'
import { defineFact } from '#platform/server/log/define-fact.ts'

/** The changed settings, with their new values. */
export const settingsChanged = defineFact('settings.changed', {
  about: 'user',
  isPublic: false,
  payload: z.object({
    ticketColumns: z.array(z.string()).nullable().optional(),
    viewOrder: z.array(z.string()).nullable().optional(),
    density: z.string().optional(),
    shortcuts: z.boolean().optional(),
    smsNotifications: z.boolean().optional(),
    onlyMyNews: z.boolean().optional(),
    getStarted: z.boolean().optional(),
  }),
})
