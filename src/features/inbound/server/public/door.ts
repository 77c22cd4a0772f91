/** Listener for mails by SMTP, as the environment configures it. */
export interface InboundDoor {
  host: string
  port: number
  /** Addresses of the desk, in normal form. */
  addresses: readonly string[]
  /** A mail server of the desk's own may hand mails over by LMTP (RFC 2033). */
  protocol: 'smtp' | 'lmtp'
  /** Absent: no STARTTLS. */
  tls: { cert: string; key: string } | undefined
  /** No relay of the desk's own stands before it, so SPF, DKIM and DMARC are checked here. */
  isFirstHop: boolean
  /** Absent: those of the system. */
  dnsServers?: readonly string[]
}

interface Settings {
  INBOUND_SMTP_PORT?: number | undefined
  INBOUND_SMTP_HOST: string
  INBOUND_ADDRESSES?: readonly string[] | undefined
  INBOUND_SMTP_CERT?: string | undefined
  INBOUND_SMTP_KEY?: string | undefined
  INBOUND_PROTOCOL: 'smtp' | 'lmtp'
  INBOUND_FIRST_HOP: 'on' | 'off'
}

/** @returns undefined: no mails come in */
export function inboundDoorOf(env: Settings): InboundDoor | undefined {
  const { INBOUND_SMTP_PORT: port, INBOUND_SMTP_HOST: host, INBOUND_ADDRESSES: addresses } = env
  if (port === undefined || !addresses) return undefined
  const { INBOUND_SMTP_CERT: cert, INBOUND_SMTP_KEY: key } = env
  const tls = cert && key ? { cert, key } : undefined
  const { INBOUND_PROTOCOL: protocol, INBOUND_FIRST_HOP: firstHop } = env
  return { host, port, addresses, protocol, tls, isFirstHop: firstHop === 'on' }
}
