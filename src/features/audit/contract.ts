import { z } from 'zod'
import { Person } from '#features/users/contract.ts'
import { api } from '#platform/contract/endpoint.ts'
import { dayOrInstant, Id, idOf, Timestamp } from '#platform/contract/fields.ts'

const administrators = ['super_user'] as const

const whole = (label: string, most: number) =>
  z
    .string()
    .regex(/^\d{1,15}$/, `${label} must be a whole number`)
    .transform(Number)
    .pipe(z.number().min(1, `${label} must be at least 1`).max(most, `${label} must be at most ${most}`))

/** Day in the time zone of the server, or an instant. */
const moment = (label: string) =>
  dayOrInstant(`${label} must be a day such as 2026-03-01, or an instant of ISO 8601`)
const id = (label: string) => idOf(`${label} must be an id`).optional()

export const AuditFilter = z.object({
  type: z
    .string()
    .regex(/^[a-z_]{1,30}\.[a-z_]{1,30}$/, 'type must be a type of event such as auth.signed_in')
    .optional(),
  actorId: id('actorId'),
  /** Subject: a user, a ticket, a client, … */
  subject: id('subject'),
  from: moment('from').optional(),
  /** Last moment; a day is included. */
  to: moment('to').optional(),
})
export type AuditFilter = z.output<typeof AuditFilter>

export const AuditQuery = AuditFilter.extend({
  limit: whole('limit', 100).prefault('50'),
  /** Bound: only entries before this position. */
  before: whole('before', Number.MAX_SAFE_INTEGER).optional(),
})
export type AuditQuery = z.output<typeof AuditQuery>

export const AuditEntry = z.object({
  position: z.number().int(),
  at: Timestamp,
  type: z.string(),
  what: z.string(),
  /** Null: a visitor without a session, or the product itself. */
  actor: Person.nullable(),
  ip: z.string().nullable(),
  subject: z
    .object({
      kind: z.enum(['ticket', 'user', 'client', 'product', 'other']),
      id: Id,
      /** Present name, or the last one. */
      name: z.string(),
    })
    .nullable(),
  details: z.array(z.object({ name: z.string(), value: z.string() })),
})
export type AuditEntry = z.infer<typeof AuditEntry>

const AuditPage = z.object({
  /** Newest first. */
  entries: z.array(AuditEntry),
  /** Value of `before` for the next page; null at the end. */
  next: z.number().int().nullable(),
})
export type AuditPage = z.infer<typeof AuditPage>

const EventGroup = z.object({
  heading: z.string(),
  types: z.array(z.object({ type: z.string(), says: z.string() })),
})
export type EventGroup = z.infer<typeof EventGroup>

export const auditApi = api({
  list: {
    method: 'GET',
    path: '/api/audit',
    summary: 'Who did what, when and from where; newest first',
    access: administrators,
    query: AuditQuery,
    reply: AuditPage,
  },
  types: {
    method: 'GET',
    path: '/api/audit/types',
    summary: 'Every type of event by its name, in groups',
    access: administrators,
    reply: z.array(EventGroup),
  },
  export: {
    method: 'GET',
    path: '/api/audit/export',
    summary: 'The same as a CSV file, all of it',
    access: administrators,
    query: AuditFilter,
    reply: z.file().mime('text/csv'),
  },
})
