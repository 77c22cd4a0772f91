import { z } from 'zod'
import { limits } from './limits.ts'
import { normalForm } from './searchable.ts'

const lengthOf = (value: string) => Array.from(value).length

/**
 * One-line or long text: trimmed, NFC, well-formed; `max` counts code points.
 * `label` begins the message, so that the person reads which field is meant.
 */
export const text = (label: string, max: number) =>
  z
    .string({ error: `${label} must be text` })
    .overwrite((value) => normalForm(value, 'NFC').trim())
    .refine((value) => lengthOf(value) <= max, `${label} must have at most ${max} characters`)

/** The same, and not empty; `message` is the stated sentence for a missing value. */
export const requiredText = (label: string, max: number, message = `${label} is required`) =>
  z
    .string({ error: (issue) => (issue.input === undefined ? message : `${label} must be text`) })
    .overwrite((value) => normalForm(value, 'NFC').trim())
    .min(1, message)
    .refine((value) => lengthOf(value) <= max, `${label} must have at most ${max} characters`)

/**
 * One form for every spelling of an address: trimmed, NFKC, lower case, the domain in its ASCII (IDNA) form.
 * PostgreSQL and the embedded database lower-case differently, so this never happens in SQL.
 */
export function normalizeEmail(value: string): string {
  const trimmed = normalForm(value.trim(), 'NFKC').toLowerCase()
  const at = trimmed.lastIndexOf('@')
  const domain = trimmed.slice(at + 1)
  if (at < 1 || /[\s/?#@:%\\[\]]/.test(domain) || !URL.canParse(`http://${domain}`)) return trimmed
  return `${trimmed.slice(0, at)}@${new URL(`http://${domain}`).hostname}`
}

/** The last label is never a number alone: that would be the address of a machine. */
const emailPattern =
  /^(?!.*\.\d+$)[a-z0-9.!#$%&'*+/=?^_`{|}~-]+@[a-z0-9](?:[a-z0-9-]*[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]*[a-z0-9])?)+$/

export const email = (message = 'Please enter a valid email address') =>
  z
    .string({ error: message })
    .overwrite(normalizeEmail)
    .max(limits.email, `Email must have at most ${limits.email} characters`)
    .regex(emailPattern, message)

/** E.164 or nothing; an empty text means nothing. */
export const mobileNumber = (message = 'Invalid phone number. Must be E.164 format (e.g., +1234567890)') =>
  z
    .string({ error: message })
    .overwrite((value) => value.trim())
    .refine((value) => value === '' || /^\+[1-9]\d{1,14}$/.test(value), message)
    .nullish()

export const newPassword = z
  .string({ error: 'Password is required' })
  .min(limits.passwordMin, `Password must be at least ${limits.passwordMin} characters`)
  .refine(
    (value) => new TextEncoder().encode(value).length <= limits.passwordMaxBytes,
    `Password must have at most ${limits.passwordMaxBytes} bytes`,
  )

export const Id = z.uuid()
export const ById = z.object({ id: Id })
export const Timestamp = z.iso.datetime()
