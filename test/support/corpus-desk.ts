import { setTimeout as wait } from 'node:timers/promises'
import pino from 'pino'
import nodemailer from 'nodemailer'
import type { InboundMail, InboundMailDetail, InboundPage } from '#features/inbound/contract.ts'
import { rememberMail } from '#features/mail-threads/server/service.ts'
import { createReplyTokens, replyAddress } from '#features/mail-threads/server/public/reply-address.ts'
import { startDovecot, type Dovecot } from './dovecot.ts'
import { aClient, assign, aTicket, change } from './factories.ts'
import { startApp } from './harness.ts'
import { deskAddress, secondAddress } from './incoming-mail.ts'
import { sendThrough } from './mails.ts'
import { corpusIds, corpusMail } from './mail-corpus.ts'
import { freePort } from './processes/free-port.ts'
import { startSmtp } from './services/smtp.ts'

const tokens = createReplyTokens('the secret of a test')

/** A kind of the corpus, as it comes to this desk. */
interface CorpusMail {
  kind: string
  messageId: string
  raw: Buffer
  /** Ticket that its ids and its token name; undefined for mails about none. */
  ticketId: string | undefined
}

/** Kinds that are about the tickets 1041, 1044, 977 and 900 of the corpus. */
const about = /ticket-(?:1041|1044|977|900)\.|ana-first\.2026|\[#1041\]|support\+1abc/

/** Makes the large ones as large as they were; the corpus keeps them short. */
const inFull = (kind: string, text: string): string =>
  kind === 'D23'
    ? text.replace('<!--rows-->', '<p>A row of the report, and its figures.</p>\r\n'.repeat(160_000))
    : text

/** Senders of one answering machine, which writes from another address each time. */
const machines = 10

/**
 * The desk of the corpus: Ana and Ben are of Meridian, Cleo of Tallow, Dora of both; Vera and all of example.org, bank.example and
 * shop.example are of Orion. Each mail about a ticket has one of its own, so that rates of one kind do not change another.
 * @param imap path of Dovecot: the mails lie in its mailboxes; without it they come by SMTP
 */
export async function openCorpusDesk(imap: string | undefined) {
  const port = await freePort()
  const lines: string[] = []
  const smtp = await startSmtp()
  const desk = await startApp({
    logger: pino({ level: 'info' }, { write: (line) => lines.push(line) }),
    inbound: {
      host: '127.0.0.1',
      port,
      addresses: [deskAddress, secondAddress],
      protocol: 'smtp',
      tls: undefined,
      isFirstHop: false,
    },
  })
  const root = await desk.signedIn('super_user')
  await sendThrough(root, smtp)
  const eve = await desk.signedIn('helpdesk', { email: 'eve@desk.test' })
  const client = (email: string) => desk.signedIn('client', { email })
  const ana = await client('ana@meridian.example')
  const ben = await client('ben@meridian.example')
  const cleo = await client('cleo@tallow.example')
  const dora = await client('dora@mail.example')
  const vera = await client('vera@visitor.example')
  const [meridian, tallow, orion] = [
    await aClient(root, { name: 'Meridian' }),
    await aClient(root, { name: 'Tallow' }),
    await aClient(root, { name: 'Orion' }),
  ]
  for (const [{ id }, people] of [
    [meridian, [ana, ben, dora]],
    [tallow, [cleo, dora]],
    [orion, [vera]],
  ] as const)
    for (const person of people) await assign(root, id, person.id, 'employee')
  await root.put(`/api/clients/${meridian.id}/domains`, { domains: ['meridian.example'] })
  await root.put(`/api/clients/${tallow.id}/domains`, { domains: ['tallow.example'] })
  await root.put(`/api/clients/${orion.id}/domains`, {
    domains: ['example.org', 'bank.example', 'shop.example'],
  })

  /** A ticket of Ana, with the mails that were written on it. */
  async function ticketFor(kind: string) {
    const ticket = await aTicket(ana, { customerName: 'Meridian', subject: 'Printer' })
    const { id } = ticket
    const mail = (messageId: string, direction: 'in' | 'out', userId: string) =>
      desk.work((unit) => rememberMail(unit, { messageId, ticketId: id, direction, userId }))
    await mail(`ana-first.${kind}@meridian.example`, 'in', ana.id)
    await mail(`ticket-1041.1.${kind}@desk.test`, 'out', ana.id)
    await mail(`ticket-1041.2.${kind}@desk.test`, 'out', ben.id)
    for (const number of ['977.1', '977.3', '1044.1', '900.1'])
      await mail(`ticket-${number}.${kind}@desk.test`, 'out', ana.id)
    if (kind === 'D52') await change(eve, id, { status: 'resolved' })
    if (kind === 'D42') {
      await change(eve, id, { status: 'closed' })
      await desk.database.pool.query(
        "update tickets set closed_at = now() - interval '40 days' where id = $1",
        [id],
      )
    }
    return ticket
  }

  async function mailOf(kind: string): Promise<CorpusMail> {
    const text = inFull(kind, corpusMail(kind).toString('latin1').replaceAll(/\r?\n/g, '\r\n'))
    const messageId = `${kind.toLowerCase()}.2026@mail.example`
    if (!about.test(text)) return { kind, messageId, raw: Buffer.from(text, 'latin1'), ticketId: undefined }
    const { id, ticketNumber } = await ticketFor(kind)
    const raw = text
      .replaceAll(/(ticket-\d+\.\d|ana-first)(?:\.2026)?@/g, `$1.${kind}@`)
      .replace('Subject: Re: [#1041]', `Subject: Re: [${ticketNumber}]`)
      .replaceAll(/support\+1abc[a-z2-7]+@desk\.test/g, replyAddress(deskAddress, tokens.tokenOf(id)))
    return { kind, messageId, raw: Buffer.from(raw, 'latin1'), ticketId: id }
  }

  const mails: CorpusMail[] = []
  for (const kind of corpusIds) mails.push(await mailOf(kind))
  const answering = mails.find(({ kind }) => kind === 'D47')!
  const loop = Array.from({ length: machines - 1 }, (_, number) =>
    Buffer.from(
      answering.raw
        .toString('latin1')
        .replaceAll('77123', String(77_124 + number))
        .replace('d47.2026', `d47.${number}`),
      'latin1',
    ),
  )
  /** All mails, the one with the broken subject first. */
  const raws = [
    ...mails.filter(({ kind }) => kind === 'D05'),
    ...mails.filter(({ kind }) => kind !== 'D05'),
  ].map(({ raw }) => raw)

  const dovecot: Dovecot | undefined = imap === undefined ? undefined : await startDovecot(imap)
  await dovecot?.createFolder('Billing')
  const readings: (readonly [string, string])[] = [
    [deskAddress, 'INBOX'],
    [secondAddress, 'Billing'],
  ]
  if (dovecot)
    for (const [address, folder] of readings) {
      const { status, body } = await root.post('/api/admin/mailboxes', {
        address,
        folder,
        host: '127.0.0.1',
        port: dovecot.port,
        encryption: 'none',
        username: dovecot.user,
        password: 'secret',
      })
      if (status !== 201) throw new Error(`adding a mailbox answered ${status}: ${JSON.stringify(body)}`)
    }

  /** Sends a mail byte for byte, as a relay does. */
  async function post(raw: Buffer, recipients: readonly string[]): Promise<void> {
    const transport = nodemailer.createTransport({ host: '127.0.0.1', port, ignoreTLS: true })
    const head = raw.toString('latin1').split('\r\n\r\n')[0] ?? ''
    const from =
      /^Return-Path: <(.*)>/m.exec(head)?.[1] ?? /^(?:From|Sender):.*<(\S+@\S+)>/m.exec(head)?.[1] ?? ''
    try {
      await transport.sendMail({ envelope: { from, to: [...recipients] }, raw })
    } finally {
      transport.close()
    }
  }

  /** Brings a mail by the door of this desk to an address of it. */
  const bring = (raw: Buffer, address = deskAddress): Promise<void> => {
    if (!dovecot) return post(raw, [address])
    const isRead = /^Status: RO/m.test(raw.toString('latin1'))
    return dovecot.deliver(raw, address === deskAddress ? 'INBOX' : 'Billing', isRead)
  }

  const list = async () => (await eve.get<InboundPage>('/api/inbound?limit=100')).body

  /** Waits until so many mails have come and are understood. */
  async function settled(count: number): Promise<InboundMail[]> {
    const end = Date.now() + 120_000
    for (;;) {
      const { body: left } = await eve.get<InboundPage>('/api/inbound?state=received&limit=1')
      if (left.total === 0) {
        const { mails: found, total } = await list()
        if (total >= count) return found
      }
      if (Date.now() > end)
        throw new Error(`of ${count} mails ${left.total} wait: ${JSON.stringify(left.mails)}`)
      await wait(50)
    }
  }

  /** Counts what the mails have come to. */
  async function countAll() {
    const { rows } = await desk.database.pool.query<Record<string, number>>(
      `select (select count(*)::int from inbound_mails) as mails, (select count(*)::int from tickets) as tickets,
        (select count(*)::int from comments) as comments, (select count(*)::int from users) as people,
        (select count(*)::int from attachments) as files, (select count(*)::int from events where type = 'ticket.mail_noted') as lines`,
    )
    return rows[0]
  }

  return {
    desk,
    smtp,
    root,
    eve,
    ana,
    ben,
    cleo,
    vera,
    meridian,
    tallow,
    orion,
    dovecot,
    mails,
    raws,
    loop,
    lines,
    bring,
    post,
    settled,
    countAll,
    ofKind: (kind: string) => mails.find((mail) => mail.kind === kind)!,
    detail: async (id: string) => (await eve.get<InboundMailDetail>(`/api/inbound/${id}`)).body,
    async close() {
      await desk.close()
      await smtp.close()
      await dovecot?.stop()
    },
  }
}

export type CorpusDesk = Awaited<ReturnType<typeof openCorpusDesk>>
