import { expect, test } from 'vitest'
import { change } from '#test/factories.ts'
import { detailOf, mailDeskOfFile, writers, type MailDesk } from '#test/mail-desk.ts'
import type { NamedTicket, TicketMails } from '../contract.ts'

const scene = mailDeskOfFile()

const split = ({ id }: { id: string }, by = scene.eve) => by.post<NamedTicket>(`/api/inbound/${id}/split`)
const mailsOf = async (by: MailDesk['eve'], id: string) =>
  (await by.get<TicketMails>(`/api/tickets/${id}/received-mails`)).body.mails

test('a reply under a new subject becomes a ticket of its author, linked both ways, and the comment stays', async () => {
  const { id, messageId } = await scene.mailedTicket()
  const reply = await scene.post.deliver({
    from: writers.ana,
    subject: 'Re: The door squeaks',
    text: 'At each opening.',
    inReplyTo: messageId,
    attachments: [{ filename: 'squeak.txt', content: 'eek' }],
  })
  expect(reply).toMatchObject({ outcome: 'comment', ticket: { id } })
  await change(scene.eve, id, { priority: 'high' })
  const { status, body: made } = await split(reply)
  expect([status, made.subject]).toEqual([200, 'The door squeaks'])
  const ticket = await detailOf(scene.ana, made.id)
  expect(ticket).toMatchObject({
    description: 'At each opening.',
    createdById: scene.ana.id,
    clientId: scene.meridian.id,
    source: 'email',
    continues: { id },
    attachments: [{ fileName: 'squeak.txt' }],
  })
  const earlier = await detailOf(scene.eve, id)
  expect(earlier).toMatchObject({
    continuedBy: [{ id: made.id }],
    comments: [{ content: 'At each opening.' }],
  })
  const [mail] = (await mailsOf(scene.eve, id)).filter(({ commentId }) => commentId !== null)
  expect(mail).toMatchObject({ newSubject: 'The door squeaks', splitInto: { id: made.id } })
  expect((await mailsOf(scene.ana, id)).filter((one) => one.splitInto)).toEqual([])
  expect((await split(reply)).status).toBe(409)

  const further = await scene.post.deliver({
    from: writers.ana,
    subject: 'Re: The door squeaks',
    inReplyTo: reply.messageId ?? '',
  })
  expect(further).toMatchObject({ outcome: 'comment', ticket: { id: made.id } })
  const { rows } = await scene.desk.database.pool.query(
    "select count(*)::int as found from events where type = 'inbound.handled' and data ->> 'decision' = 'split'",
  )
  expect(rows).toEqual([{ found: 1 }])
})

test('no ticket is made of a reply under the same subject, of a first mail, or by a client', async () => {
  const first = await scene.post.deliver({ from: writers.ana, subject: 'The lift is stuck' })
  const same = await scene.post.deliver({
    from: writers.ana,
    subject: 'AW: the  lift is stuck',
    inReplyTo: first.messageId ?? '',
  })
  expect(same).toMatchObject({ outcome: 'comment' })
  expect((await split(first)).status).toBe(409)
  expect((await split(same)).status).toBe(409)
  expect((await split(same, scene.ana)).status).toBe(403)
})

test('two colleagues who split one mail at once make one ticket', async () => {
  const { messageId } = await scene.mailedTicket()
  const reply = await scene.post.deliver({ from: writers.ana, subject: 'A lamp', inReplyTo: messageId })
  const statuses = await Promise.all([split(reply), split(reply)])
  expect(statuses.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([200, 409])
})
