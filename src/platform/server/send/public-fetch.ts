import http from 'node:http'
import https from 'node:https'
import { RequestFilteringHttpAgent, RequestFilteringHttpsAgent } from 'request-filtering-agent'

interface Rules {
  maxBytes: number
  signal: AbortSignal
  /** For tests: a private host that is allowed, on any port and without encryption. */
  except?: string | undefined
}

const mostRedirects = 3
const redirects = new Set([301, 302, 303, 307, 308])

export class NotFetched extends Error {}

const isWeb = (url: URL, except: string | undefined) =>
  url.hostname === except ||
  (url.protocol === 'https:' && url.port === '' && url.username === '' && url.password === '')

/** Fetches by HTTPS. Checks resolved addresses, also of redirects: no name may lead into our own network. @throws {NotFetched} */
export async function fetchPublic(address: URL, rules: Rules): Promise<{ url: URL; body: Buffer }> {
  let url = address
  for (let hop = 0; hop <= mostRedirects; hop++) {
    const answer = await request(url, rules)
    if (!('location' in answer)) return { url, body: answer.body }
    url = answer.location
  }
  throw new NotFetched('too many redirects')
}

function request(url: URL, { maxBytes, signal, except }: Rules) {
  if (!isWeb(url, except)) throw new NotFetched(`${url.protocol}//${url.host} is not of the public web`)
  const options = { allowIPAddressList: except === undefined ? [] : [except] }
  const isPlain = url.protocol === 'http:'
  const agent = isPlain ? new RequestFilteringHttpAgent(options) : new RequestFilteringHttpsAgent(options)
  return new Promise<{ location: URL } | { body: Buffer }>((resolve, reject) => {
    const fail = (why: unknown) => reject(new NotFetched('not fetched', { cause: why }))
    const sent = (isPlain ? http : https).get(url, { agent, signal }, (response) => {
      const { statusCode = 0, headers } = response
      if (redirects.has(statusCode) && headers.location !== undefined) {
        response.destroy()
        return URL.canParse(headers.location, url.href)
          ? resolve({ location: new URL(headers.location, url) })
          : fail('a redirect to nowhere')
      }
      if (statusCode !== 200) {
        response.destroy()
        return fail(statusCode)
      }
      const parts: Buffer[] = []
      let bytes = 0
      response.on('data', (part: Buffer) => {
        bytes += part.length
        parts.push(part)
        if (bytes > maxBytes) response.destroy(new Error('larger than allowed'))
      })
      response.once('end', () => resolve({ body: Buffer.concat(parts) }))
      response.once('error', fail)
    })
    sent.once('error', fail)
  })
}
