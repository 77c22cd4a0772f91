import { text as textOf } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { fromBufferPromise } from 'yauzl'
import { aComment, aParticipant, assign } from '#test/factories.ts'
import {
  answerAddress,
  detailOf,
  historyOf,
  mailDeskOfFile,
  writers,
  type MailDesk,
} from '#test/mail-desk.ts'
import { deskAddress, provedStaff, trustRelay } from '#test/incoming-mail.ts'
import { joined } from '#test/socket.ts'
import type { TicketMails } from '#features/inbound/contract.ts'

const scene = mailDeskOfFile()

async function unzip(bytes: Buffer): Promise<Map<string, string>> {
  const zip = await fromBufferPromise(bytes)
  const found = new Map<string, string>()
  for await (const entry of zip.eachEntry())
    found.set(entry.fileName, await textOf(await zip.openReadStreamPromise(entry)))
  return found
}

const address = 'parts@supplier.test'
const supplier = `Petra Parts <${address}>`
const set = (id: string, body: object, by = scene.eve) => by.put(`/api/tickets/${id}/supplier`, body)
const mailsOf = async (by: MailDesk['eve'], id: string) =>
  (await by.get<TicketMails>(`/api/tickets/${id}/received-mails`)).body

test('the desk sets the supplier of a ticket; staff read it, and nobody else', async () => {
  const { id } = await scene.mailedTicket()
  const ina = await scene.desk.signedIn('internal')
  expect((await set(id, { address: 'Parts@Supplier.test', number: ' RMA-12 ' })).body).toEqual({
    supplier: { address, number: 'RMA-12' },
  })
  expect((await set(id, { address }, ina)).status).toBe(403)
  expect((await set(id, { address }, scene.ana)).status).toBe(403)
  expect((await set(id, { address: 'nowhere' })).body).toMatchObject({ issues: [{ path: 'address' }] })
  expect((await set(id, { address, number: 'x'.repeat(1000) })).status).toBe(400)
  expect((await mailsOf(ina, id)).supplier).toEqual({ address, number: 'RMA-12' })
  expect(Object.keys(await mailsOf(scene.ana, id))).toEqual(['mails'])
  expect((await set(id, { address: null })).body).toEqual({ supplier: null })
  expect((await mailsOf(scene.eve, id)).supplier).toBeNull()
  const { rows } = await scene.desk.database.pool.query(
    "select public_position as place, data from events where type = 'ticket.supplier_changed'",
  )
  expect(rows).toEqual([
    { place: null, data: { hasSupplier: true } },
    { place: null, data: { hasSupplier: false } },
  ])
})

test('the supplier is nobody whose mails the client reads, or writes to', async () => {
  const { id } = await scene.mailedTicket()
  await aParticipant(scene.eve, id, scene.ben.id)
  const message =
    'The supplier must be somebody else: this address is of the desk, the team or a person in this ticket'
  const token = answerAddress(id)
  for (const own of ['Ana@Meridian.test', 'ben@meridian.test', 'eve@staff.test', deskAddress, token])
    expect(await set(id, { address: own })).toMatchObject({
      status: 400,
      body: { message, issues: [{ path: 'address' }] },
    })
  const inGerman = await scene.eve.send(
    'PUT',
    `/api/tickets/${id}/supplier`,
    { address: 'ana@meridian.test' },
    { 'accept-language': 'de' },
  )
  expect(inGerman.body['message']).toMatch(/^Der Lieferant/)
  expect((await set(id, { address: 'cleo@tallow.test' })).status).toBe(200)
  const reply = { from: writers.ana, recipients: [token] }
  expect(await scene.post.deliver(reply)).toMatchObject({ outcome: 'comment', ticket: { id } })
})

test('a mail of the supplier joins by token, thread and its number, and not by a part of a number', async () => {
  const { id, messageId } = await scene.mailedTicket()
  await set(id, { address, number: '4711' })
  const isTheirs = { state: 'done', outcome: 'event', reason: 'supplier', ticket: { id } }
  const deliver = (subject: string, some: object = {}) =>
    scene.post.deliver({ from: supplier, subject, ...some })
  expect(await deliver('By token', { recipients: [answerAddress(id)] })).toMatchObject(isTheirs)
  expect(await deliver('By thread', { inReplyTo: messageId })).toMatchObject(isTheirs)
  const byNumber = await deliver('Your case [4711]')
  expect(byNumber).toMatchObject(isTheirs)
  expect(await deliver('Received: 4711', { headers: { 'Auto-Submitted': 'auto-replied' } })).toMatchObject(
    isTheirs,
  )
  expect(await deliver('Another word', { inReplyTo: byNumber.messageId })).toMatchObject(isTheirs)
  expect(await deliver('Case 47110')).toMatchObject({ state: 'tray', reason: 'unknown-sender' })
  expect(await scene.post.deliver({ from: writers.stranger, subject: 'Case 4711' })).toMatchObject({
    state: 'tray',
  })
  const subjects = (await mailsOf(scene.eve, id)).supplierMails?.map(({ subject }) => subject)
  expect(new Set(subjects)).toEqual(
    new Set(['By token', 'By thread', 'Your case [4711]', 'Received: 4711', 'Another word']),
  )
  const { id: other } = await scene.mailedTicket()
  await set(other, { address, number: '4711' })
  expect(await deliver('Which one, 4711?')).toMatchObject({ state: 'tray' })
})

test('nothing of a supplier reaches a client: no reply, list, search, live message, export or total', async () => {
  const { id } = await scene.mailedTicket()
  const mona = await scene.desk.signedIn('client', { email: 'mona@meridian.test' })
  await assign(scene.root, scene.meridian.id, mona.id, 'contact')
  await aComment(scene.eve, id, 'We ask for a part.')
  const before = await detailOf(scene.ana, id)
  const statsBefore = (await mona.get('/api/stats')).body
  const base = await scene.desk.listen()
  const sockets = await Promise.all([scene.ana, mona].map((by) => joined(base, by)))
  const watching = await joined(base, scene.eve)
  await set(id, { address, number: '9911' })
  const text = 'The gearbox costs xylophone.'
  const mail = await scene.post.deliver({
    from: supplier,
    subject: 'Zeppelin 9911',
    text,
    attachments: [{ filename: 'quagga.txt', content: 'price list' }],
  })
  expect(mail).toMatchObject({ reason: 'supplier' })
  expect((await mailsOf(scene.eve, id)).supplierMails).toMatchObject([{ text, files: ['quagga.txt'] }])
  await watching.hears(({ type }) => type === 'supplier:changed')
  await aComment(scene.eve, id, 'Now you know.')
  for (const socket of sockets)
    await socket.hears(({ type, ticket }) => type === 'ticket:update' && ticket?.id === id)
  await Promise.all(sockets.map((socket) => socket.said()))
  expect(JSON.stringify(sockets.map(({ heard }) => heard))).not.toMatch(/supplier|xylophone|zeppelin/i)

  const { comments, version, ...after } = await detailOf(scene.ana, id)
  expect(comments).toHaveLength(2)
  expect(version).toBe(before.version + 1)
  expect(after.attachments).toEqual([])
  const reads = [
    `/api/tickets/${id}`,
    `/api/tickets/${id}/history`,
    `/api/tickets/${id}/received-mails`,
    `/api/tickets/${id}/comments`,
    '/api/tickets',
    '/api/tickets?search=xylophone',
    '/api/search?q=xylophone',
    '/api/search?q=zeppelin',
    '/api/search?q=quagga',
  ]
  for (const by of [scene.ana, mona, scene.cleo])
    for (const path of reads) {
      const { body } = await by.get(path)
      expect([path, JSON.stringify(body)]).not.toEqual([
        path,
        expect.stringMatching(/gearbox|quagga.txt|zeppelin 9911|supplier|9911/i),
      ])
    }
  for (const path of [`/api/inbound/${mail.id}`, `/api/inbound/${mail.id}/source`])
    expect((await scene.ana.get(path)).status).toBe(403)
  const ina = await scene.desk.signedIn('internal')
  expect((await ina.get(`/api/inbound/${mail.id}/source`)).status).toBe(200)
  const waiting = await scene.post.deliver({ from: writers.stranger })
  expect((await ina.get(`/api/inbound/${waiting.id}/source`)).status).toBe(404)
  expect((await mona.get('/api/stats')).body).toEqual(statsBefore)
  expect((await historyOf(scene.ana, id)).map(({ what }) => what)).not.toContain('mail')
  const exported = await scene.desk.app.inject({
    url: `/api/clients/${scene.meridian.id}/export`,
    headers: { cookie: scene.root.cookie },
  })
  expect(exported.statusCode).toBe(200)
  const words = [...(await unzip(exported.rawPayload)).entries()].flat().join('\n')
  expect(words).toContain('Now you know.')
  expect(words).not.toMatch(/xylophone|zeppelin|quagga|supplier/i)
  const { rows } = await scene.desk.database.pool.query(
    "select public_position as place from events where type like 'ticket.supplier%' and ticket_id = $1",
    [id],
  )
  expect(rows).toEqual([{ place: null }, { place: null }])
})

test('a supplier who is also a person of the client stays internal, and a deleted ticket keeps its supplier', async () => {
  const { id } = await scene.mailedTicket()
  await set(id, { address: 'ben@meridian.test', number: null })
  const mail = await scene.post.deliver({ from: writers.ben, recipients: [answerAddress(id)] })
  expect(mail).toMatchObject({ outcome: 'event', reason: 'supplier' })
  expect((await detailOf(scene.ana, id)).comments).toEqual([])
  expect((await scene.root.delete(`/api/tickets/${id}`)).status).toBe(200)
  expect((await scene.root.post(`/api/deleted/${id}/restore`, { withParent: false })).status).toBe(200)
  expect((await mailsOf(scene.eve, id)).supplier).toEqual({ address: 'ben@meridian.test', number: null })
})

test('a mail of staff to the supplier is internal, with its files and those it goes to', async () => {
  await trustRelay(scene.root)
  const { id } = await scene.mailedTicket()
  await set(id, { address })
  const before = await detailOf(scene.ana, id)
  const mail = await scene.post.deliver({
    from: writers.eve,
    to: supplier,
    cc: answerAddress(id),
    recipients: [answerAddress(id)],
    headers: provedStaff,
    text: 'What does the gearbox cost?',
    attachments: [{ filename: 'our-price.txt', content: 'a secret' }],
  })
  expect(mail).toMatchObject({ outcome: 'comment', ticket: { id } })
  expect((await detailOf(scene.eve, id)).comments).toMatchObject([{ isInternal: true }])
  expect(await detailOf(scene.ana, id)).toEqual(before)
  const answer = { from: supplier, inReplyTo: mail.messageId ?? '', recipients: [answerAddress(id)] }
  expect(await scene.post.deliver(answer)).toMatchObject({ reason: 'supplier', ticket: { id } })
  await trustRelay(scene.root, null)
})
