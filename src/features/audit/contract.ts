import { z } from 'zod'
import { Person } from '#features/users/contract.ts'
import { api } from '#platform/contract/endpoint.ts'
import { Id, Timestamp } from '#platform/contract/fields.ts'

const administrators = ['super_user'] as const

/** The words for every fact. */
export const eventWords = {
  'auth.signed_in': 'Signed in',
  'auth.sign_in_failed': 'Failed to sign in',
  'auth.signed_out': 'Signed out',
  'auth.sessions_ended': 'Ended a session',
  'auth.first_administrator': 'Became the first administrator',
  'auth.exposed': 'Reached the server from another machine',
  'role.requested': 'Requested a role',
  'role.approved': 'Approved a role',
  'role.declined': 'Declined a role',
  'role.cancelled': 'Withdrew a role request',
  'user.created': 'Created a user',
  'user.changed': 'Changed a user',
  'user.disabled': 'Deactivated a user',
  'user.enabled': 'Reactivated a user',
  'user.deleted': 'Deleted a user',
  'user.password_set': 'Set a password',
  'user.password_link': 'Requested a link to set a password',
  'user.address_asked': 'Requested another email address',
  'user.mobile_code': 'Requested a code to verify a mobile number',
  'user.mobile_proved': 'Verified a mobile number',
  'user.mobile_lost': 'Took over a mobile number',
  'user.photo_changed': 'Changed a photo',
  'user.photo_removed': 'Removed a photo',
  'settings.changed': 'Changed preferences',
  'email_preference.changed': 'Changed an email preference',
  'email_preference.tested': 'Sent a test email',
  'email_preference.retried': 'Tried undelivered emails again',
  'mail_settings.changed': 'Changed the email settings',
  'client.created': 'Created a client',
  'client.changed': 'Changed a client',
  'client.deleted': 'Deleted a client',
  'client.user_assigned': 'Assigned a user to a client',
  'client.user_removed': 'Removed a user from a client',
  'product.created': 'Created a product',
  'product.changed': 'Changed a product',
  'product.deleted': 'Deleted a product',
  'product.member_added': 'Added a member to a product',
  'product.member_removed': 'Removed a member from a product',
  'saved_answer.saved': 'Saved an answer',
  'saved_answer.changed': 'Changed a saved answer',
  'saved_answer.deleted': 'Deleted a saved answer',
  'ticket.created': 'Submitted a ticket',
  'ticket.changed': 'Changed a ticket',
  'ticket.answered': 'Sent the first reply to a ticket',
  'ticket.turned': 'Passed the turn on a ticket',
  'ticket.deleted': 'Deleted a ticket',
  'tickets.exported': 'Exported tickets',
  'comment.added': 'Commented',
  'attachment.added': 'Attached files',
  'attachment.removed': 'Removed a file',
  'chat.said': 'Sent a chat message',
  'chat.read': 'Read a chat message',
  'view.saved': 'Saved a view',
  'view.changed': 'Changed a view',
  'view.deleted': 'Deleted a view',
  'demo.started': 'Began to load demo data',
  'demo.loaded': 'Loaded demo data',
  'demo.removal': 'Began to remove demo data',
  'demo.removed': 'Removed demo data',
  'audit.exported': 'Exported the audit log',
} as const

/** Under which heading the types that begin so are found. */
export const areaWords: Readonly<Record<string, string>> = {
  auth: 'Sign-in',
  role: 'Roles',
  user: 'Users',
  settings: 'Preferences',
  email_preference: 'Email',
  mail_settings: 'Email',
  client: 'Clients',
  product: 'Products',
  saved_answer: 'Saved answers',
  ticket: 'Tickets',
  tickets: 'Tickets',
  comment: 'Tickets',
  attachment: 'Tickets',
  chat: 'Chat',
  view: 'Views',
  demo: 'Demo data',
  audit: 'Audit log',
}

const whole = (label: string, most: number) =>
  z
    .string()
    .regex(/^\d{1,15}$/, `${label} must be a whole number`)
    .transform(Number)
    .pipe(z.number().min(1, `${label} must be at least 1`).max(most, `${label} must be at most ${most}`))

/** A day in the time zone of the server, or an instant. */
const moment = (label: string) =>
  z.union([z.iso.date(), z.iso.datetime({ offset: true })], {
    error: `${label} must be a day such as 2026-03-01, or an instant of ISO 8601`,
  })
const id = (label: string) => z.uuid({ error: `${label} must be an id` }).optional()

export const AuditFilter = z.object({
  type: z
    .string()
    .regex(/^[a-z_]{1,30}\.[a-z_]{1,30}$/, 'type must be a type of event such as auth.signed_in')
    .optional(),
  actorId: id('actorId'),
  /** The subject: a user, a ticket, a client, … */
  subject: id('subject'),
  from: moment('from').optional(),
  /** A day that is named belongs to it. */
  to: moment('to').optional(),
})
export type AuditFilter = z.output<typeof AuditFilter>

export const AuditQuery = AuditFilter.extend({
  limit: whole('limit', 100).prefault('50'),
  /** Only entries before this position. */
  before: whole('before', Number.MAX_SAFE_INTEGER).optional(),
})
export type AuditQuery = z.output<typeof AuditQuery>

export const AuditEntry = z.object({
  /** Its place in the log. */
  position: z.number().int(),
  at: Timestamp,
  type: z.string(),
  what: z.string(),
  /** Null: nobody who was signed in, or the product by itself. */
  actor: Person.nullable(),
  ip: z.string().nullable(),
  subject: z
    .object({
      kind: z.enum(['ticket', 'user', 'client', 'product', 'other']),
      id: Id,
      /** As it is called now, or as it was called last. */
      name: z.string(),
    })
    .nullable(),
  details: z.array(z.object({ name: z.string(), value: z.string() })),
})
export type AuditEntry = z.infer<typeof AuditEntry>

const AuditPage = z.object({
  /** Newest first. */
  entries: z.array(AuditEntry),
  /** `before` of the next page; null at the end. */
  next: z.number().int().nullable(),
})
export type AuditPage = z.infer<typeof AuditPage>

export const auditApi = api({
  list: {
    method: 'GET',
    path: '/api/audit',
    summary: 'Who did what, when and from where; newest first',
    access: administrators,
    query: AuditQuery,
    reply: AuditPage,
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
