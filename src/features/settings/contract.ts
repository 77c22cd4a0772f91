import { i18n } from '#platform/contract/i18n.ts'
import { z } from 'zod'
import { changing } from '#platform/contract/fields.ts'
import { oneOf } from '#features/tickets/contract.ts'
import { rowChoices, ticketColumns, usualRows } from '#features/tickets/list/columns/contract.ts'
import { densities } from '#platform/contract/density.ts'
import { api } from '#platform/contract/endpoint.ts'

const TicketColumn = z.enum(ticketColumns, {
  error: () => i18n.t('Ticket columns must be of: {columns}', { columns: ticketColumns.join(', ') }),
})

/** Course after a ticket of a list was resolved: its bar offers the next, opens it, or closes the ticket. */
export const afterResolvingChoices = ['stay', 'next', 'list'] as const

export const mostViews = 200
const mostLetters = 40

export const Settings = z.strictObject({
  /** In their order; null: the default. */
  ticketColumns: z
    .array(TicketColumn, { error: () => i18n.t('ticketColumns must be a list of columns, or null') })
    .refine((columns) => new Set(columns).size === columns.length, {
      error: () => i18n.t('ticketColumns names a column twice'),
    })
    .nullable(),
  /** Ids of views in their order, unnamed ones last; null: the default. */
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
  shortcuts: z.boolean({ error: () => i18n.t('shortcuts must be true or false') }),
  /** Text messages about tickets, once the mobile number is verified. */
  smsNotifications: z.boolean({ error: () => i18n.t('smsNotifications must be true or false') }),
  /** Limits notices to the person's own tickets. */
  onlyMyNews: z.boolean({ error: () => i18n.t('onlyMyNews must be true or false') }),
  /** An answer to an unassigned ticket assigns it to its author. */
  assignOnReply: z.boolean({ error: () => i18n.t('assignOnReply must be true or false') }),
  ticketRows: z.literal(rowChoices, {
    error: () => i18n.t('ticketRows must be one of: {rows}', { rows: rowChoices.join(', ') }),
  }),
  /** An open ticket takes the whole content, with its list and facts beside the conversation. */
  ticketExpanded: z.boolean({ error: () => i18n.t('ticketExpanded must be true or false') }),
  /** The list stands beside an expanded ticket. */
  queueBeside: z.boolean({ error: () => i18n.t('queueBeside must be true or false') }),
  /** The facts stand beside an expanded ticket. */
  factsBeside: z.boolean({ error: () => i18n.t('factsBeside must be true or false') }),
  afterResolving: oneOf(() => 'afterResolving', afterResolvingChoices),
  /** Super users see the steps of setting up a desk. */
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
  assignOnReply: true,
  ticketRows: usualRows,
  ticketExpanded: false,
  queueBeside: true,
  factsBeside: true,
  afterResolving: 'stay',
  getStarted: true,
}

export const SettingsChange = changing(Settings.partial(), () =>
  i18n.t(
    'Nothing to change: send ticketColumns, viewOrder, density, shortcuts, smsNotifications, onlyMyNews, assignOnReply, ticketRows, ticketExpanded, queueBeside, factsBeside, afterResolving or getStarted',
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
