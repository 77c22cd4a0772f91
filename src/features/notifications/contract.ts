import { i18n, words } from '#platform/contract/i18n.ts'
import { z } from 'zod'
import { linkPurposes, type LinkPurpose } from '#features/accounts/contract.ts'
import { User } from '#features/users/contract.ts'
import { api } from '#platform/contract/endpoint.ts'
import { ById, changing, Id, idOf, Timestamp } from '#platform/contract/fields.ts'
import { isOneOf } from '#platform/contract/narrowing.ts'

const administrators = ['super_user'] as const

export const notificationTypes = [
  'ticket_updates',
  'daily_summary',
  'weekly_summary',
  'assignment_notifications',
  'status_changes',
] as const
export const frequencies = ['never', 'immediate', 'daily', 'weekly'] as const

export const NotificationType = z.enum(notificationTypes, {
  error: () => i18n.t('notificationType must be one of: {join}', { join: notificationTypes.join(', ') }),
})
export type NotificationType = z.infer<typeof NotificationType>
export const Frequency = z.enum(frequencies, {
  error: () => i18n.t('frequency must be one of: {join}', { join: frequencies.join(', ') }),
})
export type Frequency = z.infer<typeof Frequency>

export const notificationWords: Record<NotificationType, string> = words({
  ticket_updates: () => i18n.t('Ticket Updates'),
  daily_summary: () => i18n.t('Daily Summary'),
  weekly_summary: () => i18n.t('Weekly Summary'),
  assignment_notifications: () => i18n.t('Assignment Notifications'),
  status_changes: () => i18n.t('Status Changes'),
})
export const frequencyWords: Record<Frequency, string> = words({
  never: () => i18n.t('Never'),
  immediate: () => i18n.t('Immediate'),
  daily: () => i18n.t('Daily'),
  weekly: () => i18n.t('Weekly'),
})

export const EmailPreference = z.object({
  id: Id,
  userId: Id,
  notificationType: NotificationType,
  frequency: Frequency,
  isEnabled: z.boolean(),
  lastSentAt: Timestamp.nullable(),
  createdAt: Timestamp,
  updatedAt: Timestamp,
})
export type EmailPreference = z.infer<typeof EmailPreference>

export const OwnPreference = EmailPreference.pick({
  notificationType: true,
  frequency: true,
  isEnabled: true,
  lastSentAt: true,
})
export type OwnPreference = z.infer<typeof OwnPreference>

const isEnabled = z.boolean({ error: () => i18n.t('isEnabled must be true or false') })

export const NewPreference = z.object({
  userId: idOf({ error: () => i18n.t('userId must be the id of a user') }),
  notificationType: NotificationType,
  frequency: Frequency.default('immediate'),
  isEnabled: isEnabled.default(true),
})
export type NewPreference = z.output<typeof NewPreference>

const Change = z.object({ frequency: Frequency.optional(), isEnabled: isEnabled.optional() })
export type PreferenceChange = z.output<typeof Change>
const nothing = () => i18n.t('Nothing to change: send isEnabled or frequency')

export const PreferenceChange = changing(Change, nothing)
const OwnPreferenceChange = changing(
  Change.extend({ notificationType: NotificationType }),
  nothing,
  'notificationType',
)

export const PreferenceTest = z.object({
  userId: NewPreference.shape.userId,
  notificationType: NotificationType,
})
export type PreferenceTest = z.output<typeof PreferenceTest>
export const TestResult = z.object({
  sent: z.boolean(),
  message: z.string().optional(),
  reason: z.string().optional(),
})
export type TestResult = z.infer<typeof TestResult>

const mailKinds = [...notificationTypes, ...linkPurposes] as const
const linkWords: Record<LinkPurpose, string> = words({
  reset: () => i18n.t('Password reset link'),
  invitation: () => i18n.t('Invitation'),
  address: () => i18n.t('Email confirmation link'),
})
export const mailWordsOf = (kind: NotificationType | LinkPurpose): string =>
  isOneOf(linkPurposes, kind) ? linkWords[kind] : notificationWords[kind]

export const MailProblem = z.object({
  id: Id,
  user: User.pick({ id: true, firstName: true, lastName: true, email: true }),
  kind: z.enum(mailKinds),
  failure: z.string(),
  attempts: z.number().int(),
  /** Time of the next try; null after the last one. */
  dueAt: Timestamp.nullable(),
  createdAt: Timestamp,
})
export type MailProblem = z.infer<typeof MailProblem>

export const MessageProblem = MailProblem.extend({
  /** Recipient; null if no user. */
  user: MailProblem.shape.user.nullable(),
  /** `other` when unreadable or without words of its own. */
  kind: z.string(),
  /** Name of the mail, in the language of the viewer. */
  what: z.string(),
  number: z.string().nullable(),
})
export type MessageProblem = z.infer<typeof MessageProblem>

export const DeliveryProblems = z.object({
  /** Deliveries given up in the last 30 days. */
  givenUp: z.number().int(),
  waiting: z.number().int(),
  /** Events that failed, so that nobody was notified. */
  setAside: z.number().int(),
  /** Reason of the newest delivery that was given up. */
  lastFailure: z.string().nullable(),
  /** Newest mails that were given up or wait. */
  mails: z.array(MailProblem),
  /** Newest deliveries of other kinds. Separate, as browsers of an earlier version read `mails`. */
  messages: z.array(MessageProblem),
})
export type DeliveryProblems = z.infer<typeof DeliveryProblems>

const Retried = z.object({ message: z.string(), tried: z.number().int() })

const ByUser = z.object({ userId: Id })

export const emailPreferenceApi = api({
  list: {
    method: 'GET',
    path: '/api/email-preferences',
    summary: 'The stored email preferences of one user',
    access: administrators,
    query: z.object({ userId: NewPreference.shape.userId }),
    reply: z.array(EmailPreference),
  },
  listOf: {
    method: 'GET',
    path: '/api/email-preferences/:userId',
    summary: 'The same, with the user in the path',
    access: administrators,
    params: ByUser,
    reply: z.array(EmailPreference),
  },
  problems: {
    method: 'GET',
    path: '/api/email-preferences/problems',
    summary:
      'How many emails, texts and replies of the last 30 days could not be sent so far, and the newest of them',
    access: administrators,
    reply: DeliveryProblems,
  },
  retry: {
    method: 'POST',
    path: '/api/email-preferences/problems/retry',
    summary: 'Try everything again that could not be sent, what was given up and what waits',
    access: administrators,
    reply: Retried,
  },
  retryOne: {
    method: 'POST',
    path: '/api/email-preferences/problems/:id/retry',
    summary: 'Try one email, text or reply again that could not be sent',
    access: administrators,
    params: ById,
    reply: Retried,
  },
  create: {
    method: 'POST',
    path: '/api/email-preferences',
    summary: 'Store which emails a user gets; each type once',
    access: administrators,
    body: NewPreference,
    reply: EmailPreference,
    status: 201,
  },
  change: {
    method: 'PUT',
    path: '/api/email-preferences/:id',
    summary: 'Switch a preference on or off, or change how often',
    access: administrators,
    params: ById,
    body: PreferenceChange,
    reply: EmailPreference,
  },
  delete: {
    method: 'DELETE',
    path: '/api/email-preferences/:id',
    summary: 'Delete a preference; its type goes by the default again',
    access: administrators,
    params: ById,
    reply: z.object({ message: z.string() }),
  },
  createDefaults: {
    method: 'POST',
    path: '/api/email-preferences/defaults/:userId',
    summary: 'Store the default preferences that the user does not have yet',
    access: administrators,
    params: ByUser,
    reply: z.array(EmailPreference),
  },
  test: {
    method: 'POST',
    path: '/api/email-preferences/test',
    summary: 'Send a user a test email of one type, if their preference allows it',
    access: administrators,
    body: PreferenceTest,
    reply: TestResult,
  },
  own: {
    method: 'GET',
    path: '/api/profile/email-preferences',
    summary: 'Which emails the caller gets',
    access: 'signed-in',
    reply: z.array(OwnPreference),
  },
  changeOwn: {
    method: 'PUT',
    path: '/api/profile/email-preferences',
    summary: 'Change which emails the caller gets',
    access: 'signed-in',
    body: OwnPreferenceChange,
    reply: z.array(OwnPreference),
  },
})
