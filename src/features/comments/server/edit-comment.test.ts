import { afterAll, beforeAll, expect, test } from 'vitest'
import type { TicketDetail } from '#features/conversation/contract.ts'
import type { ErasurePreview } from '#features/erasure/contract.ts'
import type { Found } from '#features/search/contract.ts'
import type { HistoryEntry, TicketPage } from '#features/tickets/contract.ts'
import { aComment, aTicket } from '#test/factories.ts'
import { startApp, type Caller, type TestApp } from '#test/harness.ts'
import { sendThrough, untilMailed } from '#test/mails.ts'
import { startSmtp } from '#test/services/smtp.ts'
import { joined } from '#test/socket.ts'
import type { Comment } from '../contract.ts'

let desk: TestApp
let root: Caller
let helpdesk: Caller
let ana: Caller

beforeAll(async () => {
  desk = await startApp()
  root = await desk.signedIn('super_user')
  helpdesk = await desk.signedIn('helpdesk')
  ana = await desk.signedIn('client')
})
afterAll(() => desk.close())

const edit = (who: Caller, id: string, content: unknown) =>
  who.send<Comment & { issues?: { path: string }[] }>('PATCH', `/api/comments/${id}`, { content })
const commentsOf = async (who: Caller, id: string) =>
  (await who.get<TicketDetail>(`/api/tickets/${id}`)).body.comments

test('an author corrects a comment: all read the new text, and staff how it was first written', async () => {
  const { id } = await aTicket(ana)
  const comment = await aComment(helpdesk, id, 'Press teh gronk')
  const socket = await joined(await desk.listen(), ana)
  const { status, body } = await edit(helpdesk, comment, 'Press the button')
  expect([status, body.content, body.formerContent]).toEqual([200, 'Press the button', 'Press teh gronk'])
  await socket.hears(({ type, ticket }) => type === 'ticket:update' && ticket?.id === id)
  socket.raw.close()
  await edit(helpdesk, comment, 'Press the red button')
  expect(await commentsOf(root, id)).toMatchObject([
    { content: 'Press the red button', formerContent: 'Press teh gronk', editedAt: expect.any(String) },
  ])
  const seen = (await ana.get(`/api/tickets/${id}`)).body
  expect(JSON.stringify(seen)).not.toContain('gronk')
  expect(await commentsOf(ana, id)).toMatchObject([
    { content: 'Press the red button', formerContent: null, editedAt: expect.any(String) },
  ])
  const { body: history } = await ana.get<HistoryEntry[]>(`/api/tickets/${id}/history`)
  expect(history.map(({ what }) => what).slice(-2)).toEqual(['comment-edited', 'comment-edited'])
  expect(JSON.stringify(history)).not.toContain('gronk')
})

test('search finds a corrected comment by its new words only, and counts it so', async () => {
  const { id } = await aTicket(ana)
  const comment = await aComment(ana, id, 'The flugelhorn is broken')
  for (const who of [ana, root]) {
    const ids = async (word: string) => {
      const list = (await who.get<TicketPage>(`/api/tickets?search=${word}`)).body
      const palette = (await who.get<Found>(`/api/search?q=${word}`)).body
      return [list.total, palette.tickets.map((one) => one.id)]
    }
    const [before, after] = who === ana ? ['flugelhorn', 'bassoon'] : ['bassoon', 'euphonium']
    expect(await ids(before)).toEqual([1, [id]])
    expect(await ids(after)).toEqual([0, []])
    await edit(ana, comment, `The ${after} is broken`)
    expect(await ids(before)).toEqual([0, []])
    expect(await ids(after)).toEqual([1, [id]])
  }
})

test('others than the author learn nothing, and an empty text is refused with the name of its field', async () => {
  const { id } = await aTicket(ana)
  const comment = await aComment(ana, id, 'Mine')
  const internal = await aComment(helpdesk, id, 'Ours', true)
  for (const who of [helpdesk, root]) expect((await edit(who, comment, 'Theirs')).status).toBe(404)
  expect((await edit(ana, internal, 'Mine, too')).status).toBe(404)
  const { status, body } = await edit(ana, comment, '  ')
  expect([status, body.issues?.[0]?.path]).toEqual([400, 'content'])
  expect((await edit(ana, comment, 'Mine')).body.editedAt).toBeNull()
})

test('clients notice no edit of an internal comment', async () => {
  const { id } = await aTicket(ana)
  const comment = await aComment(helpdesk, id, 'Between us', true)
  const look = async () => {
    const { body, headers } = await ana.get(`/api/tickets/${id}`)
    return [body, headers.etag, (await ana.get(`/api/tickets/${id}/history`)).body]
  }
  const before = await look()
  expect((await edit(helpdesk, comment, 'Still between us')).status).toBe(200)
  expect(await look()).toEqual(before)
})

test('mails that are not sent yet carry the new text', async () => {
  const smtp = await startSmtp()
  await sendThrough(root, smtp)
  const { email, id: clientId } = await desk.person('client')
  const { id } = await aTicket(await desk.signIn(email))
  const comment = await aComment(helpdesk, id, 'With a tpyo')
  await edit(helpdesk, comment, 'Without one')
  await untilMailed(desk)
  const texts = smtp.received.filter(({ to }) => to.includes(email)).map(({ mail }) => mail.text)
  expect(texts.join()).toContain('Without one')
  expect(texts.join()).not.toContain('tpyo')
  expect(clientId).toBeTruthy()
  await smtp.close()
})

test('a comment is corrected for five minutes', async () => {
  const { id } = await aTicket(ana)
  const comment = await aComment(ana, id, 'Early')
  desk.clock.advance(5 * 60_000 - 1000)
  expect((await edit(ana, comment, 'In time')).status).toBe(200)
  desk.clock.advance(2000)
  expect((await edit(ana, comment, 'Late')).status).toBe(409)
})

test('an erased person’s former texts go with their texts, also in Deleted; those of others are shown before', async () => {
  const eve = await desk.person('helpdesk')
  const staff = await desk.signIn(eve.email)
  const [kept, deleted] = [await aTicket(ana), await aTicket(ana)]
  for (const { id } of [kept, deleted]) {
    const comment = await aComment(staff, id, 'A former secret')
    await edit(staff, comment, 'Nothing')
  }
  const naming = await aComment(helpdesk, kept.id, `Ask ${eve.email}`)
  await edit(helpdesk, naming, 'Ask them')
  const { body } = await root.get<ErasurePreview>(`/api/users/${eve.id}/erasure`)
  expect(JSON.stringify(body)).toContain(kept.ticketNumber)
  await root.delete(`/api/tickets/${deleted.id}`)
  await root.post(`/api/users/${eve.id}/erasure`, { email: eve.email, ownTexts: true })
  await root.post(`/api/deleted/${deleted.id}/restore`, { withParent: false })
  for (const { id } of [kept, deleted]) {
    const [comment] = await commentsOf(root, id)
    expect([comment?.content, comment?.formerContent]).toEqual(['Erased', null])
  }
})
