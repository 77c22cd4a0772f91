import { z } from 'zod'
import { i18n } from './i18n.ts'
import { limits } from './limits.ts'
import { addressIn } from './address-in.ts'
import { asWritten, normalForm, withoutInvisible } from './searchable.ts'

const lengthOf = (value: string) => Array.from(value).length

/** Words that are looked up when they are read: contracts are made before anybody has a language. */
export type Words = () => string

/** A fault in these words. */
const fault = (words: Words) => ({ error: words })

const mustBeText = (label: Words) => i18n.t('{field} must be text', { field: label() })
const tooLong = (label: Words, max: number) =>
  fault(() => i18n.t('{field} must have at most {max} characters', { field: label(), max }))

/**
 * One-line or long text as `asWritten` has it; `max` counts code points.
 * `label` begins the message, so that the person reads which field is meant.
 */
export const text = (label: Words, max: number) =>
  z
    .string(fault(() => mustBeText(label)))
    .overwrite(asWritten)
    .refine((value) => lengthOf(value) <= max, tooLong(label, max))

/** The same, with something to be seen in it; `message` is the stated sentence for a missing value. */
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

/** Text that is typed to search for: unlike a text it may be of nothing that is seen, and then stands nowhere. */
export const searchText = (label: Words, max: number) => {
  const message = fault(() => i18n.t('{field} is required', { field: label() }))
  return z
    .string({ error: (issue) => (issue.input === undefined ? message.error() : mustBeText(label)) })
    .overwrite((value) => normalForm(value, 'NFC').trim())
    .min(1, message)
    .refine((value) => lengthOf(value) <= max, tooLong(label, max))
}

/**
 * One form for every spelling of an address: as `addressIn` finds it, trimmed, NFKC, lower case, the domain in its ASCII (IDNA) form.
 * PostgreSQL and the embedded database lower-case differently, so this never happens in SQL.
 */
export function normalizeEmail(value: string): string {
  // A normal form may begin with a space that was none before.
  const address = addressIn(normalForm(withoutInvisible(value), 'NFKC'))
    .trim()
    .toLowerCase()
  const at = address.lastIndexOf('@')
  const domain = address.slice(at + 1)
  if (at < 1 || /[\s/?#@:%\\[\]]/.test(domain) || !URL.canParse(`http://${domain}`)) return address
  return `${address.slice(0, at)}@${new URL(`http://${domain}`).hostname}`
}

/** The last label is never a number alone: that would be the address of a machine. */
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

/** A phone number in international form. */
export const e164 = /^\+[1-9]\d{1,14}$/

/** RFC 2606 keeps `.invalid` free: no mail reaches such an address, and those whom nobody is, such as the sender of a channel, have one. */
export const isReservedEmail = (address: string) => address.endsWith('.invalid')
export const reservedEmail: Words = () => i18n.t('Addresses that end in .invalid are reserved')

/** An address that a person may have; `email` also reads those that are stored. */
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

/**
 * An id as the database writes it, in small letters: whoever compares ids compares texts.
 * @param rule says in a refusal what it must be
 */
export const idOf = (rule?: Parameters<typeof z.uuid>[0]) => z.uuid(rule).toLowerCase()
export const Id = idOf()
export const ById = z.object({ id: Id })

/**
 * Ids in a query, with commas between them.
 * @param rule says in a refusal what they must be, and how many at most
 */
export const idList = (rule: string, most: number) =>
  z
    .string({ error: rule })
    .transform((ids) => ids.split(','))
    .pipe(z.array(idOf(rule), { error: rule }).max(most, rule))

/**
 * A body that must change something. Its refusal stands at the first field that could.
 * @param beside the fields that change nothing by themselves
 */
export function changing<S extends z.ZodObject>(schema: S, words: Words, ...beside: string[]): S {
  const fields = Object.keys(schema.shape).filter((name) => !beside.includes(name))
  const isAny = (change: Record<string, unknown>) => fields.some((name) => change[name] !== undefined)
  return schema.refine(isAny, { error: words, path: fields.slice(0, 1) })
}

export const Timestamp = z.iso.datetime()

/** PostgreSQL has no year 0, and takes none after 9999 as a Date writes it; what is asked for by day reaches into the next one. */
const isInReach = (moment: string) => {
  const year = new Date(moment).getUTCFullYear()
  return year > 0 && year < 9999
}

/**
 * A moment that is asked for: an instant of ISO 8601.
 * @param rule says in a refusal what it must be
 */
export const instant = (rule: string) => z.iso.datetime({ offset: true, error: rule }).refine(isInReach, rule)

/** A day such as 2026-03-01. */
export const day = (rule: string) => z.iso.date({ error: rule }).refine(isInReach, rule)

/** One or the other. */
export const dayOrInstant = (rule: string) => z.union([day(rule), instant(rule)], { error: rule })
