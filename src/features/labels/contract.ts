import { z } from 'zod'
import { Ticket } from '#features/tickets/contract.ts'
import { desk, staff } from '#features/users/contract.ts'
import { api } from '#platform/contract/endpoint.ts'
import { ById, changing, Id, requiredText } from '#platform/contract/fields.ts'
import { i18n, words } from '#platform/contract/i18n.ts'

export const labelLimits = { name: 40, perTicket: 20, perDesk: 200 } as const

/** Colours by their tokens in tokens.css: each `solid` stands out from every surface in both themes. */
export const labelColors = ['gray', 'blue', 'green', 'amber', 'orange', 'red', 'violet'] as const
export type LabelColor = (typeof labelColors)[number]

export const labelColorWords: Record<LabelColor, string> = words({
  gray: () => i18n.t('Gray'),
  blue: () => i18n.t('Blue'),
  green: () => i18n.t('Green'),
  amber: () => i18n.t('Amber'),
  orange: () => i18n.t('Orange'),
  red: () => i18n.t('Red'),
  violet: () => i18n.t('Violet'),
})

const Name = requiredText(() => i18n.t('Name'), labelLimits.name)
const Color = z.enum(labelColors, {
  error: () =>
    i18n.t('{field} must be one of: {values}', {
      field: i18n.t('Color'),
      values: labelColors.join(', '),
    }),
})

export const Label = z.object({ id: Id, name: z.string(), color: z.enum(labelColors).catch('gray') })
export type Label = z.infer<typeof Label>

export const NewLabel = z.object({ name: Name, color: Color.default('gray') })
export type NewLabel = z.output<typeof NewLabel>

export const LabelChange = changing(z.object({ name: Name.optional(), color: Color.optional() }), () =>
  i18n.t('Nothing to change: send name or color'),
)
export type LabelChange = z.output<typeof LabelChange>

const OfTicket = ById.extend({ labelId: Id })

export const labelApi = api({
  list: {
    method: 'GET',
    path: '/api/labels',
    summary: 'Labels of the desk, by name',
    access: staff,
    reply: z.array(Label),
  },
  create: {
    method: 'POST',
    path: '/api/labels',
    summary: `Create a label; the desk has at most ${labelLimits.perDesk}`,
    access: desk,
    body: NewLabel,
    reply: Label,
    status: 201,
  },
  change: {
    method: 'PATCH',
    path: '/api/labels/:id',
    summary: 'Rename or recolor a label, on all its tickets',
    access: desk,
    params: ById,
    body: LabelChange,
    reply: Label,
  },
  remove: {
    method: 'DELETE',
    path: '/api/labels/:id',
    summary: 'Delete a label, and take it off all its tickets',
    access: desk,
    params: ById,
    reply: z.object({ message: z.string() }),
  },
  putOn: {
    method: 'PUT',
    path: '/api/tickets/:id/labels/:labelId',
    summary: `Put a label on a ticket, which has at most ${labelLimits.perTicket}; a second time changes nothing`,
    access: staff,
    params: OfTicket,
    reply: Ticket,
  },
  takeOff: {
    method: 'DELETE',
    path: '/api/tickets/:id/labels/:labelId',
    summary: 'Take a label off a ticket; a second time changes nothing',
    access: staff,
    params: OfTicket,
    reply: Ticket,
  },
})
