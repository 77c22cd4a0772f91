import { i18n } from '#platform/contract/i18n.ts'
import { normalizeEmail } from '#platform/contract/fields.ts'
import { changedValues, keysOf } from '#platform/contract/records.ts'
import type { EmailSettings } from '../contract.ts'

export interface ServerDraft {
  host: string
  port: string
  username: string
  password: string
  fromEmail: string
  replyToEmail: string
  companyName: string
  useSSL: boolean
  useTLS: boolean
}

/** Edited values with their state at the start; another super user may have changed the rest since. */
export interface Edited<T> {
  begun: T
  now: T
}

export const draftOf = (settings: EmailSettings): ServerDraft => ({
  host: settings.smtpHost,
  port: String(settings.smtpPort),
  username: settings.smtpUsername,
  password: '',
  fromEmail: settings.fromEmail,
  replyToEmail: settings.replyToEmail,
  companyName: settings.companyName,
  useSSL: settings.useSSL,
  useTLS: settings.useTLS,
})

export function beginWith(settings: EmailSettings): Edited<ServerDraft> {
  const begun = draftOf(settings)
  return { begun, now: begun }
}

export const isEdited = <T extends object>({ begun, now }: Edited<T>): boolean =>
  keysOf(changedValues(begun, now)).length > 0

/** Puts the edited fields over the stored ones. Both boxes of the encryption are one choice. */
export function mergedWith(stored: ServerDraft, { begun, now }: Edited<ServerDraft>): ServerDraft {
  const mine = changedValues(begun, now)
  const { useSSL, useTLS } = now
  return { ...stored, ...mine, ...(('useSSL' in mine || 'useTLS' in mine) && { useSSL, useTLS }) }
}

type Faults = Partial<Record<keyof ServerDraft, string>>

const required = ['host', 'username', 'fromEmail', 'replyToEmail', 'companyName'] as const
const requiredAtFirst = ['host', 'username', 'password', 'fromEmail', 'replyToEmail', 'companyName'] as const
const addresses = ['fromEmail', 'replyToEmail'] as const
const addressPattern = /^[^\s@]+@[^\s@]+\.[^\s@]+$/
const portWords = () => i18n.t('Please enter a valid port number (1-65535).')

const all = (fields: readonly (keyof ServerDraft)[], words: string): Faults =>
  Object.fromEntries(fields.map((field) => [field, words]))

interface DraftFault {
  message: string
  fields: Faults
}

/** Finds the fault in one sentence, and its fields; undefined when the draft can be sent. */
export function faultOf(draft: ServerDraft, hasPassword: boolean): DraftFault | undefined {
  const empty = (hasPassword ? required : requiredAtFirst).filter((field) => draft[field].trim() === '')
  if (empty.length > 0)
    return {
      message: i18n.t('Please fill in all required fields.'),
      fields: all(empty, i18n.t('This field is required.')),
    }
  const wrong = addresses.filter((field) => !addressPattern.test(normalizeEmail(draft[field])))
  if (wrong.length > 0)
    return {
      message: i18n.t('Please enter valid email addresses.'),
      fields: all(wrong, i18n.t('Enter an address such as name@company.com')),
    }
  const port = draft.port.trim()
  if (!/^\d{1,5}$/.test(port) || Number(port) < 1 || Number(port) > 65_535)
    return { message: portWords(), fields: { port: portWords() } }
  return undefined
}

/** Keeps SSL and STARTTLS exclusive. */
export const withSecurity = (draft: ServerDraft, field: 'useSSL' | 'useTLS', isOn: boolean): ServerDraft => ({
  ...draft,
  ...(isOn && { useSSL: false, useTLS: false }),
  [field]: isOn,
})

/** Change to send; a blank password keeps the stored one. */
export const changeOf = ({ port, password, ...others }: ServerDraft) => ({
  ...others,
  port: Number(port),
  ...(password.trim() !== '' && { password }),
})
