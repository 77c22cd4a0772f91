import { z } from 'zod'
import { MailFailure } from '#platform/server/send/mailer.ts'

const withinMs = 10_000

const Granted = z.object({ access_token: z.string().min(1) })
/** Error of RFC 6749, 5.2; the description may hold data of the account, and is not repeated. */
const Refused = z.object({ error: z.string().regex(/^[\w.-]{1,60}$/) })

export interface OAuthClient {
  tokenUrl: string
  clientId: string
  clientSecret: string
  /** Null: client credentials (RFC 6749, 4.4). */
  refreshToken: string | null
  scope: string | null
}

/** Fetches an access token. @throws {MailFailure} within ten seconds, and once `signal` aborts */
export async function fetchAccessToken(client: OAuthClient, signal?: AbortSignal): Promise<string> {
  const { tokenUrl, clientId, clientSecret, refreshToken, scope } = client
  const form = new URLSearchParams({
    client_id: clientId,
    client_secret: clientSecret,
    ...(refreshToken === null
      ? { grant_type: 'client_credentials' }
      : { grant_type: 'refresh_token', refresh_token: refreshToken }),
    ...(scope !== null && { scope }),
  })
  const { host } = new URL(tokenUrl)
  let answer: unknown
  try {
    const response = await fetch(tokenUrl, {
      method: 'POST',
      body: form,
      // A redirect would carry the secret to another server.
      redirect: 'error',
      signal: AbortSignal.any([AbortSignal.timeout(withinMs), ...(signal ? [signal] : [])]),
    })
    answer = await response.json()
  } catch {
    throw new MailFailure('unreachable', `No token came from ${host}. Check the token URL.`)
  }
  const granted = Granted.safeParse(answer)
  if (granted.success) return granted.data.access_token
  const refused = Refused.safeParse(answer)
  const why = refused.success ? ` (${refused.data.error})` : ''
  throw new MailFailure('password', `${host} gave no token${why}. Check client ID, secret and permission.`)
}
