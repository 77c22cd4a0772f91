import { z } from 'zod'
import { i18n } from '#platform/contract/i18n.ts'
import { Person } from '#features/users/contract.ts'
import { api } from '#platform/contract/endpoint.ts'
import { Timestamp } from '#platform/contract/fields.ts'

export const retentionKinds = ['tickets', 'people', 'log'] as const
export type RetentionKind = (typeof retentionKinds)[number]
const Kind = z.enum(retentionKinds, {
  error: () => i18n.t('kind must be one of: {kinds}', { kinds: retentionKinds.join(', ') }),
})

/** Minimum months: a typing mistake must not delete data in use. */
export const fewestMonths: Readonly<Record<RetentionKind, number>> = { tickets: 3, people: 12, log: 12 }
const mostMonths = 240

const monthsMessage = () => i18n.t('Months must be a whole number up to {most}', { most: mostMonths })
const inRange = <T extends z.ZodNumber | z.ZodCoercedNumber>(months: T) =>
  months
    .int({ error: monthsMessage })
    .min(1, { error: monthsMessage })
    .max(mostMonths, { error: monthsMessage })
const Months = inRange(z.number({ error: monthsMessage }))

export const RetentionRule = z.object({
  kind: Kind,
  /** Null: kept for ever. */
  months: z.number().int().nullable(),
  changedBy: Person.nullable(),
  changedAt: Timestamp.nullable(),
})
export type RetentionRule = z.infer<typeof RetentionRule>

export const RetentionPreview = z.object({
  count: z.number().int(),
  /** Files deleted along with them. */
  files: z.number().int(),
  oldest: z.array(z.object({ name: z.string(), at: Timestamp })),
})
export type RetentionPreview = z.infer<typeof RetentionPreview>

const administrators = ['super_user'] as const
const ByKind = z.object({ kind: Kind })

export const retentionApi = api({
  list: {
    method: 'GET',
    path: '/api/retention',
    summary: 'For how long tickets, people and entries of the audit log are kept',
    access: administrators,
    reply: z.array(RetentionRule),
  },
  preview: {
    method: 'GET',
    path: '/api/retention/:kind/preview',
    summary: 'What a rule would take if it counted now: how much of it, and the oldest by name',
    access: administrators,
    params: ByKind,
    query: z.object({ months: inRange(z.coerce.number({ error: monthsMessage })) }),
    reply: RetentionPreview,
  },
  change: {
    method: 'PUT',
    path: '/api/retention/:kind',
    summary: 'Say after how many months something is deleted or erased; null: never',
    access: administrators,
    needsPassword: true,
    params: ByKind,
    body: z.object({ months: Months.nullable() }),
    reply: z.array(RetentionRule),
  },
})
