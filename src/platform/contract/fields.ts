import { z } from 'zod'
import { i18n } from './i18n.ts'
import { limits } from './limits.ts'
import { addressIn } from './address-in.ts'
import { asWritten, normalForm, withoutInvisible } from './searchable.ts'

const lengthOf = (value: string) => Array.from(value).length

/** Texts read late: contracts are made before a language is known. */
export type Words = () => string

const fault = (words: Words) => ({ error: words })

const mustBeText = (label: Words) => i18n.t('{field} must be text', { field: label() })
const tooLong = (label: Words, max: number) =>
  fault(() => i18n.t('{field} must have at most {max} characters', { field: label(), max }))

/** Text as `asWritten` stores it; `max` counts code points. `label` begins the message, so that the person reads the field's name. */
export const text = (label: Words, max: number) =>
  z
    .string(fault(() => mustBeText(label)))
    .overwrite(asWritten)
    .refine((value) => lengthOf(value) <= max, tooLong(label, max))

export const requiredText = (
  label: Words,
  max: number,
  message: Words = () => i18n.t('{field} is required', { field: label() }),
) =>
  z
    .string({ error: (issue) => (issue.input === undefined ? message() : mustBeText(label)) })
    .overwrite(asWritten)
    .min(1, fault(message))
    .refine((value) => lengthOf(value) <= max, tooLong(label, max))

/** Text of a search: unlike stored text it may be invisible, and then matches nothing. */
export const searchText = (label: Words, max: number) => {
  const message = fault(() => i18n.t('{field} is required', { field: label() }))
  return z
    .string({ error: (issue) => (issue.input === undefined ? message.error() : mustBeText(label)) })
    .overwrite((value) => normalForm(value, 'NFC').trim())
    .min(1, message)
    .refine((value) => lengthOf(value) <= max, tooLong(label, max))
}

/**
 * Normalizes every spelling of an address: as `addressIn` finds it, trimmed, NFKC, lower case, domain in ASCII (IDNA).
 * Never in SQL: PostgreSQL and the embedded database lower-case differently.
 */
export function normalizeEmail(value: string): string {
  // Normalizing may create a leading space.
  const address = addressIn(normalForm(withoutInvisible(value), 'NFKC'))
    .trim()
    .toLowerCase()
  const at = address.lastIndexOf('@')
  const domain = address.slice(at + 1)
  if (at < 1 || /[\s/?#@:%\\[\]]/.test(domain) || !URL.canParse(`http://${domain}`)) return address
  return `${address.slice(0, at)}@${new URL(`http://${domain}`).hostname}`
}

/** The last label is never only digits: that would be an IP address. */
const emailPattern =
  /^(?!.*\.\d+$)[a-z0-9.!#$%&'*+/=?^_`{|}~-]+@[a-z0-9](?:[a-z0-9-]*[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]*[a-z0-9])?)+$/

export const email = (message: Words = () => i18n.t('Please enter a valid email address')) =>
  z
    .string(fault(message))
    .overwrite(normalizeEmail)
    .max(
      limits.email,
      fault(() => i18n.t('Email must have at most {max} characters', { max: limits.email })),
    )
    .regex(emailPattern, fault(message))

export const e164 = /^\+[1-9]\d{1,14}$/

/** RFC 2606 reserves `.invalid`: no mail arrives there. Non-persons, such as the sender of a channel, have such addresses. */
export const isReservedEmail = (address: string) => address.endsWith('.invalid')
export const reservedEmail: Words = () => i18n.t('Addresses that end in .invalid are reserved')

/** An address for a person; `email` also reads stored ones. */
export const personEmail = (message?: Words) =>
  email(message).refine((address) => !isReservedEmail(address), fault(reservedEmail))

/** E.164 or nothing; an empty text means nothing. */
export const mobileNumber = (
  message: Words = () => i18n.t('Invalid phone number. Must be E.164 format (e.g., +1234567890)'),
) =>
  z
    .string(fault(message))
    .overwrite((value) => withoutInvisible(value).trim())
    .refine((value) => value === '' || e164.test(value), fault(message))
    .nullish()

export const newPassword = z
  .string(fault(() => i18n.t('Password is required')))
  .min(
    limits.passwordMin,
    fault(() => i18n.t('Password must be at least {min} characters', { min: limits.passwordMin })),
  )
  .refine(
    (value) => new TextEncoder().encode(value).length <= limits.passwordMaxBytes,
    fault(() => i18n.t('Password must have at most {max} bytes', { max: limits.passwordMaxBytes })),
  )

/** An id in the database's lower case, because ids are compared as text. @param rule of a refusal */
export const idOf = (rule?: Parameters<typeof z.uuid>[0]) => z.uuid(rule).toLowerCase()
export const Id = idOf()
export const ById = z.object({ id: Id })

export const idList = (rule: string, most: number) =>
  z
    .string({ error: rule })
    .transform((ids) => ids.split(','))
    .pipe(z.array(idOf(rule), { error: rule }).max(most, rule))

/** A body that must change something; it is refused at its first field. @param beside fields that change nothing by themselves */
export function changing<S extends z.ZodObject>(schema: S, words: Words, ...beside: string[]): S {
  const fields = Object.keys(schema.shape).filter((name) => !beside.includes(name))
  const isAny = (change: Record<string, unknown>) => fields.some((name) => change[name] !== undefined)
  return schema.refine(isAny, { error: words, path: fields.slice(0, 1) })
}

export const Timestamp = z.iso.datetime()

/** PostgreSQL has no year 0 and rejects years after 9999 as a Date writes them; a search by day reaches into the next day. */
const isInReach = (moment: string) => {
  const year = new Date(moment).getUTCFullYear()
  return year > 0 && year < 9999
}

/** An instant of ISO 8601 in a search. @param rule of a refusal */
export const instant = (rule: string) => z.iso.datetime({ offset: true, error: rule }).refine(isInReach, rule)

export const day = (rule: string) => z.iso.date({ error: rule }).refine(isInReach, rule)

export const dayOrInstant = (rule: string) => z.union([day(rule), instant(rule)], { error: rule })
