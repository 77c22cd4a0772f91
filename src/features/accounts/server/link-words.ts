import { i18n } from '#platform/contract/i18n.ts'
import type { LinkPurpose } from '../contract.ts'

const minuteMs = 60_000
const hourMs = 60 * minuteMs
/** Units with their tolerance: a mail that goes out at once is a moment late. */
const units = [
  { unit: 'day', unitMs: 24 * hourMs, lateMs: hourMs },
  { unit: 'hour', unitMs: hourMs, lateMs: minuteMs / 2 },
] as const
const shortest = { unit: 'minute', unitMs: minuteMs, lateMs: minuteMs / 2 } as const

/** "7 days": the remaining lifetime of a link, as its mail may have waited. */
function lasting(ms: number): string {
  const { unit, unitMs, lateMs } = units.find((one) => ms + one.lateMs >= one.unitMs) ?? shortest
  const format = new Intl.NumberFormat(i18n.locale, { style: 'unit', unit, unitDisplay: 'long' })
  return format.format(Math.max(1, Math.floor((ms + lateMs) / unitMs)))
}

interface Link {
  purpose: LinkPurpose
  firstName: string
  address: string
  lastsMs: number
  productName: string
}

export function wordsFor({ purpose, firstName, address, lastsMs, productName }: Link) {
  const values = { firstName, address, productName, lasting: lasting(lastsMs) }
  if (purpose === 'invitation')
    return {
      subject: i18n.t('Your account for {productName}', values),
      text: i18n.t(
        `Hello {firstName},

an account for {productName} was created for you. Set your password here; the link works once and expires in {lasting}:

{address}

After that you sign in with this email address.
`,
        values,
      ),
    }
  if (purpose === 'address')
    return {
      subject: i18n.t('Confirm your email address for {productName}', values),
      text: i18n.t(
        `Hello {firstName},

someone, probably you, wants to use this email address for an account for {productName}. Sign in with your current address and open this link; it expires in {lasting}:

{address}

If this was not you, you can ignore this email.
`,
        values,
      ),
    }
  return {
    subject: i18n.t('Set a new password for {productName}', values),
    text: i18n.t(
      `Hello {firstName},

someone, probably you, asked for a new password for your account. Set it here; the link works once and expires in {lasting}:

{address}

If this was not you, you can ignore this email: your password stays as it is.
`,
      values,
    ),
  }
}
