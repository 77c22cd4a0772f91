import { i18n } from '#platform/contract/i18n.ts'
import { z } from 'zod'
import { api } from '#platform/contract/endpoint.ts'
import { Timestamp } from '#platform/contract/fields.ts'

export const codeDigits = 6

export const OwnMobile = z.object({
  /** Text messages are sent here; otherwise there is nothing to prove. */
  isOffered: z.boolean(),
  mobileNumber: z.string().nullable(),
  /** A code that was sent to this number came back. */
  isProved: z.boolean(),
  /** Code under way to this number; null: none that could be typed. */
  code: z.object({ expiresAt: Timestamp }).nullable(),
})
export type OwnMobile = z.infer<typeof OwnMobile>

/** Codes are often typed in groups, as they are read. */
export const CodeProof = z.object({
  code: z
    .string({ error: () => i18n.t('Code is required') })
    .overwrite((value) => value.replaceAll(/[\s-]/g, ''))
    .regex(new RegExp(`^\\d{${codeDigits}}$`), {
      error: () => i18n.t('The code has {count} digits', { count: codeDigits }),
    }),
})
export type CodeProof = z.output<typeof CodeProof>

export const mobileApi = api({
  own: {
    method: 'GET',
    path: '/api/profile/mobile',
    summary: 'Whether your own mobile number is verified',
    access: 'signed-in',
    reply: OwnMobile,
  },
  sendCode: {
    method: 'POST',
    path: '/api/profile/mobile-code',
    summary: 'Send a code to your own mobile number, good for 10 minutes and 5 tries; an earlier code ends',
    access: 'signed-in',
    reply: OwnMobile,
  },
  prove: {
    method: 'POST',
    path: '/api/profile/mobile-proof',
    summary: 'Verify your own mobile number with the code; whoever had verified it before loses it',
    access: 'signed-in',
    body: CodeProof,
    reply: OwnMobile,
  },
})
