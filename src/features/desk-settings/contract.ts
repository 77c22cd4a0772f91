import { z } from 'zod'
import { Person } from '#features/users/contract.ts'
import { api } from '#platform/contract/endpoint.ts'
import { Timestamp } from '#platform/contract/fields.ts'
import { i18n } from '#platform/contract/i18n.ts'

const mostDays = 90
const daysMessage = () => i18n.t('Days must be a whole number from 0 to {most}', { most: mostDays })

export const Choices = z.object({
  /** For so many days after it was closed, a client's reply opens a ticket again; 0: never. */
  reopenClosedDays: z
    .number({ error: daysMessage })
    .int({ error: daysMessage })
    .min(0, { error: daysMessage })
    .max(mostDays, { error: daysMessage }),
})
export type DeskChoices = z.infer<typeof Choices>

export const defaultChoices: DeskChoices = { reopenClosedDays: 14 }

export const DeskSettings = Choices.extend({
  changedBy: Person.nullable(),
  /** Null: never changed. */
  changedAt: Timestamp.nullable(),
})
export type DeskSettings = z.infer<typeof DeskSettings>

const administrators = ['super_user'] as const

export const deskSettingsApi = api({
  get: {
    method: 'GET',
    path: '/api/desk-settings',
    summary: 'What holds for the whole desk',
    access: administrators,
    reply: DeskSettings,
  },
  change: {
    method: 'PUT',
    path: '/api/desk-settings',
    summary: 'Change what holds for the whole desk',
    access: administrators,
    body: Choices,
    reply: DeskSettings,
  },
})
