import { expect, test } from 'vitest'
import { aComment, assign, change } from '#test/factories.ts'
import type { Caller } from '#test/harness.ts'
import { deliveryReport, deskAddress } from '#test/incoming-mail.ts'
import { answerAddress, detailOf, historyOf, mailDeskOfFile, ticketOf, writers } from '#test/mail-desk.ts'
import type { InboundMail, InboundPage } from '../contract.ts'
import type { InboundRule, MailClient } from '../settings/contract.ts'

const scene = mailDeskOfFile()

test('a person of two clients, and one of none, wait for the desk', async () => {
  const dora = await scene.desk.person('client', { email: 'dora@both.test' })
  expect(await scene.post.deliver({ from: 'Dora <dora@both.test>' })).toMatchObject({ reason: 'no-client' })
  await assign(scene.root, scene.meridian.id, dora.id, 'employee')
  await assign(scene.root, scene.tallow.id, dora.id, 'employee')
  expect(await scene.post.deliver({ from: 'Dora <dora@both.test>' })).toMatchObject({
    reason: 'several-clients',
    suggestion: {
      person: { id: dora.id },
      client: null,
      clients: expect.arrayContaining([
        { id: scene.meridian.id, name: 'Meridian' },
        { id: scene.tallow.id, name: 'Tallow' },
      ]),
    },
  })
})

test('a person of two clients chooses the one that their mails are of', async () => {
  const path = '/api/profile/mail-client'
  const fay = await scene.desk.signedIn('client', { email: 'fay@both.test' })
  await assign(scene.root, scene.meridian.id, fay.id, 'employee')
  const choose = (clientId: string | null) => fay.put<MailClient & { issues: unknown }>(path, { clientId })
  expect(await choose(scene.tallow.id)).toMatchObject({
    status: 400,
    body: { issues: [{ path: 'clientId' }] },
  })
  await assign(scene.root, scene.tallow.id, fay.id, 'employee')
  expect((await fay.get<MailClient>(path)).body).toEqual({
    clientId: null,
    clients: [
      { id: scene.meridian.id, name: 'Meridian' },
      { id: scene.tallow.id, name: 'Tallow' },
    ],
  })
  expect((await choose(scene.tallow.id)).body.clientId).toBe(scene.tallow.id)
  const mail = await scene.post.deliver({ from: 'Fay <fay@both.test>' })
  expect(await ticketOf(fay, mail)).toMatchObject({ createdById: fay.id, clientId: scene.tallow.id })
  await scene.root.delete(`/api/clients/${scene.tallow.id}/users/${fay.id}`)
  expect((await fay.get<MailClient>(path)).body.clientId).toBeNull()
  expect(await ticketOf(fay, await scene.post.deliver({ from: 'Fay <fay@both.test>' }))).toMatchObject({
    clientId: scene.meridian.id,
  })
  await assign(scene.root, scene.tallow.id, fay.id, 'employee')
  await choose(null)
  expect(await scene.post.deliver({ from: 'Fay <fay@both.test>' })).toMatchObject({
    reason: 'several-clients',
  })
  expect((await scene.eve.get<MailClient>(path)).body).toEqual({ clientId: null, clients: [] })
})

test('the desk’s own address is nobody’s, unless a group or a configured form wrote for a person', async () => {
  const own = `Ana via Support <${deskAddress}>`
  expect(await scene.post.deliver({ from: own })).toMatchObject({ state: 'tray', reason: 'own-address' })
  expect(await scene.post.deliver({ from: own, headers: { 'Reply-To': writers.ana } })).toMatchObject({
    reason: 'own-address',
  })
  const group = { 'Reply-To': writers.ana, 'X-Original-From': writers.ana }
  expect(await scene.post.deliver({ from: own, headers: group })).toMatchObject({ outcome: 'ticket' })
  const forged = { 'Reply-To': writers.stranger, 'X-Original-From': writers.ana }
  expect(await scene.post.deliver({ from: own, headers: forged })).toMatchObject({ reason: 'own-address' })
  const settings = { formSenders: [deskAddress], authenticationServer: null, products: [] }
  expect((await scene.root.put('/api/admin/inbound-settings', settings)).status).toBe(200)
  const form = await scene.post.deliver({ from: deskAddress, headers: { 'Reply-To': writers.cleo } })
  expect((await ticketOf(scene.eve, form)).createdById).toBe(scene.cleo.id)
  await scene.root.put('/api/admin/inbound-settings', { ...settings, formSenders: [] })
})

test('a forged address goes to the tray when the configured relay says so', async () => {
  const settings = { formSenders: [], authenticationServer: 'mx.desk.test', products: [] }
  await scene.root.put('/api/admin/inbound-settings', settings)
  const says = (server: string, result: string) => ({
    'Authentication-Results': `${server}; spf=pass; dmarc=${result} header.from=scene.meridian.test`,
  })
  const deliver = (headers: Record<string, string>) => scene.post.deliver({ from: writers.ana, headers })
  expect(await deliver(says('mx.desk.test', 'fail'))).toMatchObject({ state: 'tray', reason: 'dmarc-failed' })
  expect(await deliver(says('mx.desk.test', 'pass'))).toMatchObject({ outcome: 'ticket' })
  expect(await deliver(says('mx.other.test', 'fail'))).toMatchObject({ outcome: 'ticket' })
  await scene.root.put('/api/admin/inbound-settings', { ...settings, authenticationServer: null })
})

test('an automatic answer is one line for staff: no comment, no reopening, no turn', async () => {
  const { id, messageId } = await scene.mailedTicket()
  await aComment(scene.eve, id, 'Try again, please.')
  await change(scene.eve, id, { status: 'resolved' })
  const before = await detailOf(scene.eve, id)
  const mail = await scene.post.deliver({
    from: writers.ana,
    subject: 'Out of office',
    inReplyTo: messageId,
    headers: { 'Auto-Submitted': 'auto-replied' },
  })
  expect(mail).toMatchObject({ state: 'done', outcome: 'event', reason: 'automatic', ticket: { id } })
  const { status, turn, version, comments } = await detailOf(scene.eve, id)
  expect({ status, turn, version }).toEqual({ status: 'resolved', turn: null, version: before.version })
  expect(comments).toHaveLength(1)
  expect((await historyOf(scene.eve, id)).at(-1)).toMatchObject({
    what: 'mail',
    mail: { id: mail.id, kind: 'out-of-office', from: 'ana@meridian.test', count: 1 },
  })
  expect((await historyOf(scene.ana, id)).map(({ what }) => what)).not.toContain('mail')
  const unasked = await scene.post.deliver({
    from: writers.stranger,
    headers: { 'Auto-Submitted': 'auto-replied' },
  })
  expect(unasked).toMatchObject({ state: 'done', outcome: 'nothing', reason: 'automatic' })
})

test('a mail from the null path is automatic, also without a header that says so', async () => {
  const { id, messageId } = await scene.mailedTicket()
  const mail = await scene.post.deliver({ from: writers.ana, sender: '', inReplyTo: messageId })
  expect(mail).toMatchObject({ outcome: 'event', reason: 'automatic', ticket: { id } })
  expect((await detailOf(scene.eve, id)).comments).toEqual([])
})

test('an answering machine with ever new addresses is held back after its first mail', async () => {
  const { id } = await scene.mailedTicket()
  for (let machine = 0; machine < 10; machine += 1)
    await scene.post.send({
      from: `crm${machine}@machine.test`,
      recipients: [answerAddress(id)],
      subject: 'We got it',
      text: 'Thanks',
    })
  const mails = (await scene.post.settled()).filter(({ from: by }) => by?.address.endsWith('@machine.test'))
  expect(mails.filter(({ state }) => state === 'tray')).toHaveLength(1)
  expect(mails.filter(({ outcome, reason }) => outcome === 'event' && reason === 'held')).toHaveLength(9)
  const lines = (await historyOf(scene.eve, id)).filter(({ what }) => what === 'mail')
  expect(lines).toMatchObject([{ mail: { kind: 'held', count: 9 } }])
})

test('one bad mail is tried three times and lies in the tray, and the others are on time', async () => {
  const boundary = '\r\n--x\r\nContent-Type: text/plain\r\n\r\nx'
  const raw = `From: ${writers.ana}\r\nContent-Type: multipart/mixed; boundary=x\r\n${boundary.repeat(1200)}\r\n--x--\r\n`
  await scene.post.send({ raw })
  await scene.post.send({ subject: 'Good', text: 'x' })
  await scene.post.send({ subject: 'Better', text: 'x' })
  await expect
    .poll(async () => (await scene.post.list()).mails.filter(({ outcome }) => outcome === 'ticket').length)
    .toBe(2)
  const mails = await scene.post.settled()
  expect(mails.find(({ outcome }) => outcome === null)).toMatchObject({
    state: 'tray',
    reason: 'unreadable',
    attempts: 3,
  })
})

test('a reply that may open no new ticket, because its client is inactive, waits with its sender and words', async () => {
  const { id, messageId } = await scene.mailedTicket()
  await change(scene.eve, id, { status: 'closed' })
  await scene.desk.database.pool.query(
    "update tickets set closed_at = now() - interval '40 days' where id = $1",
    [id],
  )
  const setActive = (isActive: boolean) =>
    scene.root.send('PATCH', `/api/clients/${scene.meridian.id}`, { isActive })
  expect((await setActive(false)).status).toBe(200)
  const reply = { from: writers.ana, inReplyTo: messageId, subject: 'Re: The lift', text: 'Stuck again.' }
  expect(await scene.post.deliver(reply)).toMatchObject({
    state: 'tray',
    reason: 'refused',
    subject: 'Re: The lift',
    from: { address: 'ana@meridian.test' },
    text: 'Stuck again.',
    suggestion: { ticket: { id }, person: { id: scene.ana.id } },
  })
  expect(scene.lines.filter((line) => line.includes('a mail was left to the desk'))).toEqual([
    expect.stringContaining('Tickets can only be submitted for active clients'),
  ])
  expect((await setActive(true)).status).toBe(200)
})

test('the desk attaches, files, makes a person, blocks and drops', async () => {
  const { id } = await scene.mailedTicket()
  const waiting = async (subject: string) =>
    scene.post.deliver({ from: writers.stranger, subject, text: `About ${subject}.` })
  const act = async (mail: { id: string }, call: string, body: object = {}) =>
    (await scene.eve.post<InboundMail>(`/api/inbound/${mail.id}/${call}`, body)).body

  expect(await act(await waiting('one'), 'attach', { ticketId: id })).toMatchObject({
    outcome: 'comment',
    handledBy: { id: scene.eve.id },
  })
  expect(await act(await waiting('two'), 'attach', { ticketId: id, personId: scene.ana.id })).toMatchObject({
    outcome: 'comment',
  })
  expect((await detailOf(scene.eve, id)).comments).toMatchObject([
    {
      isInternal: true,
      user: { id: scene.eve.id },
      content: 'Mail from Sam Stranger <sam@nowhere.test>\n\nAbout one.',
    },
    { isInternal: false, user: { id: scene.ana.id }, content: 'About two.' },
  ])
  const filed = await act(await waiting('three'), 'ticket', { clientId: scene.tallow.id })
  expect(await ticketOf(scene.eve, filed)).toMatchObject({
    subject: 'three',
    clientId: scene.tallow.id,
    createdById: scene.eve.id,
    source: 'email',
  })
  const remembered = await act(await waiting('four'), 'ticket', { personId: scene.cleo.id, remember: true })
  expect((await ticketOf(scene.eve, remembered)).createdById).toBe(scene.cleo.id)
  expect((await ticketOf(scene.eve, await waiting('five'))).createdById).toBe(scene.cleo.id)
  const { body: rules } = await scene.eve.get<InboundRule[]>('/api/inbound/rules')
  expect(rules).toMatchObject([
    { kind: 'person', address: 'sam@nowhere.test', person: { id: scene.cleo.id } },
  ])
  await scene.eve.delete(`/api/inbound/rules/${rules[0]?.id}`)

  const dropped = await waiting('six')
  expect(await act(dropped, 'drop')).toMatchObject({ state: 'dropped', outcome: 'nothing' })
  expect((await scene.eve.post(`/api/inbound/${dropped.id}/drop`)).status).toBe(409)
  const [seven, eight] = [await waiting('seven'), await waiting('eight')]
  expect(await act(seven, 'block')).toMatchObject({ state: 'dropped', reason: 'blocked' })
  expect((await scene.eve.get(`/api/inbound/${eight.id}`)).body).toMatchObject({ state: 'dropped' })
  expect(await waiting('nine')).toMatchObject({ state: 'dropped', reason: 'blocked' })
  await scene.desk.database.pool.query('delete from inbound_rules')

  const person = { clientId: scene.tallow.id, firstName: 'Sam', lastName: 'Stranger' }
  const made = await act(await waiting('ten'), 'person', person)
  expect(made).toMatchObject({ outcome: 'ticket', reason: 'new' })
  expect(await ticketOf(scene.eve, made)).toMatchObject({
    clientId: scene.tallow.id,
    createdBy: { firstName: 'Sam' },
  })
  expect(await waiting('eleven')).toMatchObject({ outcome: 'ticket' })
})

test('a dropped mail is taken back as it waited, once', async () => {
  const { id: ticketId, messageId } = await scene.mailedTicket()
  const mail = await scene.post.deliver({ from: writers.stranger, inReplyTo: messageId })
  expect(mail).toMatchObject({ state: 'tray', suggestion: { ticket: { id: ticketId } } })
  await scene.eve.post(`/api/inbound/${mail.id}/drop`)
  const restore = () => scene.eve.post<InboundMail>(`/api/inbound/${mail.id}/restore`)
  const { body } = await restore()
  const { state, reason, suggestion, handledBy, doneAt } = mail
  expect(body).toMatchObject({ state, reason, suggestion, handledBy, doneAt, outcome: null })
  expect((await restore()).status).toBe(409)
  await scene.eve.post(`/api/inbound/${mail.id}/drop`)
  await scene.desk.database.pool.query('update inbound_mails set object_path = null where id = $1', [mail.id])
  expect((await restore()).status).toBe(409)
})

test('a block is taken back with what it dropped, and a mail that it kept out is read anew', async () => {
  const from = (subject: string) => scene.post.deliver({ from: 'Rita <rita@nowhere.test>', subject })
  const [one, two, three] = [await from('one'), await from('two'), await from('three')]
  await scene.eve.post(`/api/inbound/${three.id}/drop`)
  scene.desk.clock.advance(1000)
  await scene.eve.post(`/api/inbound/${one.id}/block`)
  const late = await from('late')
  expect(late).toMatchObject({ state: 'dropped', reason: 'blocked' })
  const stateOf = async ({ id }: { id: string }) =>
    (await scene.eve.get<InboundMail>(`/api/inbound/${id}`)).body.state
  await scene.eve.post(`/api/inbound/${one.id}/restore`)
  expect((await scene.eve.get('/api/inbound/rules')).body).toEqual([])
  expect(await Promise.all([one, two, three, late].map(stateOf))).toEqual([
    'tray',
    'tray',
    'dropped',
    'dropped',
  ])
  const { body } = await scene.eve.post(`/api/inbound/${late.id}/restore`)
  expect(body).toMatchObject({ state: 'tray', reason: 'unknown-sender' })
  expect(await from('again')).toMatchObject({ state: 'tray' })
})

test('the list is filtered by state, and the desk alone has the tray among its counts', async () => {
  const countFor = async (who: Caller) =>
    (await who.get<Record<string, number>>('/api/views/counts')).body['unsorted-mail']
  expect(await countFor(scene.eve)).toBeUndefined()
  const { id } = await scene.post.deliver({ from: 'x <x@nowhere.test>' })
  await scene.post.deliver({ from: writers.ana })
  const { body } = await scene.eve.get<InboundPage>('/api/inbound?state=tray')
  expect(body).toMatchObject({ total: 1, mails: [{ state: 'tray' }] })
  expect((await scene.eve.get('/api/inbound?state=nowhere')).status).toBe(400)
  expect(await countFor(scene.eve)).toBe(1)
  expect(await countFor(await scene.desk.signedIn('internal'))).toBeUndefined()
  await scene.eve.post(`/api/inbound/${id}/drop`)
  expect(await countFor(scene.eve)).toBeUndefined()
})

test('the list shows the words of a mail without the marks of its form', async () => {
  const html =
    '<h2>Offer</h2><p><b>Look</b> at <a href="https://pens.test/?a=1">our pens</a>:</p><ul><li>red</li><li>blue</li></ul>'
  const { excerpt } = await scene.post.deliver({ from: 'Pia <pia@nowhere.test>', html })
  expect(excerpt).toBe('Offer Look at our pens: red blue')
})

test('free mailboxes and domains of other clients cannot be claimed', async () => {
  const set = (clientId: string, ...domains: string[]) =>
    scene.root.put(`/api/clients/${clientId}/domains`, { domains })
  expect((await set(scene.tallow.id, 'gmail.com')).status).toBe(400)
  expect((await set(scene.tallow.id, 'no domain')).status).toBe(400)
  expect((await set(scene.tallow.id, 'meridian.test')).status).toBe(409)
  expect((await set(scene.tallow.id, '@Tallow.test', 'bücher.test')).body).toEqual({
    domains: ['tallow.test', 'xn--bcher-kva.test'],
  })
})

test('a mail of ours that comes back is a line on its ticket', async () => {
  const { id } = await scene.mailedTicket()
  await scene.desk.database.pool.query(
    "insert into ticket_mails (message_id, ticket_id, user_id, direction, sent_at) values ('answer@desk.test', $1, $2, 'out', now())",
    [id, scene.ana.id],
  )
  const raw = deliveryReport({ recipient: 'ana@meridian.test', about: 'answer@desk.test' })
  await scene.post.send({ raw, sender: '' })
  const [mail] = await scene.post.settled()
  expect(mail).toMatchObject({ outcome: 'event', reason: 'automatic', ticket: { id } })
  const { rows } = await scene.desk.database.pool.query(
    "select bounce, bounced_at is not null as is_back from ticket_mails where message_id = 'answer@desk.test'",
  )
  expect(rows).toEqual([{ bounce: expect.stringContaining('5.1.1'), is_back: true }])
})

test('the mails of an erased person go, whichever address they came from, and those of others stay', async () => {
  const gus = await scene.desk.person('client', { email: 'gus@meridian.test' })
  await assign(scene.root, scene.meridian.id, gus.id, 'employee')
  const ida = await scene.desk.signedIn('helpdesk', { email: 'ida@staff.test' })
  const file = async (by: Caller, from: string, body: object) => {
    const { id } = await scene.post.deliver({ from })
    return (await by.post<InboundMail>(`/api/inbound/${id}/ticket`, body)).body
  }
  const ofOther = await file(ida, 'Pat <pat@nowhere.test>', { clientId: scene.meridian.id })
  const theirs = [
    await scene.post.deliver({ from: 'Gus <gus@meridian.test>' }),
    await file(ida, 'Gus <gus@home.test>', { personId: gus.id }),
    await file(ida, 'Gus <gus@club.test>', { personId: gus.id, remember: true }),
    await scene.post.deliver({ from: 'Gus <gus@club.test>' }),
  ]
  const statuses = () =>
    Promise.all(
      [ofOther, ...theirs].map(async ({ id }) => (await scene.eve.get(`/api/inbound/${id}/source`)).status),
    )
  expect(await statuses()).toEqual([200, 200, 200, 200, 200])
  const erase = async (id: string, email: string) =>
    (await scene.root.post(`/api/users/${id}/erasure`, { email, ownTexts: false })).status
  expect([await erase(gus.id, gus.email), await erase(ida.id, 'ida@staff.test')]).toEqual([200, 200])
  expect(await statuses()).toEqual([200, 404, 404, 404, 404])
  const { rows } = await scene.desk.database.pool.query(
    "select 1 from inbound_mails where sender_address like 'gus@%' or understood::text like '%gus@%'",
  )
  expect(rows).toEqual([])
})

test('the log tells id, mailbox, outcome and reason, and nothing of the mail', async () => {
  const mail = await scene.post.deliver({
    from: writers.ana,
    subject: 'Secret matter',
    text: 'Secret words.',
  })
  const said = scene.lines.find((line) => line.includes(mail.id) && line.includes('understood'))
  expect(JSON.parse(said ?? '{}')).toMatchObject({ mailbox: deskAddress, outcome: 'ticket', reason: 'new' })
  expect(scene.lines.join('')).not.toMatch(/Secret|ana@meridian/)
})

test('what a node left unfinished is done by another after its lease, once', async () => {
  const { id } = await scene.post.deliver({ from: 'Quinn <quinn@nowhere.test>' })
  await scene.desk.database.pool.query(
    "update inbound_mails set state = 'received', reason = null, due_at = $2 where id = $1",
    [id, new Date(scene.desk.clock.now().getTime() + 20_000)],
  )
  expect((await scene.post.list()).mails).toMatchObject([{ state: 'received' }])
  scene.desk.clock.advance(20_000)
  expect(await scene.post.settled()).toMatchObject([{ id, state: 'tray', attempts: 0 }])
})
