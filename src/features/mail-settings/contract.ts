import { i18n } from '#platform/contract/i18n.ts'
import { z } from 'zod'
import { api } from '#platform/contract/endpoint.ts'
import { email, requiredText, Timestamp, type Words } from '#platform/contract/fields.ts'
import { limits } from '#platform/contract/limits.ts'
import { asWritten } from '#platform/contract/searchable.ts'

const administrators = ['super_user'] as const

export const mailVariables = [
  'ticketNumber',
  'subject',
  'status',
  'clientName',
  'message',
  'ticketUrl',
  'companyName',
  'howToReply',
] as const
export type MailVariables = Record<(typeof mailVariables)[number], string>

const templateText = (label: Words) =>
  z
    .string({ error: () => i18n.t('{field} must be text', { field: label() }) })
    .max(limits.mailTemplate, {
      error: () =>
        i18n.t('{field} must have at most {max} characters', { field: label(), max: limits.mailTemplate }),
    })
    .refine((text) => asWritten(text) !== '', {
      error: () => i18n.t('{field} is required', { field: label() }),
    })

export const EmailTemplate = z.object(
  {
    subject: requiredText(() => i18n.t('Subject'), limits.subject),
    htmlTemplate: templateText(() => i18n.t('HTML template')),
    textTemplate: templateText(() => i18n.t('Text template')),
  },
  { error: () => i18n.t('emailTemplate must be an object with subject, htmlTemplate and textTemplate') },
)
export type EmailTemplate = z.output<typeof EmailTemplate>

export const defaultPort = 587
export const defaultCompany = 'IMS'

export const EmailSettings = z.object({
  smtpHost: z.string(),
  smtpPort: z.number().int(),
  smtpUsername: z.string(),
  fromEmail: z.string(),
  replyToEmail: z.string(),
  companyName: z.string(),
  useSSL: z.boolean(),
  useTLS: z.boolean(),
  /** A mail server and its password are stored. */
  isConfigured: z.boolean(),
  /** Without today's rules: an earlier version may have stored another one. */
  emailTemplate: z.object({ subject: z.string(), htmlTemplate: z.string(), textTemplate: z.string() }),
})
export type EmailSettings = z.infer<typeof EmailSettings>

const notAPort = { error: () => i18n.t('Port must be between 1 and 65535') }
const SmtpFields = z.object({
  host: requiredText(
    () => i18n.t('SMTP host'),
    limits.host,
    () => i18n.t('SMTP host is required'),
  ).refine((host) => !/[\s/@]/.test(host), {
    error: () => i18n.t('SMTP host must be a name or an address such as smtp.example.com'),
  }),
  port: z.int(notAPort).min(1, notAPort).max(65_535, notAPort),
  username: requiredText(
    () => i18n.t('SMTP username'),
    limits.email,
    () => i18n.t('SMTP username is required'),
  ),
  fromEmail: email(() => i18n.t('From email must be a valid email address')),
  replyToEmail: email(() => i18n.t('Reply-to email must be a valid email address')),
  companyName: requiredText(() => i18n.t('Company name'), limits.name),
  useSSL: z.boolean({ error: () => i18n.t('useSSL must be true or false') }),
  useTLS: z.boolean({ error: () => i18n.t('useTLS must be true or false') }),
  /** Blank or absent keeps the stored one. Required for another host, port or encryption. */
  password: z
    .string({ error: () => i18n.t('SMTP password must be text') })
    .max(limits.passwordMaxBytes, { error: () => i18n.t('SMTP password is too long') })
    .optional(),
})
export const Smtp = SmtpFields.extend({
  useSSL: SmtpFields.shape.useSSL.default(false),
  useTLS: SmtpFields.shape.useTLS.default(true),
})
export type Smtp = z.output<typeof Smtp>

/** Server, parts of the template, or both; a server must be complete. */
export const EmailSettingsChange = SmtpFields.partial()
  .extend({ emailTemplate: EmailTemplate.partial().optional() })
  .transform(({ emailTemplate, ...server }, context) => {
    const isAny = (parts: object) => Object.values(parts).some((value) => value !== undefined)
    const isServer = isAny(server)
    if (!isServer && !isAny(emailTemplate ?? {}))
      context.addIssue({
        code: 'custom',
        path: [emailTemplate ? 'emailTemplate' : 'host'],
        message: i18n.t('Nothing to change: send host and the rest, or emailTemplate'),
      })
    if (!isServer) return { emailTemplate }
    const whole = Smtp.safeParse(server)
    if (whole.success) return { server: whole.data, emailTemplate }
    for (const { path, message } of whole.error.issues)
      context.addIssue({ code: 'custom', path: [...path], message })
    return z.NEVER
  })
export type EmailSettingsChange = z.output<typeof EmailSettingsChange>

export const EmailHealth = z.object({
  /** Readers take any other word for `unknown`. */
  status: z.enum(['healthy', 'error', 'unknown']).catch('unknown'),
  message: z.string(),
  /** Milliseconds to connect and sign in; null after a failure. */
  responseTime: z.number().int().nullable(),
  lastChecked: Timestamp.nullable(),
})
export type EmailHealth = z.infer<typeof EmailHealth>

const Rendered = z.object({ emailTemplate: EmailTemplate })

export const EmailPreview = z.object({ subject: z.string(), html: z.string(), text: z.string() })
export type EmailPreview = z.infer<typeof EmailPreview>

export const mailSettingsApi = api({
  get: {
    method: 'GET',
    path: '/api/admin/email-settings',
    summary: 'The mail server and the template of emails, without the password',
    access: administrators,
    reply: EmailSettings,
  },
  change: {
    method: 'PUT',
    path: '/api/admin/email-settings',
    summary:
      'Change the mail server, the template or both; without a password the stored one stays; it must be given for another host, port or encryption',
    access: administrators,
    body: EmailSettingsChange,
    reply: EmailSettings,
  },
  health: {
    method: 'GET',
    path: '/api/admin/email-health',
    summary: 'Whether the mail server takes our connection and our password; sends nothing',
    access: administrators,
    reply: EmailHealth,
  },
  test: {
    method: 'POST',
    path: '/api/admin/test-email',
    summary: 'Send a test ticket notification',
    access: administrators,
    body: z.object({ email: email() }),
    reply: z.object({ message: z.string() }),
  },
  preview: {
    method: 'POST',
    path: '/api/admin/email-preview',
    summary: 'What a template becomes with sample values',
    access: administrators,
    body: Rendered,
    reply: EmailPreview,
  },
  previewPage: {
    method: 'POST',
    path: '/api/admin/email-preview/page',
    summary: 'The same as a page for a sandboxed frame: takes a form with the template as JSON in `template`',
    access: administrators,
    body: Rendered,
    reply: z.file().mime('text/html'),
  },
})
