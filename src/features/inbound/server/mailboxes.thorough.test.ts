import { randomUUID } from 'node:crypto'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { ListedMailbox, Mailbox } from '#features/mailboxes/contract.ts'
import { aClient, assign } from '#test/factories.ts'
import { findDovecot, startDovecot, type Dovecot } from '#test/dovecot.ts'
import { startApp, type Caller, type TestApp } from '#test/harness.ts'
import type { InboundMail, InboundPage } from '../contract.ts'
import type { InboundSettings } from '../settings/contract.ts'

const program = await findDovecot()

/** Reading begins within five seconds of a change, and tries a failed mailbox again after up to five. */
const soon = { timeout: 30_000, interval: 100 }

function rawMail(subject: string, from = 'Ana Silva <ana@meridian.test>', id: string = randomUUID()) {
  return [
    `From: ${from}`,
    'To: support@desk.test',
    `Subject: ${subject}`,
    `Message-ID: <${id}@meridian.test>`,
    `Date: ${new Date().toUTCString()}`,
    'Content-Type: text/plain; charset=utf-8',
    '',
    `Words about ${subject}.`,
    '',
  ].join('\r\n')
}

/** Gives the client of the test a token, and tells Dovecot whose it is. */
async function answerToken(request: http.IncomingMessage, response: http.ServerResponse): Promise<void> {
  const form = new URLSearchParams(await text(request))
  const isRight = form.get('client_secret') === 'oauth secret'
  const isKnown = form.get('token') === 'an-access-token'
  const isAsked = request.url === '/introspect'
  response.writeHead(isAsked || isRight ? 200 : 401, { 'content-type': 'application/json' })
  const granted = isRight ? { access_token: 'an-access-token' } : { error: 'invalid_client' }
  response.end(JSON.stringify(isAsked ? { active: isKnown, username: 'support@desk.test' } : granted))
}

// Without Dovecot, and no right to install it, nothing reads a real mailbox here.
describe.skipIf(program === undefined)('mailboxes read by IMAP', { timeout: 120_000 }, () => {
  let desk: TestApp
  let root: Caller
  let dovecot: Dovecot
  let tokens: http.Server
  beforeAll(async () => {
    tokens = http.createServer((request, response) => void answerToken(request, response))
    await new Promise<void>((resolve) => tokens.listen(0, '127.0.0.1', resolve))
    desk = await startApp()
    root = await desk.signedIn('super_user')
    const ana = await desk.signedIn('client', { email: 'ana@meridian.test' })
    const meridian = await aClient(root, { name: 'Meridian' })
    await assign(root, meridian.id, ana.id, 'employee')
    dovecot = await startDovecot(program ?? '', `${tokenServer()}/introspect`)
  })
  afterEach(async () => {
    for (const { id } of await list()) await root.delete(`/api/admin/mailboxes/${id}`)
  })
  afterAll(async () => {
    await desk?.close()
    await dovecot?.stop()
    tokens?.close()
  })

  const tokenServer = () => `http://127.0.0.1:${(tokens.address() as AddressInfo).port}`
  const list = async () => (await root.get<ListedMailbox[]>('/api/admin/mailboxes')).body
  const stateOf = async (id: string) => (await list()).find((one) => one.id === id)
  async function aMailbox(some: Record<string, unknown> = {}, by = root): Promise<Mailbox> {
    const { status, body } = await by.post<Mailbox>('/api/admin/mailboxes', {
      address: 'support@desk.test',
      host: '127.0.0.1',
      port: dovecot.port,
      encryption: 'none',
      username: dovecot.user,
      password: 'secret',
      ...some,
    })
    expect(status).toBe(201)
    return body
  }
  const mails = async (subject: string) => {
    const { body } = await root.get<InboundPage>('/api/inbound?limit=100')
    return body.mails.filter((mail) => mail.subject.startsWith(subject))
  }
  const outcomes = async (subject: string) =>
    (await mails(subject)).map(({ state, outcome }: InboundMail) => outcome ?? state).toSorted()

  test('mails become what they are, from the oldest on, and are marked as read', async () => {
    await dovecot.deliver(rawMail('Old one'))
    await dovecot.deliver(rawMail('Old stranger', 'Sam <sam@nowhere.test>'))
    const { id } = await aMailbox()
    await expect.poll(() => outcomes('Old'), soon).toEqual(['ticket', 'tray'])
    // IDLE tells of it at once.
    await dovecot.deliver(rawMail('New one'))
    await expect.poll(() => outcomes('New'), soon).toEqual(['ticket'])
    await expect.poll(() => dovecot.count('INBOX', true), soon).toBe(3)
    const state = await stateOf(id)
    expect([state?.failure, state?.checkedAt]).toEqual([null, expect.any(String)])
    const [mail] = await mails('New')
    expect([mail?.door, mail?.mailboxes]).toEqual(['imap', ['support@desk.test']])
    const { mailsToday, unreadToday } = (await list()).find((one) => one.id === state?.id) ?? {}
    expect([mailsToday, unreadToday]).toEqual([expect.any(Number), 0])
    expect(mailsToday).toBeGreaterThan(0)
    const { body } = await root.get<InboundSettings>('/api/admin/inbound-settings')
    expect(body).toMatchObject({
      doors: { isOn: true, mailsToday },
      listener: { isOn: false, mailsToday: 0 },
    })
  })

  test('nothing is taken twice, across restarts of the server and new numbers of its mails', async () => {
    await aMailbox()
    await dovecot.deliver(rawMail('Once'))
    await expect.poll(() => outcomes('Once'), soon).toEqual(['ticket'])
    await dovecot.restart()
    await dovecot.deliver(rawMail('Once more'))
    await expect.poll(() => outcomes('Once'), soon).toEqual(['ticket', 'ticket'])
    await dovecot.renumber()
    await dovecot.deliver(rawMail('Once and again'))
    await expect.poll(() => outcomes('Once'), soon).toEqual(['ticket', 'ticket', 'ticket'])
  })

  test('a mailbox whose lease is lost for a moment is read again', async () => {
    const { id } = await aMailbox({ takesOld: false })
    await expect.poll(async () => (await stateOf(id))?.checkedAt, soon).not.toBeNull()
    const { pool } = desk.database
    const { rows } = await pool.query<{ leased_by: string }>('select leased_by from mailboxes')
    await pool.query(
      `update mailboxes set leased_by = gen_random_uuid(), leased_until = now() + interval '1 hour'`,
    )
    await dovecot.deliver(rawMail('Lost and found'))
    // The session ends by the mail that it may not store.
    await new Promise((resolve) => setTimeout(resolve, 1000))
    expect(await mails('Lost')).toEqual([])
    await pool.query('update mailboxes set leased_by = $1', [rows[0]?.leased_by])
    await expect.poll(() => outcomes('Lost'), soon).toEqual(['ticket'])
  })

  test('a mailbox may begin with what comes from now on, and move what is stored', async () => {
    await dovecot.createFolder('Done')
    await dovecot.deliver(rawMail('Before'))
    const { id } = await aMailbox({ takesOld: false, moveTo: 'Done' })
    await expect.poll(async () => (await stateOf(id))?.checkedAt, soon).not.toBeNull()
    await dovecot.deliver(rawMail('After'))
    await expect.poll(() => outcomes('After'), soon).toEqual(['ticket'])
    await expect.poll(() => dovecot.count('Done'), soon).toBe(1)
    expect(await mails('Before')).toEqual([])
  })

  test('D42: a mail that its server refuses to move is taken once, and stays where it is', async () => {
    await dovecot.createFolder('Closed')
    await dovecot.closeFolder('Closed')
    const { id } = await aMailbox({ takesOld: false, moveTo: 'Closed' })
    await expect.poll(async () => (await stateOf(id))?.checkedAt, soon).not.toBeNull()
    const kept = await dovecot.count()
    await dovecot.deliver(rawMail('Kept one'))
    await expect.poll(() => outcomes('Kept'), soon).toEqual(['ticket'])
    await dovecot.restart()
    await dovecot.deliver(rawMail('Kept two'))
    await expect.poll(() => outcomes('Kept'), soon).toEqual(['ticket', 'ticket'])
    expect([await dovecot.count('Closed'), await dovecot.count()]).toEqual([0, kept + 2])
  })

  test('a mail that its server cannot read is passed over once a later one was taken', async () => {
    const { id } = await aMailbox({ takesOld: false })
    await expect.poll(async () => (await stateOf(id))?.checkedAt, soon).not.toBeNull()
    await dovecot.deliverDamaged(rawMail('Damaged'))
    await expect.poll(async () => (await stateOf(id))?.failure, soon).not.toBeNull()
    expect((await stateOf(id))?.tooLarge).toBe(0)
    await dovecot.deliver(rawMail('Behind it'))
    await expect.poll(() => outcomes('Behind'), soon).toEqual(['ticket'])
    await expect
      .poll(async () => [(await stateOf(id))?.tooLarge, (await stateOf(id))?.failure], soon)
      .toEqual([1, null])
    // It was taken twice, and known by its content.
    expect(await outcomes('Behind')).toEqual(['ticket'])
  })

  test('a failure is told in a sentence, and ends with its cause', async () => {
    const { id } = await aMailbox({ password: 'wrong', takesOld: false })
    await expect
      .poll(async () => (await stateOf(id))?.failure, soon)
      .toBe('127.0.0.1 refused the IMAP username or password.')
    const check = await root.post(`/api/admin/mailboxes/${id}/check`)
    expect([check.status, check.body['message']]).toEqual([
      409,
      '127.0.0.1 refused the IMAP username or password.',
    ])
    const { body } = await root.get<Mailbox[]>('/api/admin/mailboxes')
    const { address, host, port, encryption, username } = body[0]!
    const right = { address, host, port, encryption, username, password: 'secret', takesOld: false }
    await root.put(`/api/admin/mailboxes/${id}`, { ...right, folder: 'Nowhere' })
    await expect
      .poll(async () => (await stateOf(id))?.failure, soon)
      .toBe('The mailbox has no folder “Nowhere”.')
    await root.put(`/api/admin/mailboxes/${id}`, right)
    await expect.poll(async () => (await stateOf(id))?.checkedAt, soon).not.toBeNull()
    expect((await stateOf(id))?.failure).toBeNull()
    expect((await root.post(`/api/admin/mailboxes/${id}/check`)).status).toBe(200)
    await dovecot.deliver(rawMail('Healed'))
    await expect.poll(() => outcomes('Healed'), soon).toEqual(['ticket'])
  })

  test('a mailbox signs in by OAuth2, and says so when it gets no token', async () => {
    const oauth = {
      signIn: 'oauth2',
      tokenUrl: `${tokenServer()}/token`,
      clientId: 'desk',
      clientSecret: 'oauth secret',
      takesOld: false,
    }
    const { id } = await aMailbox(oauth)
    await expect.poll(async () => (await stateOf(id))?.checkedAt, soon).not.toBeNull()
    await dovecot.deliver(rawMail('By token'))
    await expect.poll(() => outcomes('By token'), soon).toEqual(['ticket'])
    await root.delete(`/api/admin/mailboxes/${id}`)
    const refused = await aMailbox({ ...oauth, clientSecret: 'another' })
    await expect
      .poll(async () => (await stateOf(refused.id))?.failure, soon)
      .toMatch(/gave no token \(invalid_client\)/)
  })

  test('a mailbox that is switched off or removed is read no longer', async () => {
    const { id, address, host, port, encryption, username } = await aMailbox({ takesOld: false })
    await expect.poll(async () => (await stateOf(id))?.checkedAt, soon).not.toBeNull()
    const off = { address, host, port, encryption, username, takesOld: false, isActive: false }
    expect((await root.put(`/api/admin/mailboxes/${id}`, off)).status).toBe(200)
    await new Promise((resolve) => setTimeout(resolve, 6000))
    await dovecot.deliver(rawMail('Unheard'))
    await new Promise((resolve) => setTimeout(resolve, 1500))
    expect(await mails('Unheard')).toEqual([])
  })
})
