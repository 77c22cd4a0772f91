import { randomUUID } from 'node:crypto'
import nodemailer from 'nodemailer'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aClient, aComment, aParticipant, assign, aTicket } from '#test/factories.ts'
import { startApp, type Caller, type TestApp } from '#test/harness.ts'
import { openPost } from '#test/incoming-mail.ts'
import { detailOf, historyOf } from '#test/mail-desk.ts'
import { untilMailed } from '#test/mails.ts'
import { freePort } from '#test/processes/free-port.ts'
import { settingsFor, startSmtp, type Smtp } from '#test/services/smtp.ts'

/** More rounds than any loop may take. */
const rounds = 12
const mostLines = 5

interface Desk {
  app: TestApp
  smtp: Smtp
  port: number
  domain: string
  root: Caller
  eve: Caller
  client: { id: string; name: string }
  post: ReturnType<typeof openPost>
}

/** A desk with the addresses support@ and billing@ of a domain; its mails lie at a relay. */
async function openDesk(domain: string): Promise<Desk> {
  const port = await freePort()
  const smtp = await startSmtp()
  const addresses = [`support@${domain}`, `billing@${domain}`]
  const app = await startApp({
    inbound: { host: '127.0.0.1', port, addresses, protocol: 'smtp', tls: undefined, isFirstHop: false },
  })
  const root = await app.signedIn('super_user')
  await root.post('/api/auth/password', { password: 'correct horse' })
  const from = { fromEmail: `support@${domain}`, replyToEmail: `support@${domain}` }
  const saved = await root.put('/api/admin/email-settings', settingsFor(smtp, from))
  expect(saved.status).toBe(200)
  const eve = await app.signedIn('helpdesk')
  const client = await aClient(root, { name: `Client of ${domain}` })
  return { app, smtp, port, domain, root, eve, client, post: openPost(port, eve) }
}

const desks: Desk[] = []
beforeAll(async () => {
  desks.push(await openDesk('one.test'), await openDesk('two.test'), await openDesk('three.test'))
})
afterAll(async () => {
  for (const { app, smtp } of desks) {
    await app.close()
    await smtp.close()
  }
})

const personAt = async ({ app, root, client }: Desk, email: string) => {
  const person = await app.signedIn('client', { email })
  await assign(root, client.id, person.id, 'employee')
  return person
}

/** Hands over what a desk has sent since. @returns the number of mails */
async function relay(from: Desk, seen: number, to: (mail: Smtp['received'][number]) => Promise<void>) {
  await untilMailed(from.app)
  const mails = from.smtp.received.slice(seen)
  for (const mail of mails) await to(mail)
  return mails.length
}

async function post(port: number, from: string, to: readonly string[], raw: string): Promise<void> {
  const transport = nodemailer.createTransport({ host: '127.0.0.1', port, ignoreTLS: true })
  try {
    await transport.sendMail({ envelope: { from, to: [...to] }, raw })
  } finally {
    transport.close()
  }
}

/** Comments by clients and lines of mails on a ticket. */
async function linesOf({ eve }: Desk, ticketId: string) {
  const { comments } = await detailOf(eve, ticketId)
  const noted = (await historyOf(eve, ticketId)).filter(({ what }) => what === 'mail')
  return comments.filter(({ user }) => user.id !== eve.id).length + noted.length
}

test('two desks that are each other’s clients do not answer each other', { timeout: 180_000 }, async () => {
  const [one, two] = desks as [Desk, Desk]
  const ofTwo = await personAt(one, 'support@two.test')
  const alsoOfTwo = await personAt(one, 'billing@two.test')
  await personAt(two, 'support@one.test')
  const alsoOfOne = await personAt(two, 'billing@one.test')
  const ticket = await aTicket(ofTwo, { customerName: one.client.name })
  await aParticipant(one.eve, ticket.id, alsoOfTwo.id)

  const seen = { one: one.smtp.received.length, two: two.smtp.received.length }
  async function exchange(): Promise<number> {
    const toTwo = await relay(one, seen.one, ({ from, to, raw }) => post(two.port, from, to, raw))
    seen.one += toTwo
    await two.post.settled()
    const toOne = await relay(two, seen.two, ({ from, to, raw }) => post(one.port, from, to, raw))
    seen.two += toOne
    await one.post.settled()
    return toTwo + toOne
  }

  await aComment(one.eve, ticket.id, 'Does it still burn?')
  await exchange()
  const { mails } = await two.post.list()
  expect(mails.map(({ outcome }) => outcome)).toContain('ticket')
  const theirs = mails.find(({ outcome }) => outcome === 'ticket')?.ticket?.id ?? ''
  await aParticipant(two.eve, theirs, alsoOfOne.id)
  await aComment(two.eve, theirs, 'It does.')
  const counts: number[] = []
  for (let round = 0; round < rounds; round++) counts.push(await exchange())

  expect(counts.at(-1)).toBe(0)
  expect(await linesOf(one, ticket.id)).toBeLessThanOrEqual(mostLines)
  expect(await linesOf(two, theirs)).toBeLessThanOrEqual(mostLines)
})

test.each([
  ['elsewhere', 'crm.test', ''],
  ['of the client itself', 'robot.test', ''],
  ['that says what it is', 'crm.test', 'Auto-Submitted: auto-replied'],
])(
  'an answering machine %s, with another address each time, makes no loop',
  { timeout: 180_000 },
  async (_, domain, header) => {
    const desk = desks[2]!
    const { smtp, port, eve, root, client } = desk
    await root.put(`/api/clients/${client.id}/domains`, { domains: ['robot.test'] })
    const ana = await personAt(desk, `ana-${randomUUID()}@robot.test`)
    const ticket = await aTicket(ana, { customerName: client.name })
    let seen = smtp.received.length

    /** Answers every mail at once. */
    async function answer({ raw }: Smtp['received'][number]): Promise<void> {
      const of = (name: string) =>
        new RegExp(`^${name}: ?(.*(?:\\r?\\n[ \\t].*)*)`, 'im').exec(raw)?.[1]?.trim() ?? ''
      const replyTo = /\S+@\S+/.exec(of('Reply-To'))?.[0]?.replaceAll(/[<>]/g, '') ?? `support@${desk.domain}`
      const from = `robot-${randomUUID().slice(0, 8)}@${domain}`
      const lines = [
        `From: ${from}`,
        `To: ${replyTo}`,
        `Subject: Re: ${of('Subject')}`,
        `Message-ID: <${randomUUID()}@${domain}>`,
        `In-Reply-To: ${of('Message-ID')}`,
        `References: ${of('References')} ${of('Message-ID')}`,
        ...(header === '' ? [] : [header]),
        '',
        'Thank you for your message. We will answer soon.',
        '',
      ]
      await post(port, from, [replyTo], lines.join('\r\n'))
    }

    const counts: number[] = []
    for (let round = 0; round < rounds; round++) {
      // The desk goes on writing, and each of its mails is answered.
      if (round < 6) await aComment(eve, ticket.id, `Word ${round}`)
      const mails = await relay(desk, seen, answer)
      seen += mails
      counts.push(mails)
      await desk.post.settled()
    }
    expect(counts.at(-1)).toBe(0)
    expect(await linesOf(desk, ticket.id)).toBeLessThanOrEqual(mostLines)
  },
)
