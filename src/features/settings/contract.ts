import { z } from 'zod'
import { ticketColumns } from '#features/tickets/list/contract.ts'
import { api } from '#platform/contract/endpoint.ts'

const TicketColumn = z.enum(ticketColumns, {
  error: `Ticket columns must be of: ${ticketColumns.join(', ')}`,
})

/** The settings of one person. */
export const Settings = z.strictObject({
  /** In their order; null: as they are for everybody. */
  ticketColumns: z
    .array(TicketColumn, { error: 'ticketColumns must be a list of columns, or null' })
    .refine((columns) => new Set(columns).size === columns.length, 'ticketColumns names a column twice')
    .nullable(),
  /** Whether single keys are shortcuts. */
  shortcuts: z.boolean({ error: 'shortcuts must be true or false' }),
  /** Whether they are texted about tickets, once their mobile number is proved. */
  smsNotifications: z.boolean({ error: 'smsNotifications must be true or false' }),
})
export type Settings = z.infer<typeof Settings>

export const defaultSettings: Settings = { ticketColumns: null, shortcuts: true, smsNotifications: false }

export const SettingsChange = Settings.partial().refine(
  (change) => Object.values(change).some((value) => value !== undefined),
  { message: 'Nothing to change: send ticketColumns, shortcuts or smsNotifications' },
)
export type SettingsChange = z.output<typeof SettingsChange>

export const settingsApi = api({
  get: {
    method: 'GET',
    path: '/api/settings',
    summary: 'What the viewer has arranged for themselves',
    access: 'signed-in',
    reply: Settings,
  },
  change: {
    method: 'PATCH',
    path: '/api/settings',
    summary: 'Change some of it; what is not named stays',
    access: 'signed-in',
    body: SettingsChange,
    reply: Settings,
  },
})
