import { afterAll, beforeAll, expect, test } from 'vitest'
import { aComment, aParticipant, aTicket, change } from '#test/factories.ts'
import type { Letter } from '#test/incoming-mail.ts'
import { answerAddress, detailOf, mailDeskOfFile, writers } from '#test/mail-desk.ts'
import { passDigests, sendThrough, untilMailed } from '#test/mails.ts'
import { receivedBy, startSmtp, type Smtp } from '#test/services/smtp.ts'

const scene = mailDeskOfFile()
let smtp: Smtp

beforeAll(async () => {
  smtp = await startSmtp()
  await sendThrough(scene.root, smtp)
  await passDigests(scene.desk, scene.root)
})
afterAll(async () => {
  await smtp.close()
})

const addresses = { ana: 'ana@meridian.test', ben: 'ben@meridian.test' }
const idsIn = (header: string | undefined) => header?.match(/[^<>\s]+(?=>)/g) ?? []

/** Newest mail to an address, with its ids. */
async function newestTo(address: string) {
  await untilMailed(scene.desk)
  scene.desk.clock.advance(1000)
  const { mail } = receivedBy(smtp, address).at(-1)!
  const [id = ''] = idsIn(mail.messageId)
  return { id, references: [...idsIn(mail.references), id], text: mail.text ?? '', mail }
}

/** A ticket that Ana wrote by mail and Ben takes part in, with a comment by Eve that both were mailed. */
async function aConversation() {
  const { id } = await scene.mailedTicket()
  await change(scene.eve, id, { assignedToId: scene.eve.id })
  await aParticipant(scene.eve, id, scene.ben.id)
  await aComment(scene.eve, id, 'Is it on?')
  return { id, toAna: await newestTo(addresses.ana), toBen: await newestTo(addresses.ben) }
}

/** Delivers a mail about a ticket. @returns who was mailed the comment that it became */
async function told(id: string, letter: Letter): Promise<string[]> {
  smtp.received.length = 0
  // Quick answers are taken for those of a program.
  scene.desk.clock.advance(90_000)
  expect(await scene.post.deliver(letter)).toMatchObject({ outcome: 'comment', ticket: { id } })
  await untilMailed(scene.desk)
  return smtp.received.flatMap(({ to }) => to).toSorted()
}

const replyToAll = (
  id: string,
  from: keyof typeof addresses,
  to: readonly string[],
  { id: inReplyTo, references }: { id: string; references: readonly string[] },
): Letter => ({
  from: writers[from],
  to: [answerAddress(id), ...to].join(', '),
  recipients: [answerAddress(id)],
  inReplyTo,
  references,
})

test('colleagues who have a reply to all directly are not mailed it again, and the thread goes on in each mailbox', async () => {
  const { id, toAna, toBen } = await aConversation()
  const messageId = `reply-${id}@meridian.test`
  const letter = { ...replyToAll(id, 'ana', [writers.ben], toAna), messageId, text: 'It is on.' }
  expect(await told(id, letter)).toEqual(['eve@staff.test'])

  // Ben answers what Ana wrote to him, which knows the ids of her mailbox only: they prove nothing about him.
  const back = { id: messageId, references: [...toAna.references, messageId] }
  expect(await told(id, replyToAll(id, 'ben', [writers.ana], back))).toEqual([
    addresses.ana,
    'eve@staff.test',
  ])
  const { comments } = await detailOf(scene.ana, id)
  expect(comments.map(({ user }) => user.id)).toEqual([scene.eve.id, scene.ana.id, scene.ben.id])

  await aComment(scene.eve, id, 'We come.')
  const next = await newestTo(addresses.ben)
  expect(next.references).toEqual(expect.arrayContaining([toBen.id, messageId]))
  expect(next.references[0]).toBe(toAna.references[0])
  expect([next.mail.to, next.mail.cc].map((some) => some?.map(({ address }) => address))).toEqual([
    [addresses.ana],
    [addresses.ben],
  ])
})

test('others are mailed: colleagues who stood in no copy, or under another address', async () => {
  const { id, toAna } = await aConversation()
  const all = [addresses.ben, 'eve@staff.test']
  expect(await told(id, replyToAll(id, 'ana', [], toAna))).toEqual(all)
  expect(await told(id, replyToAll(id, 'ana', ['ben@elsewhere.test'], toAna))).toEqual(all)
  expect(await told(id, replyToAll(id, 'ana', [writers.cleo, writers.eve], toAna))).toEqual(all)
})

test('copies of a mail that proves nothing count for nothing', async () => {
  const { id, toAna, toBen } = await aConversation()
  const all = [addresses.ben, 'eve@staff.test']
  const forged = replyToAll(id, 'ana', [writers.ben], { id: 'invented@meridian.test', references: [] })
  expect(await told(id, forged)).toEqual(all)
  // The root of a ticket is no secret of its people.
  const [root = ''] = toAna.references
  expect(await told(id, { ...forged, inReplyTo: root, references: [root] })).toEqual(all)
  // A colleague knows the ids of their own mails, and can write in the name of another.
  expect(await told(id, replyToAll(id, 'ana', [writers.ben], toBen))).toEqual(all)

  const settings = { formSenders: ['form@site.test'], authenticationServer: 'mx.desk.test', products: [] }
  await scene.root.put('/api/admin/inbound-settings', settings)
  const byForm = { ...replyToAll(id, 'ana', [writers.ben], toAna), from: 'Form <form@site.test>' }
  expect(await told(id, { ...byForm, replyTo: writers.ana })).toEqual(all)
  const passed = { 'Authentication-Results': 'mx.desk.test; dmarc=pass header.from=meridian.test' }
  expect(await told(id, { ...forged, headers: passed })).toEqual(['eve@staff.test'])
  await scene.root.put('/api/admin/inbound-settings', {
    ...settings,
    formSenders: [],
    authenticationServer: null,
  })
})

test('two programs of a client that answer each other past the desk fill no ticket', async () => {
  const { id, toAna } = await aConversation()
  const letterOf = (round: number) => `robot-${round}-${id}@meridian.test`
  const references = [...toAna.references]
  for (let round = 0; round < 12; round++) {
    const [from, to] = round % 2 === 0 ? (['ana', 'ben'] as const) : (['ben', 'ana'] as const)
    const last = references.at(-1) ?? ''
    const letter = replyToAll(id, from, [writers[to]], { id: last, references })
    await scene.post.deliver({ ...letter, messageId: letterOf(round), text: 'I am away.' })
    references.push(letterOf(round))
  }
  const { comments } = await detailOf(scene.eve, id)
  expect(comments.filter(({ user }) => user.id !== scene.eve.id).length).toBeLessThanOrEqual(4)
})

test('a person whom a mail has made is mailed the answers, and can carry the ticket by mail alone', async () => {
  const nora = 'Nora New <nora@meridian.test>'
  const { ticket, messageId } = await scene.post.deliver({ from: nora, subject: 'A new voice' })
  const id = ticket?.id ?? ''
  await aParticipant(scene.eve, id, scene.ben.id)
  await aComment(scene.eve, id, 'Welcome.')
  const answer = await newestTo('nora@meridian.test')
  expect(answer.mail.inReplyTo).toBe(`<${messageId}>`)
  expect(answer.text).toMatch(/wrote to .* from this address/)
  expect(answer.mail.cc?.map(({ address }) => address)).toEqual([addresses.ben])
  expect(await told(id, { from: nora, to: answerAddress(id), inReplyTo: answer.id })).toEqual([addresses.ben])
})

test('a person without a password is mailed who became the requester of a forwarded mail', async () => {
  const forwarded = await scene.post.deliver({
    from: writers.eve,
    subject: 'Fwd: Help',
    text: '---------- Forwarded message ---------\nFrom: Nia Newman <nia@meridian.test>\nDate: Fri, 27 Nov 2026 at 10:00\nSubject: Help\nTo: <eve@staff.test>\n\nHelp me.',
  })
  expect((await scene.eve.post(`/api/inbound/${forwarded.id}/requester`)).status).toBe(200)
  const id = forwarded.ticket?.id ?? ''
  await aComment(scene.eve, id, 'We help.')
  const answer = await newestTo('nia@meridian.test')
  expect(answer.text).toContain('We help.')
  expect(
    await scene.post.deliver({
      from: 'Nia Newman <nia@meridian.test>',
      to: answerAddress(id),
      inReplyTo: answer.id,
    }),
  ).toMatchObject({ outcome: 'comment', ticket: { id } })
})

test('a person without a password is mailed whose first mail had no id, also once its ticket is deleted for good', async () => {
  const raw = 'From: Ole Old <ole@meridian.test>\r\nTo: support@desk.test\r\nSubject: No id\r\n\r\nWords.\r\n'
  const { ticket, messageId } = await scene.post.deliver({ from: 'ole@meridian.test', raw })
  expect(messageId).toBeNull()
  const id = ticket?.id ?? ''
  const { createdById } = await detailOf(scene.eve, id)
  await aComment(scene.eve, id, 'An answer.')
  expect((await newestTo('ole@meridian.test')).text).toContain('An answer.')

  // Deletion for good asks for a recent sign-in.
  const root = await scene.desk.signedIn('super_user')
  for (const path of ['tickets', 'deleted'])
    expect((await root.delete(`/api/${path}/${id}`)).status).toBe(200)
  const next = await aTicket(scene.eve, { clientId: scene.meridian.id, requesterId: createdById })
  await aComment(scene.eve, next.id, 'Another answer.')
  expect((await newestTo('ole@meridian.test')).text).toContain('Another answer.')
})
