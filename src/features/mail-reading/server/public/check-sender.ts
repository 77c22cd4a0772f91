import { Resolver } from 'node:dns/promises'
import type { Readable } from 'node:stream'
import type { DNSResolver } from 'mailauth'
import { evaluateDmarc } from 'mailauth/lib/dmarc/index.js'
import { dkimVerify } from 'mailauth/lib/dkim/verify.js'
import { spf } from 'mailauth/lib/spf/index.js'

/** Host that gave a mail to the desk, as it said at the door. */
export interface Sending {
  ip: string
  helo: string
  /** Empty for the null path. */
  envelopeFrom: string
  /** Addresses of DNS servers, such as "192.0.2.1:53"; undefined: those of the system. */
  dnsServers?: readonly string[] | undefined
}

/** Result of DMARC (RFC 7489) for the domain of From; null: it has no rule, or DNS did not say. */
export interface Checked {
  dmarc: 'pass' | 'fail' | null
  domain: string
}

const asksForMs = 2000

/** The library takes records of Node as they are; its types name those of TXT and A alone. */
const isRecords = (found: unknown): found is string[] | string[][] => Array.isArray(found)

/** Checks SPF, DKIM and DMARC of a mail, by DNS. @param raw bytes of the message (RFC 5322) */
export async function checkSender(
  raw: Readable,
  { ip, helo, envelopeFrom, dnsServers }: Sending,
): Promise<Checked> {
  const dns = new Resolver({ timeout: asksForMs, tries: 2 })
  if (dnsServers) dns.setServers(dnsServers)
  const resolver: DNSResolver = async (name, type) => {
    const found: unknown = await dns.resolve(name, type)
    return isRecords(found) ? found : []
  }
  const { headerFrom, fromFields, results } = await dkimVerify(raw, { resolver, sender: envelopeFrom })
  const path = await spf({ resolver, ip, helo, sender: envelopeFrom, mta: 'localhost' })
  const { response } = await evaluateDmarc({
    resolver,
    headerFrom,
    fromFields,
    spfDomains: path.status.result === 'pass' ? [path.domain] : [],
    dkimDomains: results
      .filter(({ status }) => status.result === 'pass')
      .flatMap(({ id = '', signingDomain: domain, status: { aligned = false, underSized } }) =>
        domain === undefined ? [] : [{ id, domain, aligned, underSized }],
      ),
  })
  if (!response) return { dmarc: null, domain: '' }
  const { result, header } = response.status
  return { dmarc: result === 'pass' || result === 'fail' ? result : null, domain: header?.from ?? '' }
}
