import { i18n } from '#platform/contract/i18n.ts'
import { z } from 'zod'
import { Person } from '#features/users/contract.ts'
import { api } from '#platform/contract/endpoint.ts'
import { dayOrInstant, Id, idOf, Timestamp } from '#platform/contract/fields.ts'

const administrators = ['super_user'] as const

/** The words for every fact. */
export const eventWords = {
  get 'auth.signed_in'() {
    return i18n.t('Signed in')
  },
  get 'auth.sign_in_failed'() {
    return i18n.t('Failed to sign in')
  },
  get 'auth.signed_out'() {
    return i18n.t('Signed out')
  },
  get 'auth.sessions_ended'() {
    return i18n.t('Ended a session')
  },
  get 'auth.first_administrator'() {
    return i18n.t('Became the first administrator')
  },
  get 'auth.exposed'() {
    return i18n.t('Reached the server from another machine')
  },
  get 'retention.changed'() {
    return i18n.t('Changed a retention rule')
  },
  get 'retention.applied'() {
    return i18n.t('A retention rule was carried out')
  },
  get 'log.restored'() {
    return i18n.t('Restored a backup')
  },
  get 'role.requested'() {
    return i18n.t('Requested a role')
  },
  get 'role.approved'() {
    return i18n.t('Approved a role')
  },
  get 'role.declined'() {
    return i18n.t('Declined a role')
  },
  get 'role.cancelled'() {
    return i18n.t('Withdrew a role request')
  },
  get 'user.created'() {
    return i18n.t('Created a user')
  },
  get 'user.changed'() {
    return i18n.t('Changed a user')
  },
  get 'user.disabled'() {
    return i18n.t('Deactivated a user')
  },
  get 'user.enabled'() {
    return i18n.t('Reactivated a user')
  },
  get 'user.deleted'() {
    return i18n.t('Deleted a user')
  },
  get 'user.erased'() {
    return i18n.t('Erased a person')
  },
  get 'user.traces_erased'() {
    return i18n.t('Finished erasing a person')
  },
  get 'user.email_proved'() {
    return i18n.t('Confirmed an email address')
  },
  get 'user.taken_over'() {
    return i18n.t('Took over an account that was not confirmed')
  },
  get 'user.password_set'() {
    return i18n.t('Set a password')
  },
  get 'user.password_link'() {
    return i18n.t('Requested a link to set a password')
  },
  get 'user.address_asked'() {
    return i18n.t('Requested another email address')
  },
  get 'user.mobile_code'() {
    return i18n.t('Requested a code to verify a mobile number')
  },
  get 'user.mobile_proved'() {
    return i18n.t('Verified a mobile number')
  },
  get 'user.mobile_lost'() {
    return i18n.t('Took over a mobile number')
  },
  get 'user.photo_changed'() {
    return i18n.t('Changed a photo')
  },
  get 'user.photo_removed'() {
    return i18n.t('Removed a photo')
  },
  get 'settings.changed'() {
    return i18n.t('Changed preferences')
  },
  get 'email_preference.changed'() {
    return i18n.t('Changed an email preference')
  },
  get 'email_preference.tested'() {
    return i18n.t('Sent a test email')
  },
  get 'email_preference.retried'() {
    return i18n.t('Retried failed emails')
  },
  get 'mail_settings.changed'() {
    return i18n.t('Changed the email settings')
  },
  get 'client.created'() {
    return i18n.t('Created a client')
  },
  get 'client.changed'() {
    return i18n.t('Changed a client')
  },
  get 'client.exported'() {
    return i18n.t('Exported a client')
  },
  get 'client.deleted'() {
    return i18n.t('Deleted a client')
  },
  get 'client.restored'() {
    return i18n.t('Restored a client')
  },
  get 'client.user_assigned'() {
    return i18n.t('Assigned a user to a client')
  },
  get 'client.user_removed'() {
    return i18n.t('Removed a user from a client')
  },
  get 'product.created'() {
    return i18n.t('Created a product')
  },
  get 'product.changed'() {
    return i18n.t('Changed a product')
  },
  get 'product.deleted'() {
    return i18n.t('Deleted a product')
  },
  get 'product.restored'() {
    return i18n.t('Restored a product')
  },
  get 'product.member_added'() {
    return i18n.t('Added a member to a product')
  },
  get 'product.member_removed'() {
    return i18n.t('Removed a member from a product')
  },
  get 'saved_answer.saved'() {
    return i18n.t('Saved an answer')
  },
  get 'saved_answer.changed'() {
    return i18n.t('Changed a saved answer')
  },
  get 'saved_answer.deleted'() {
    return i18n.t('Deleted a saved answer')
  },
  get 'ticket.created'() {
    return i18n.t('Submitted a ticket')
  },
  get 'ticket.changed'() {
    return i18n.t('Changed a ticket')
  },
  get 'ticket.answered'() {
    return i18n.t('Sent the first reply to a ticket')
  },
  get 'ticket.turned'() {
    return i18n.t('Changed who is waiting')
  },
  get 'ticket.imported'() {
    return i18n.t('Imported a ticket')
  },
  get 'comment.imported'() {
    return i18n.t('Imported a comment')
  },
  get 'import.started'() {
    return i18n.t('Started an import')
  },
  get 'import.progressed'() {
    return i18n.t('Imported rows')
  },
  get 'import.finished'() {
    return i18n.t('Finished an import')
  },
  get 'ticket.deleted'() {
    return i18n.t('Deleted a ticket')
  },
  get 'ticket.restored'() {
    return i18n.t('Restored a ticket')
  },
  get 'deleted.purged'() {
    return i18n.t('Deleted something for good')
  },
  get 'tickets.exported'() {
    return i18n.t('Exported tickets')
  },
  get 'comment.added'() {
    return i18n.t('Commented')
  },
  get 'comment.deleted'() {
    return i18n.t('Deleted a comment')
  },
  get 'comment.restored'() {
    return i18n.t('Restored a comment')
  },
  get 'comment.taken_back'() {
    return i18n.t('Took back a comment')
  },
  get 'attachment.added'() {
    return i18n.t('Attached files')
  },
  get 'attachment.removed'() {
    return i18n.t('Removed a file')
  },
  get 'chat.said'() {
    return i18n.t('Sent a chat message')
  },
  get 'chat.read'() {
    return i18n.t('Read a chat message')
  },
  get 'view.saved'() {
    return i18n.t('Saved a view')
  },
  get 'view.changed'() {
    return i18n.t('Changed a view')
  },
  get 'view.deleted'() {
    return i18n.t('Deleted a view')
  },
  get 'demo.started'() {
    return i18n.t('Began to load demo data')
  },
  get 'demo.loaded'() {
    return i18n.t('Loaded demo data')
  },
  get 'demo.removal'() {
    return i18n.t('Began to remove demo data')
  },
  get 'demo.removed'() {
    return i18n.t('Removed demo data')
  },
  get 'audit.exported'() {
    return i18n.t('Exported the audit log')
  },
} as const

/** Under which heading the types that begin so are found. */
export const areaWords: Readonly<Record<string, string>> = {
  get auth() {
    return i18n.t('Sign-in')
  },
  get role() {
    return i18n.t('Roles')
  },
  get user() {
    return i18n.t('Users')
  },
  get settings() {
    return i18n.t('Preferences')
  },
  get log() {
    return i18n.t('System')
  },
  get email_preference() {
    return i18n.t('Email')
  },
  get mail_settings() {
    return i18n.t('Email')
  },
  get client() {
    return i18n.t('Clients')
  },
  get product() {
    return i18n.t('Products')
  },
  get saved_answer() {
    return i18n.t('Saved answers')
  },
  get ticket() {
    return i18n.t('Tickets')
  },
  get tickets() {
    return i18n.t('Tickets')
  },
  get deleted() {
    return i18n.t('Deleted')
  },
  get comment() {
    return i18n.t('Tickets')
  },
  get attachment() {
    return i18n.t('Tickets')
  },
  get chat() {
    return i18n.t('Chat')
  },
  get view() {
    return i18n.t('Views')
  },
  get import() {
    return i18n.t('Import')
  },
  get retention() {
    return i18n.t('Retention')
  },
  get demo() {
    return i18n.t('Demo data')
  },
  get audit() {
    return i18n.t('Audit log')
  },
}

const whole = (label: string, most: number) =>
  z
    .string()
    .regex(/^\d{1,15}$/, `${label} must be a whole number`)
    .transform(Number)
    .pipe(z.number().min(1, `${label} must be at least 1`).max(most, `${label} must be at most ${most}`))

/** A day in the time zone of the server, or an instant. */
const moment = (label: string) =>
  dayOrInstant(`${label} must be a day such as 2026-03-01, or an instant of ISO 8601`)
const id = (label: string) => idOf(`${label} must be an id`).optional()

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
