import { z } from 'zod'
import { tracedFetch } from '../traces/traced-fetch.ts'
import { SendFailure } from './send-failure.ts'

export interface SmsAccount {
  accountSid: string
  authToken: string
  /** A number, or a name where the receiving country allows one. */
  from: string
  /** Without a slash at the end. */
  apiUrl: string
}

interface Settings {
  SMS_ACCOUNT_SID?: string | undefined
  SMS_AUTH_TOKEN?: string | undefined
  SMS_FROM?: string | undefined
  SMS_NUMBER?: string | undefined
  SMS_API_URL: string
}

/** Finds the configured account; undefined: no text messages are sent. */
export function smsAccountOf(env: Settings): SmsAccount | undefined {
  const { SMS_ACCOUNT_SID: accountSid, SMS_AUTH_TOKEN: authToken, SMS_API_URL: apiUrl } = env
  const from = env.SMS_FROM ?? env.SMS_NUMBER
  return accountSid && authToken && from ? { accountSid, authToken, from, apiUrl } : undefined
}

/** A refused text message. Holds nothing of its text or the provider's answer. */
export class SmsFailure extends SendFailure {
  override name = 'SmsFailure'
}

const timeLimitMs = 10_000
const Refusal = z.object({ code: z.number().int() })

async function codeIn(answer: Response): Promise<string> {
  const body: unknown = await answer.json().catch(() => undefined)
  const { data } = Refusal.safeParse(body)
  return data ? `${answer.status}, code ${data.code}` : String(answer.status)
}

/** Sends a text to a number in international form. @throws {SmsFailure} within ten seconds */
export async function sendSms(account: SmsAccount, to: string, body: string): Promise<void> {
  const { accountSid, authToken, from, apiUrl } = account
  const secret = Buffer.from(`${accountSid}:${authToken}`).toString('base64')
  let answer: Response
  try {
    const url = `${apiUrl}/2010-04-01/Accounts/${encodeURIComponent(accountSid)}/Messages.json`
    answer = await tracedFetch(url, {
      method: 'POST',
      headers: { authorization: `Basic ${secret}` },
      body: new URLSearchParams({ From: from, To: to, Body: body }),
      redirect: 'error',
      signal: AbortSignal.timeout(timeLimitMs),
    })
  } catch {
    throw new SmsFailure('The SMS provider did not answer')
  }
  if (answer.ok) {
    await answer.body?.cancel()
    return
  }
  // Faults of the account or the address can be corrected; a refusal of the message itself is final.
  throw new SmsFailure(`The SMS provider answered ${await codeIn(answer)}`, answer.status === 400)
}
