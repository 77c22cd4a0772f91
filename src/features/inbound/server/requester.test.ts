import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { writers, openMailDesk, ticketOf, historyOf, type MailDesk } from '#test/mail-desk.ts'
import type { InboundMail, TicketMails } from '../contract.ts'

let scene: MailDesk
let desk: MailDesk['desk']
let eve: MailDesk['eve']
let ana: MailDesk['ana']
let meridian: MailDesk['meridian']
let post: MailDesk['post']

beforeAll(async () => {
  scene = await openMailDesk()
  ;({ desk, eve, ana, meridian, post } = scene)
})
beforeEach(() => scene.forgetMails())
afterAll(() => scene.desk.close())

const forward = (sender: string, from = writers.eve) =>
  post.deliver({
    from,
    subject: 'Fwd: Help',
    text: `---------- Forwarded message ---------\nFrom: ${sender}\nDate: Fri, 27 Nov 2026 at 10:00\nSubject: Help\nTo: <eve@staff.test>\n\nHelp me.`,
  })
const make = ({ id }: { id: string }, by = eve) =>
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
    suggestion: { person: { id: ana.id }, sender: { address: 'ana@meridian.test' } },
  })
  expect(await ticketOf(eve, mail)).toMatchObject({ createdById: eve.id, clientId: meridian.id })
  expect(await proposedIn(eve, mail)).toEqual({
    by: { name: 'Eve Adams', address: 'eve@staff.test' },
    sender: { name: 'Ana Silva', address: 'ana@meridian.test' },
  })
  expect((await make(mail)).status).toBe(200)
  expect((await make(mail)).status).toBe(200)
  expect(await ticketOf(ana, mail)).toMatchObject({ createdById: ana.id })
  const changes = (await historyOf(eve, mail.ticket!.id)).filter(({ what }) => what === 'changed')
  expect(changes).toMatchObject([{ by: { id: eve.id }, changes: [{ field: 'requester' }] }])
  expect(await proposedIn(eve, mail)).toBeUndefined()
  expect(await proposedIn(ana, mail)).toBeUndefined()
})

test('an inner sender whom nobody knows becomes a person of the client', async () => {
  const mail = await forward('Nia Newman <nia@meridian.test>')
  expect(mail).toMatchObject({ outcome: 'ticket', reason: 'forwarded' })
  await make(mail)
  const { createdBy, createdById } = await ticketOf(eve, mail)
  expect(createdBy).toMatchObject({ firstName: 'Nia', lastName: 'Newman' })
  expect(await post.deliver({ from: 'Nia <nia@meridian.test>' })).toMatchObject({ outcome: 'ticket' })
  expect(createdById).not.toBe(eve.id)
  const unknown = await forward('Olga Other <olga@other.test>')
  expect(unknown).toMatchObject({ state: 'tray', reason: 'written-by-staff' })
  const person = { clientId: meridian.id, firstName: 'Olga', lastName: 'Other' }
  await eve.post(`/api/inbound/${unknown.id}/person`, person)
  const { body: filed } = await eve.get<InboundMail>(`/api/inbound/${unknown.id}`)
  expect(filed).toMatchObject({ outcome: 'ticket', reason: 'forwarded' })
  await make(filed)
  expect((await ticketOf(eve, filed)).createdBy).toMatchObject({ firstName: 'Olga' })
})

test('nobody becomes the requester who may not be believed, or is not of the client', async () => {
  const foreign = await forward(writers.cleo)
  const { id } = foreign.ticket!
  await eve.put(`/api/tickets/${id}`, { clientId: meridian.id })
  expect(await make(foreign)).toMatchObject({
    status: 409,
    body: { message: 'The person of cleo@tallow.test does not belong to Meridian. Move the ticket first.' },
  })
  const unproved = await forward(writers.ben)
  const prove = (at: Date | null) =>
    desk.database.pool.query("update users set email_proved_at = $1 where email = 'ben@meridian.test'", [at])
  await prove(null)
  expect(await make(unproved)).toMatchObject({
    status: 409,
    body: { message: 'The person of ben@meridian.test has not confirmed this address.' },
  })
  await prove(new Date())
  expect((await ticketOf(eve, unproved)).createdById).toBe(eve.id)
  expect((await make(unproved, ana)).status).toBe(403)
})

test('a mail that a client forwards is the client’s, and proposes nobody', async () => {
  const mail = await forward(writers.ben, writers.ana)
  expect(await ticketOf(ana, mail)).toMatchObject({ createdById: ana.id })
  expect(await proposedIn(eve, mail)).toBeUndefined()
  expect((await make(mail)).status).toBe(409)
  expect(await post.deliver({ from: writers.eve, subject: 'A note' })).toMatchObject({
    reason: 'written-by-staff',
  })
})
