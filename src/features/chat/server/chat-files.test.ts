import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { HistoryEntry } from '#features/tickets/contract.ts'
import type { TicketDetail } from '#features/conversation/contract.ts'
import { aClient, assign, aTicket } from '#test/factories.ts'
import { anUpload, content, storedFiles } from '#test/files.ts'
import { startApp, type Caller, type TestApp } from '#test/harness.ts'
import { joined, type Heard, type Socket } from '#test/socket.ts'
import type { ChatMessage, ChatPage } from '../contract.ts'

let desk: TestApp
let base: string
let root: Caller
let helen: Caller
let ines: Caller
let ana: Caller
let boss: Caller
const open: Socket[] = []

beforeAll(async () => {
  desk = await startApp()
  base = await desk.listen()
  root = await desk.signedIn('super_user')
  helen = await desk.signedIn('helpdesk')
  ines = await desk.signedIn('internal')
  ana = await desk.signedIn('client')
  boss = await desk.signedIn('client')
  const acme = await aClient(root)
  await assign(root, acme.id, ana.id, 'employee')
  await assign(root, acme.id, boss.id, 'admin')
})
afterEach(async () => {
  await Promise.all(open.splice(0).map((socket) => socket.close()))
})
afterAll(() => desk.close())

const chatOf = (ticketId: string) => `/api/tickets/${ticketId}/chat`
const pageOf = async (by: Caller, ticketId: string) =>
  (await by.get<ChatPage>(chatOf(ticketId))).body.messages
const namesOf = ({ attachments }: ChatMessage) => attachments.map(({ fileName }) => fileName)

async function sayWith(by: Caller, ticketId: string, message: string, ...names: string[]) {
  const attachmentIds: string[] = []
  for (const name of names) attachmentIds.push((await anUpload(desk, by, name)).id)
  const { status, body } = await by.post<{ message: ChatMessage }>(chatOf(ticketId), {
    message,
    attachmentIds,
  })
  expect(status).toBe(201)
  return body.message
}

async function following(person: Caller, ticketId: string): Promise<Socket> {
  const socket = await joined(base, person)
  open.push(socket)
  socket.send({ type: 'ticket:subscribe', ticketId })
  await socket.hearsType('ticket:subscribed')
  return socket
}
const messageIn = (heard: Heard) => heard.message as unknown as ChatMessage

describe('a chat message with files', () => {
  test('the files of a chat message are there for its sender, for the readers of the chat, and in the live update', async () => {
    const { id } = await aTicket(ana)
    const socket = await following(helen, id)
    const message = await sayWith(ana, id, 'See both', 'one.txt', 'two.txt')
    expect(namesOf(message).sort()).toEqual(['one.txt', 'two.txt'])
    expect(message.attachments[0]).toMatchObject({ fileSize: content.txt.length, uploadedBy: { id: ana.id } })
    await sayWith(helen, id, 'Thank you')
    const seen = await pageOf(helen, id)
    expect(seen.map((one) => one.attachments.length)).toEqual([0, 2])
    expect(seen[1]).toEqual(message)
    expect(messageIn(await socket.hearsType('chat:message'))).toEqual(message)
    const read = await helen.post<{ message: ChatMessage }>(`${chatOf(id)}/${message.id}/read`)
    expect(read.body.message.attachments).toEqual(message.attachments)
  })

  test('a chat message needs a text or a file', async () => {
    const { id } = await aTicket(ana)
    expect(await sayWith(ana, id, ' \n ', 'one.txt')).toMatchObject({ message: '' })
    for (const body of [{}, { message: ' ' }, { message: '', attachmentIds: [] }, { attachmentIds: [] }]) {
      const refused = await ana.post(chatOf(id), body)
      expect([refused.status, refused.body]).toEqual([
        400,
        {
          message: 'Message is required',
          issues: [{ path: 'message', message: 'Message is required' }],
        },
      ])
    }
    expect(await pageOf(ana, id)).toHaveLength(1)
  })

  test('a chat message that names another person’s upload, or one upload twice, is refused whole', async () => {
    const { id } = await aTicket(ana)
    const theirs = await anUpload(desk, helen)
    const [mine] = (await sayWith(ana, id, 'Once', 'one.txt')).attachments
    for (const attachmentIds of [[theirs.id], [mine!.id]]) {
      const { status, body } = await ana.post(chatOf(id), { message: 'Again', attachmentIds })
      expect([status, body.message]).toEqual([
        400,
        'An attachment is not there any more. Please add the file again.',
      ])
    }
    expect((await pageOf(ana, id)).map(({ message }) => message)).toEqual(['Once'])
  })

  test('a chat message repeated under one key is sent once, with its file', async () => {
    const { id } = await aTicket(ana)
    const upload = await anUpload(desk, ana)
    const send = () =>
      ana.post<{ message: ChatMessage }>(
        chatOf(id),
        { message: 'Once', attachmentIds: [upload.id] },
        { 'idempotency-key': 'chat-file-once' },
      )
    const answers = [await send(), await send()]
    expect(answers.map(({ status, body }) => [status, body.message.attachments.length])).toEqual([
      [201, 1],
      [201, 1],
    ])
    expect(await pageOf(ana, id)).toHaveLength(1)
  })

  test('the files of a chat message are there for those of the chat, and for nobody else who sees the ticket', async () => {
    const { id } = await aTicket(ana)
    const [file] = (await sayWith(ana, id, 'For you', 'one.txt')).attachments
    const statuses = await Promise.all(
      [ana, helen, root, ines, boss, desk.nobody].map(
        async (by) => (await by.get(`/api/attachments/${file!.id}`)).status,
      ),
    )
    expect(statuses).toEqual([200, 200, 200, 404, 404, 401])
    for (const by of [ana, boss, helen])
      expect((await by.get<TicketDetail>(`/api/tickets/${id}`)).body.attachments).toEqual([])
  })
})

describe('a file of a chat message that helpdesk removes', () => {
  test('a removed file is gone for both sides, who hear of it, and from the disk; the ticket stays as it was', async () => {
    const ticket = await aTicket(ana)
    const sockets = [await following(ana, ticket.id), await following(helen, ticket.id)]
    const message = await sayWith(ana, ticket.id, 'Two', 'one.txt', 'two.txt')
    const [gone, kept] = message.attachments
    for (const socket of sockets) {
      await socket.hearsType('chat:message')
      await socket.said()
      socket.heard.length = 0
    }
    const stored = await storedFiles(desk)
    expect((await ana.delete(`/api/attachments/${gone!.id}`)).status).toBe(403)
    expect((await helen.delete(`/api/attachments/${gone!.id}`)).status).toBe(200)
    for (const socket of sockets) {
      expect(await socket.hearsType('chat:attachment_removed')).toMatchObject({
        ticketId: ticket.id,
        messageId: message.id,
        attachmentId: gone!.id,
      })
      expect(await socket.said('chat:message', 'chat:unread', 'ticket:updated')).toEqual([])
    }
    expect((await pageOf(ana, ticket.id))[0]?.attachments).toEqual([kept])
    expect(await storedFiles(desk)).toHaveLength(stored.length - 1)
    const { body } = await ana.get<TicketDetail>(`/api/tickets/${ticket.id}`)
    expect(body.version).toBe(ticket.version)
    const history = await ana.get<HistoryEntry[]>(`/api/tickets/${ticket.id}/history`)
    expect(history.body.map(({ what }) => what)).toEqual(['created'])
  })

  test('a removed file is told to a person who comes back, and to nobody who may not chat', async () => {
    const { id } = await aTicket(ana)
    const { attachments } = await sayWith(ana, id, 'Two', 'one.txt', 'two.txt')
    const since = Number((await ana.get('/api/auth/user')).headers['log-position'])
    const stranger = await joined(base, boss)
    open.push(stranger)
    const witness = await following(helen, id)
    for (const file of attachments) await root.delete(`/api/attachments/${file.id}`)
    // A message on its way would be heard twice: as it comes, and as missed.
    await witness.hears(({ attachmentId }) => attachmentId === attachments.at(-1)?.id)
    const socket = await following(ana, id)
    socket.send({ type: 'resume', since })
    await socket.hearsType('resumed')
    expect((await socket.said('chat:attachment_removed')).map((heard) => heard.attachmentId)).toEqual(
      attachments.map((file) => file.id),
    )
    expect(await stranger.said('chat:attachment_removed')).toEqual([])
  })
})
