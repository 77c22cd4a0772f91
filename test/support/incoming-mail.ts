import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import nodemailer from 'nodemailer'
import type { InboundMail, InboundMailDetail, InboundPage } from '#features/inbound/contract.ts'
import type { Caller } from './harness.ts'

export const deskAddress = 'support@desk.test'
export const secondAddress = 'billing@desk.test'

/** Headers of the relay `mx.desk.test`, which has checked a mail of staff. */
export const provedStaff = { 'Authentication-Results': 'mx.desk.test; dmarc=pass header.from=staff.test' }

/** Lets the desk believe the headers of this relay; null: of none. */
export const trustRelay = (root: Caller, authenticationServer: string | null = 'mx.desk.test') =>
  root.put('/api/admin/inbound-settings', { formSenders: [], authenticationServer, products: [] })

export interface Letter {
  from?: string
  to?: string
  cc?: string
  subject?: string
  text?: string
  html?: string
  replyTo?: string
  headers?: Record<string, string>
  attachments?: { filename: string; content: string | Buffer }[]
  /** Envelope, where it differs from the headers. */
  recipients?: readonly string[]
  sender?: string
  messageId?: string
  inReplyTo?: string
  references?: readonly string[]
  /** Signature of its domain. */
  dkim?: { domainName: string; keySelector: string; privateKey: string }
  /** The whole mail, byte for byte. */
  raw?: string | Buffer
}

interface Report {
  /** Address that the report is about. */
  recipient: string
  /** Message-ID of the mail that is returned; absent: none is. */
  about?: string | undefined
  diagnosis?: string
}

/** Report of another mail server that a mail of the desk could not be delivered, as it stands on the wire. */
export const deliveryReport = ({ recipient, about, diagnosis = '550 5.1.1 unknown user' }: Report) =>
  [
    'From: MAILER-DAEMON <mailer-daemon@nowhere.test>',
    `To: ${deskAddress}`,
    'Subject: Undelivered Mail Returned to Sender',
    `Message-ID: <report-${randomUUID()}@nowhere.test>`,
    'MIME-Version: 1.0',
    'Content-Type: multipart/report; report-type=delivery-status; boundary=b',
    '',
    '--b',
    'Content-Type: message/delivery-status',
    '',
    'Reporting-MTA: dns; nowhere.test',
    '',
    `Final-Recipient: rfc822; ${recipient}`,
    'Action: failed',
    'Status: 5.1.1',
    `Diagnostic-Code: smtp; ${diagnosis}`,
    '',
    ...(about === undefined
      ? []
      : ['--b', 'Content-Type: text/rfc822-headers', '', `Message-ID: <${about}>`, '']),
    '--b--',
    '',
  ].join('\r\n')

/** Sends mails to the listener, as a relay does. */
export function openPost(port: number, byDesk: Caller) {
  async function send(letter: Letter): Promise<string> {
    const { from = 'Ana Silva <ana@meridian.test>', to = deskAddress } = letter
    const { recipients, sender, references, messageId: _, inReplyTo, ...rest } = letter
    const messageId = letter.messageId ?? `${randomUUID()}@meridian.test`
    const transport = nodemailer.createTransport({ host: '127.0.0.1', port, secure: false, ignoreTLS: true })
    try {
      await transport.sendMail({
        ...rest,
        from,
        to,
        messageId: `<${messageId}>`,
        ...(inReplyTo !== undefined && { inReplyTo: `<${inReplyTo}>` }),
        ...(references && { references: references.map((id) => `<${id}>`) }),
        envelope: {
          from: sender ?? /[^\s<>]+@[^\s<>]+/.exec(from)?.[0] ?? '',
          to: [...(recipients ?? [/[^\s<>]+@[^\s<>]+/.exec(to)?.[0] ?? ''])],
        },
      })
    } finally {
      transport.close()
    }
    return messageId
  }

  const list = async () => (await byDesk.get<InboundPage>('/api/inbound?limit=100')).body

  /** Waits until nothing is left to be understood. */
  async function settled(): Promise<InboundMail[]> {
    const end = Date.now() + 60_000
    for (;;) {
      const { body: left } = await byDesk.get<InboundPage>('/api/inbound?state=received&limit=1')
      if (left.total === 0) return (await list()).mails
      if (Date.now() > end) throw new Error(`mails wait: ${JSON.stringify(left.mails)}`)
      await wait(20)
    }
  }

  /** Sends a mail. @returns what became of it */
  async function deliver(letter: Letter): Promise<InboundMailDetail> {
    const messageId = await send({ subject: 'A mail', text: 'Words.', ...letter })
    for (const { id } of await settled()) {
      const { body } = await byDesk.get<InboundMailDetail>(`/api/inbound/${id}`)
      if (letter.raw === undefined ? body.messageId === messageId : true) return body
    }
    throw new Error('the mail is not there')
  }

  return { send, settled, deliver, list }
}
