import { beforeAll, expect, test } from 'vitest'
import type { TicketPage } from '#features/tickets/contract.ts'
import { assign } from '#test/factories.ts'
import type { Caller } from '#test/harness.ts'
import { provedStaff, trustRelay } from '#test/incoming-mail.ts'
import { historyOf, mailDeskOfFile, ticketOf, writers, type MailDesk } from '#test/mail-desk.ts'
import type { InboundMail, TicketMails } from '../contract.ts'

const scene = mailDeskOfFile()
beforeAll(() => trustRelay(scene.root))

const forward = (sender: string, from = writers.eve, headers: Record<string, string> = provedStaff) =>
  scene.post.deliver({
    from,
    headers,
    subject: 'Fwd: Help',
    text: `---------- Forwarded message ---------\nFrom: ${sender}\nDate: Fri, 27 Nov 2026 at 10:00\nSubject: Help\nTo: <eve@staff.test>\n\nHelp me.`,
  })
const make = ({ id }: { id: string }, by = scene.eve) =>
  by.post<InboundMail & { message: string }>(`/api/inbound/${id}/requester`)
const proposedIn = async (by: MailDesk['eve'], { ticket }: InboundMail) => {
  const { body } = await by.get<TicketMails>(`/api/tickets/${ticket?.id}/received-mails`)
  return body.mails[0]?.forwarded
}

test('the desk makes the inner sender of a forwarded mail the requester, once and by one act', async () => {
  const mail = await forward(writers.ana)
  expect(mail).toMatchObject({
    outcome: 'ticket',
    reason: 'forwarded',
    suggestion: { person: { id: scene.ana.id }, sender: { address: 'ana@meridian.test' } },
  })
  expect(await ticketOf(scene.eve, mail)).toMatchObject({
    createdById: scene.eve.id,
    clientId: scene.meridian.id,
  })
  expect(await proposedIn(scene.eve, mail)).toEqual({
    by: { name: 'Eve Adams', address: 'eve@staff.test' },
    sender: { name: 'Ana Silva', address: 'ana@meridian.test' },
  })
  expect((await make(mail)).status).toBe(200)
  expect((await make(mail)).status).toBe(200)
  expect(await ticketOf(scene.ana, mail)).toMatchObject({ createdById: scene.ana.id })
  const changes = (await historyOf(scene.eve, mail.ticket!.id)).filter(({ what }) => what === 'changed')
  expect(changes).toMatchObject([{ by: { id: scene.eve.id }, changes: [{ field: 'requester' }] }])
  expect(await proposedIn(scene.eve, mail)).toBeUndefined()
  expect(await proposedIn(scene.ana, mail)).toBeUndefined()
})

test('a chat of the team is not shown to an inner sender by one act, but by choosing them as the requester', async () => {
  const mail = await forward(writers.ana)
  const path = `/api/tickets/${mail.ticket!.id}`
  await scene.root.post(`${path}/chat`, { message: 'They are late with their payments.' })
  expect(await make(mail)).toMatchObject({
    status: 409,
    body: { message: expect.stringMatching(/^ana@meridian\.test would read the chat/) },
  })
  expect((await scene.ana.get(path)).status).toBe(404)
  expect((await scene.eve.put(path, { createdById: scene.ana.id })).status).toBe(200)
  expect((await scene.ana.get(`${path}/chat`)).status).toBe(200)
})

test('an inner sender whom nobody knows becomes a person of the client', async () => {
  const mail = await forward('Nia Newman <nia@meridian.test>')
  expect(mail).toMatchObject({ outcome: 'ticket', reason: 'forwarded' })
  await make(mail)
  const { createdBy, createdById } = await ticketOf(scene.eve, mail)
  expect(createdBy).toMatchObject({ firstName: 'Nia', lastName: 'Newman' })
  expect(await scene.post.deliver({ from: 'Nia <nia@meridian.test>' })).toMatchObject({ outcome: 'ticket' })
  expect(createdById).not.toBe(scene.eve.id)
  const unknown = await forward('Olga Other <olga@other.test>')
  expect(unknown).toMatchObject({ state: 'tray', reason: 'written-by-staff' })
  const person = { clientId: scene.meridian.id, firstName: 'Olga', lastName: 'Other' }
  await scene.eve.post(`/api/inbound/${unknown.id}/person`, person)
  const { body: filed } = await scene.eve.get<InboundMail>(`/api/inbound/${unknown.id}`)
  expect(filed).toMatchObject({ outcome: 'ticket', reason: 'forwarded' })
  await make(filed)
  expect((await ticketOf(scene.eve, filed)).createdBy).toMatchObject({ firstName: 'Olga' })
})

test('a forwarded mail without a proof is shown to staff alone, until the desk has named its requester', async () => {
  const unproved: Record<string, string>[] = [
    {},
    { 'Authentication-Results': 'mx.desk.test; dmarc=none header.from=staff.test' },
    { 'Authentication-Results': 'mx.evil.test; dmarc=pass header.from=staff.test' },
    { 'Authentication-Results': 'mx.desk.test; dmarc=pass header.from=evil.test' },
  ]
  const mia = await scene.desk.signedIn('client', { email: 'mia@meridian.test' })
  await assign(scene.root, scene.meridian.id, mia.id, 'admin')
  const statusFor = async (by: Caller, { ticket }: InboundMail) =>
    (await by.get(`/api/tickets/${ticket?.id}`)).status
  const totalFor = async (by: Caller) => (await by.get<TicketPage>('/api/tickets')).body.total
  expect(await statusFor(mia, await forward(writers.ana))).toBe(200)
  const total = await totalFor(mia)
  for (const headers of unproved) {
    const mail = await forward(writers.ana, writers.eve, headers)
    expect(mail).toMatchObject({
      outcome: 'ticket',
      reason: 'forwarded',
      suggestion: { sender: { name: 'Ana Silva' } },
    })
    expect(await ticketOf(scene.eve, mail)).toMatchObject({ createdById: scene.eve.id })
    expect([await statusFor(mia, mail), await statusFor(scene.ana, mail)]).toEqual([404, 404])
    expect(await totalFor(mia)).toBe(total)
  }
  const { id } = await forward('Una Unknown <una@other.test>', writers.eve, {})
  const person = { clientId: scene.meridian.id, firstName: 'Una', lastName: 'Unknown' }
  await scene.eve.post(`/api/inbound/${id}/person`, person)
  const { body: vouched } = await scene.eve.get<InboundMail>(`/api/inbound/${id}`)
  expect(await statusFor(mia, vouched)).toBe(200)
  const mail = await forward('Pia Proxy <pia@meridian.test>', writers.eve, {})
  expect(await statusFor(mia, mail)).toBe(404)
  const createdById = scene.root.id
  expect((await scene.eve.put(`/api/tickets/${mail.ticket?.id}`, { createdById })).status).toBe(200)
  expect((await ticketOf(scene.eve, mail)).createdById).toBe(createdById)
  expect([await statusFor(mia, mail), await totalFor(mia)]).toEqual([404, total + 1])
  await make(mail)
  expect(await statusFor(mia, mail)).toBe(200)
  expect(await totalFor(mia)).toBe(total + 2)
})

test('nobody becomes the requester who may not be believed, or is not of the client', async () => {
  const foreign = await forward(writers.cleo)
  const { id } = foreign.ticket!
  await scene.eve.put(`/api/tickets/${id}`, { clientId: scene.meridian.id })
  expect(await make(foreign)).toMatchObject({
    status: 409,
    body: { message: 'The person of cleo@tallow.test does not belong to Meridian. Move the ticket first.' },
  })
  const unproved = await forward(writers.ben)
  const prove = (at: Date | null) =>
    scene.desk.database.pool.query(
      "update users set email_proved_at = $1 where email = 'ben@meridian.test'",
      [at],
    )
  await prove(null)
  expect(await make(unproved)).toMatchObject({
    status: 409,
    body: { message: 'The person of ben@meridian.test has not confirmed this address.' },
  })
  await prove(new Date())
  expect((await ticketOf(scene.eve, unproved)).createdById).toBe(scene.eve.id)
  expect((await make(unproved, scene.ana)).status).toBe(403)
})

test('a mail that a client forwards is the client’s, and proposes nobody', async () => {
  const mail = await forward(writers.ben, writers.ana)
  expect(await ticketOf(scene.ana, mail)).toMatchObject({ createdById: scene.ana.id })
  expect(await proposedIn(scene.eve, mail)).toBeUndefined()
  expect((await make(mail)).status).toBe(409)
  expect(await scene.post.deliver({ from: writers.eve, subject: 'A note' })).toMatchObject({
    reason: 'written-by-staff',
  })
})
