import { z } from 'zod'
import { api } from '#platform/contract/endpoint.ts'
import { ById, email, Id, requiredText, text, Timestamp } from '#platform/contract/fields.ts'
import { i18n } from '#platform/contract/i18n.ts'
import { limits } from '#platform/contract/limits.ts'

const administrators = ['super_user'] as const

export const mailboxEncryptions = ['tls', 'starttls', 'none'] as const
export const signIns = ['password', 'oauth2'] as const

/** Mailboxes of one desk: each keeps a connection open. */
export const mostMailboxes = 20

/** Refresh tokens of Microsoft have about 1,500 letters. */
const secretLetters = 8192

const notAPort = { error: () => i18n.t('Port must be between 1 and 65535') }
const notAnAddress = { error: () => i18n.t('Address must be a valid email address') }
const flag = (name: string) => z.boolean({ error: () => i18n.t('{name} must be true or false', { name }) })

/** Token addresses carry the client's secret, so only this machine is spoken to without encryption. */
const isTokenAddress = (address: string) => {
  if (!URL.canParse(address)) return false
  const { protocol, hostname } = new URL(address)
  return protocol === 'https:' || (protocol === 'http:' && ['127.0.0.1', 'localhost'].includes(hostname))
}

const secret = (name: string, longest = secretLetters) =>
  z
    .string({ error: () => i18n.t('{name} must be text', { name }) })
    .max(longest, { error: () => i18n.t('{name} is too long', { name }) })
    .optional()

const fields = z.object({
  address: z
    .string(notAnAddress)
    .max(limits.email, {
      error: () => i18n.t('Address must have at most {max} characters', { max: limits.email }),
    })
    .pipe(email(() => i18n.t('Address must be a valid email address'))),
  /** Name beside the address in answers from this mailbox. */
  senderName: text(() => i18n.t('Sender name'), limits.name)
    .nullish()
    .transform((name) => name || null),
  host: requiredText(() => i18n.t('IMAP host'), limits.host).refine((host) => !/[\s/@]/.test(host), {
    error: () => i18n.t('IMAP host must be a name or an address such as imap.example.com'),
  }),
  port: z.int(notAPort).min(1, notAPort).max(65_535, notAPort).default(993),
  encryption: z
    .enum(mailboxEncryptions, {
      error: () => i18n.t('encryption must be one of: {choices}', { choices: mailboxEncryptions.join(', ') }),
    })
    .default('tls'),
  username: requiredText(() => i18n.t('IMAP username'), limits.email),
  signIn: z
    .enum(signIns, {
      error: () => i18n.t('signIn must be one of: {choices}', { choices: signIns.join(', ') }),
    })
    .default('password'),
  /** Blank or absent keeps the stored one. Required for another host, port, encryption or account. */
  password: secret('password', limits.passwordMaxBytes),
  tokenUrl: z
    .string({ error: () => i18n.t('Token URL must be text') })
    .max(limits.url, { error: () => i18n.t('Token URL is too long') })
    .refine(isTokenAddress, { error: () => i18n.t('Token URL must begin with https://') })
    .nullish()
    .transform((url) => url ?? null),
  clientId: text(() => i18n.t('Client ID'), limits.name)
    .nullish()
    .transform((id) => id || null),
  /** Blank or absent keeps the stored one. */
  clientSecret: secret('clientSecret'),
  /**
   * Blank or absent keeps the stored one, null removes it. Required, or null, for another host, port, encryption or
   * account. Without one the client signs in for itself (client credentials).
   */
  refreshToken: secret('refreshToken').nullable(),
  scope: text(() => i18n.t('Scope'), limits.subject)
    .nullish()
    .transform((scope) => scope || null),
  folder: text(() => i18n.t('Folder'), limits.name)
    .default('INBOX')
    .transform((folder) => folder || 'INBOX'),
  moveTo: text(() => i18n.t('Folder for stored mails'), limits.name)
    .nullish()
    .transform((folder) => folder || null),
  /** Also mails that are in the folder already. */
  takesOld: flag('takesOld').default(true),
  isActive: flag('isActive').default(true),
})

export const MailboxInput = fields.superRefine((mailbox, context) => {
  const fault = (path: keyof typeof mailbox, message: string) =>
    context.addIssue({ code: 'custom', path: [path], message })
  if (mailbox.signIn === 'oauth2') {
    if (mailbox.tokenUrl === null) fault('tokenUrl', i18n.t('Token URL is required'))
    if (mailbox.clientId === null) fault('clientId', i18n.t('Client ID is required'))
  }
  if (mailbox.moveTo !== null && mailbox.moveTo === mailbox.folder)
    fault('moveTo', i18n.t('Mails cannot be moved to the folder they are read from'))
})
export type MailboxInput = z.output<typeof MailboxInput>

export const Mailbox = z.object({
  id: Id,
  address: z.string(),
  senderName: z.string().nullable(),
  host: z.string(),
  port: z.number().int(),
  encryption: z.enum(mailboxEncryptions),
  username: z.string(),
  signIn: z.enum(signIns),
  tokenUrl: z.string().nullable(),
  clientId: z.string().nullable(),
  scope: z.string().nullable(),
  hasRefreshToken: z.boolean(),
  folder: z.string(),
  moveTo: z.string().nullable(),
  takesOld: z.boolean(),
  isActive: z.boolean(),
  /** Last time that new mails were looked for. */
  checkedAt: Timestamp.nullable(),
  /** Sentence for people; null when the last look succeeded. */
  failure: z.string().nullable(),
  failedAt: Timestamp.nullable(),
  /** Mails left in the mailbox because they are larger than allowed, or fail again and again. */
  tooLarge: z.number().int(),
})
export type Mailbox = z.infer<typeof Mailbox>

export const ListedMailbox = Mailbox.extend({
  mailsToday: z.number().int(),
  /** Mails of today that could not be read. */
  unreadToday: z.number().int(),
})
export type ListedMailbox = z.infer<typeof ListedMailbox>

const Done = z.object({ message: z.string() })

export const mailboxApi = api({
  list: {
    method: 'GET',
    path: '/api/admin/mailboxes',
    summary: 'The mailboxes that are read by IMAP, without their secrets, and how the last look went',
    access: administrators,
    reply: z.array(ListedMailbox),
  },
  create: {
    method: 'POST',
    path: '/api/admin/mailboxes',
    summary: 'Read another mailbox by IMAP',
    access: administrators,
    needsPassword: true,
    body: MailboxInput,
    reply: Mailbox,
    status: 201,
  },
  change: {
    method: 'PUT',
    path: '/api/admin/mailboxes/:id',
    summary:
      'Change a mailbox as a whole; without secrets the stored ones stay, which another host, port, encryption or account does not allow; refreshToken null removes it',
    access: administrators,
    needsPassword: true,
    params: ById,
    body: MailboxInput,
    reply: Mailbox,
  },
  check: {
    method: 'POST',
    path: '/api/admin/mailboxes/:id/check',
    summary: 'Connect to a mailbox, sign in and open its folders',
    access: administrators,
    params: ById,
    reply: Done,
  },
  remove: {
    method: 'DELETE',
    path: '/api/admin/mailboxes/:id',
    summary: 'Stop reading a mailbox; its mails stay on both sides',
    access: administrators,
    needsPassword: true,
    params: ById,
    reply: Done,
  },
})
