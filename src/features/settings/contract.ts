import { i18n } from '#platform/contract/i18n.ts'
import { z } from 'zod'
import { changing } from '#platform/contract/fields.ts'
import { oneOf } from '#features/tickets/contract.ts'
import { ticketColumns } from '#features/tickets/list/columns/contract.ts'
import { densities } from '#platform/contract/density.ts'
import { api } from '#platform/contract/endpoint.ts'

const TicketColumn = z.enum(ticketColumns, {
  error: () => i18n.t('Ticket columns must be of: {columns}', { columns: ticketColumns.join(', ') }),
})

/** Most views in an order. */
export const mostViews = 200
/** Length of an id. */
const mostLetters = 40

/** The settings of one person. */
export const Settings = z.strictObject({
  /** In their order; null: as they are for everybody. */
  ticketColumns: z
    .array(TicketColumn, { error: () => i18n.t('ticketColumns must be a list of columns, or null') })
    .refine((columns) => new Set(columns).size === columns.length, {
      error: () => i18n.t('ticketColumns names a column twice'),
    })
    .nullable(),
  /** The ids of views in the order they are listed in; those that are not named come after them. null: as it is for everybody. */
  viewOrder: z
    .array(
      z
        .string()
        .max(mostLetters)
        .overwrite((id) => id.toWellFormed()),
      {
        error: () => i18n.t('viewOrder must be a list of the ids of views, or null'),
      },
    )
    .max(mostViews, { error: () => i18n.t('viewOrder names more than {count} views', { count: mostViews }) })
    .refine((ids) => new Set(ids).size === ids.length, {
      error: () => i18n.t('viewOrder names a view twice'),
    })
    .nullable(),
  density: oneOf(() => 'density', densities),
  /** Whether single keys are shortcuts. */
  shortcuts: z.boolean({ error: () => i18n.t('shortcuts must be true or false') }),
  /** Whether they are texted about tickets, once their mobile number is proved. */
  smsNotifications: z.boolean({ error: () => i18n.t('smsNotifications must be true or false') }),
  /** Whether they are told of updates in their own tickets only, not in every one that they may see. */
  onlyMyNews: z.boolean({ error: () => i18n.t('onlyMyNews must be true or false') }),
  /** Whether super users see what is left to do on a new desk. */
  getStarted: z.boolean({ error: () => i18n.t('getStarted must be true or false') }),
})
export type Settings = z.infer<typeof Settings>

export const defaultSettings: Settings = {
  ticketColumns: null,
  viewOrder: null,
  density: 'comfortable',
  shortcuts: true,
  smsNotifications: false,
  onlyMyNews: false,
  getStarted: true,
}

export const SettingsChange = changing(Settings.partial(), () =>
  i18n.t(
    'Nothing to change: send ticketColumns, viewOrder, density, shortcuts, smsNotifications, onlyMyNews or getStarted',
  ),
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
