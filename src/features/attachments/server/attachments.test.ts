import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import type { Upload } from '#features/uploads/contract.ts'
import type { HistoryEntry } from '#features/tickets/contract.ts'
import type { TicketDetail } from '#features/conversation/contract.ts'
import type { Comment } from '#features/comments/contract.ts'
import { aClient, assign, aTicket } from '#test/factories.ts'
import { anUpload, content, fillWithFiles, storedFiles } from '#test/files.ts'
import { startApp, type Caller, type TestApp } from '#test/harness.ts'
import { limits } from '#platform/contract/limits.ts'
import { chatMessages } from '#tables/chat-messages.ts'
import type { Attachment } from '../contract.ts'
import { attachUploads } from './service.ts'

let desk: TestApp
let root: Caller
let helen: Caller
let ines: Caller
let ana: Caller
let boss: Caller
let stranger: Caller
let acme: { id: string }

beforeAll(async () => {
  desk = await startApp()
  root = await desk.signedIn('super_user')
  helen = await desk.signedIn('helpdesk')
  ines = await desk.signedIn('internal')
  ana = await desk.signedIn('client', { companyName: 'Acme' })
  boss = await desk.signedIn('client', { companyName: 'Acme' })
  stranger = await desk.signedIn('client', { companyName: 'Globex' })
  acme = await aClient(root)
  await assign(root, acme.id, ana.id, 'employee')
  await assign(root, acme.id, boss.id, 'admin')
})
afterAll(() => desk.close())

const detail = async (by: Caller, id: string) => (await by.get<TicketDetail>(`/api/tickets/${id}`)).body
const statusFor = async (by: Caller, id: string) => (await by.get(`/api/attachments/${id}`)).status

async function withFile(by: Caller, name?: string, bytes?: Buffer) {
  const upload = await anUpload(desk, by, name, bytes)
  const ticket = await aTicket(by, { attachmentIds: [upload.id] })
  return { ticket, file: ticket.attachments[0]! }
}

async function commentWithFile(by: Caller, ticketId: string, isInternal: boolean): Promise<Attachment> {
  const { id } = await anUpload(desk, by, 'log.txt')
  const { status, body } = await by.post<Comment>(`/api/tickets/${ticketId}/comments`, {
    content: 'See the log.',
    isInternal,
    attachmentIds: [id],
  })
  expect([status, body.attachments.map(({ fileName }) => fileName)]).toEqual([201, ['log.txt']])
  return body.attachments[0]!
}

/** A file of a chat message, as the chat makes it. */
async function chatWithFile(by: Caller, ticketId: string): Promise<string> {
  const upload = await anUpload(desk, by, 'chat.txt')
  const viewer = { id: by.id, role: 'client' as const, managedClientIds: [], clientIds: [] }
  await desk.work(async (unit) => {
    const [message] = await unit.tx
      .insert(chatMessages)
      .values({ ticketId, senderId: by.id, recipientId: helen.id, message: 'Look' })
      .returning()
    await attachUploads(unit, viewer, { ticketId, chatMessageId: message!.id }, [upload.id])
  })
  return upload.id
}

describe('a file on a new ticket', () => {
  test('a file on a new ticket is listed with the ticket, and downloaded as it was sent', async () => {
    const { ticket, file } = await withFile(ana, 'Büro 1.png', content.png)
    expect(file).toMatchObject({
      fileName: 'Büro 1.png',
      fileSize: content.png.length,
      mimeType: 'image/png',
      commentId: null,
      uploadedBy: { id: ana.id },
    })
    expect((await detail(helen, ticket.id)).attachments).toEqual([file])
    const got = await desk.app.inject({ url: `/api/attachments/${file.id}`, headers: { cookie: ana.cookie } })
    expect([got.statusCode, got.rawPayload.equals(content.png)]).toEqual([200, true])
    expect(got.headers).toMatchObject({
      'content-type': 'image/png',
      'content-length': String(content.png.length),
      'content-disposition': `attachment; filename="B?ro 1.png"; filename*=UTF-8''B%C3%BCro%201.png`,
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; sandbox; frame-ancestors 'none'",
      'cross-origin-resource-policy': 'same-origin',
      'cache-control': 'private, no-cache',
    })
    expect(JSON.stringify(ticket)).not.toContain('objectPath')
  })

  test('a file is attached once: not twice, not by another person, and not before it is uploaded', async () => {
    const mine = await anUpload(desk, ana)
    await aTicket(ana, { attachmentIds: [mine.id] })
    const theirs = await anUpload(desk, stranger)
    for (const id of [mine.id, theirs.id]) {
      const { status, body } = await ana.post('/api/tickets', {
        subject: 'Once more',
        description: 'The same file',
        customerName: 'Acme',
        productName: 'Printers',
        attachmentIds: [id],
      })
      expect([status, body]).toEqual([
        400,
        {
          message: 'An attachment is not there any more. Please add the file again.',
          issues: [expect.objectContaining({ path: 'attachmentIds' })],
        },
      ])
    }
    expect((await stranger.post(`/api/uploads/${theirs.id}/finish`)).status).toBe(200)
  })

  test('a file is attached once when the ticket is submitted twice by one key', async () => {
    const { id } = await anUpload(desk, ana)
    const ticket = {
      subject: 'Twice',
      description: 'By one key',
      customerName: 'Acme',
      productName: 'Printers',
      attachmentIds: [id],
    }
    const send = () => ana.post<TicketDetail>('/api/tickets', ticket, { 'idempotency-key': 'with a file' })
    const [first, second] = [await send(), await send()]
    expect([first.status, second.body.id, second.body.attachments.length]).toEqual([201, first.body.id, 1])
  })
})

describe('the right to download a file', () => {
  test('a file of a ticket may be downloaded by people who may see the ticket', async () => {
    const { file } = await withFile(ana)
    expect(await statusFor(desk.nobody, file.id)).toBe(401)
    for (const one of [ana, boss, helen, ines, root]) expect(await statusFor(one, file.id)).toBe(200)
    expect(await stranger.get(`/api/attachments/${file.id}`)).toMatchObject({
      status: 404,
      body: { message: 'Not found' },
    })
    expect((await stranger.delete(`/api/attachments/${file.id}`)).status).toBe(403)
  })

  test('a HEAD request for a file tells its length, and the server does not read the file', async () => {
    const bytes = Buffer.from('seven chars and more')
    const { file } = await withFile(ana, 'log.txt', bytes)
    const read = vi.spyOn(desk.files.store, 'read')
    const { status, headers } = await ana.send('HEAD', `/api/attachments/${file.id}`)
    expect([status, headers['content-length']]).toEqual([200, String(bytes.length)])
    expect(read).not.toHaveBeenCalled()
    read.mockRestore()
  })

  test('a file of an internal comment may be downloaded by staff only', async () => {
    const ticket = await aTicket(ana)
    const internal = await commentWithFile(helen, ticket.id, true)
    const open = await commentWithFile(helen, ticket.id, false)
    expect((await detail(ines, ticket.id)).attachments.map(({ id }) => id)).toEqual([internal.id, open.id])
    const seen = await ana.get<TicketDetail>(`/api/tickets/${ticket.id}`)
    expect(seen.body.attachments.map(({ id }) => id)).toEqual([open.id])
    expect(seen.body.comments.flatMap(({ attachments }) => attachments)).toEqual([open])
    for (const one of [ana, boss]) {
      expect(await statusFor(one, internal.id)).toBe(404)
      expect((await one.get(`/api/attachments/${internal.id}?inline=true`)).status).toBe(404)
      expect((await one.delete(`/api/attachments/${internal.id}`)).status).toBe(403)
      expect(await statusFor(one, open.id)).toBe(200)
    }
    expect(await statusFor(ines, internal.id)).toBe(200)
    // Not even that something happened.
    const { version, updatedAt } = await detail(ana, ticket.id)
    expect((await root.delete(`/api/attachments/${internal.id}`)).status).toBe(200)
    expect(await detail(ana, ticket.id)).toMatchObject({ version, updatedAt })
    const history = await ana.get<HistoryEntry[]>(`/api/tickets/${ticket.id}/history`)
    expect(history.body.map(({ what }) => what)).toEqual(['created', 'commented'])
  })

  test('a file of a chat message may be downloaded by people who may use the chat', async () => {
    const ticket = await aTicket(ana)
    const id = await chatWithFile(ana, ticket.id)
    for (const one of [ana, helen, root]) expect(await statusFor(one, id)).toBe(200)
    for (const one of [boss, ines, stranger]) expect(await statusFor(one, id)).toBe(404)
    expect((await detail(ana, ticket.id)).attachments).toEqual([])
  })
})

describe('a file that is added later', () => {
  const attach = async (by: Caller, ticketId: string, ...names: string[]) => {
    const uploads: Upload[] = []
    for (const name of names) uploads.push(await anUpload(desk, by, name))
    return by.post<Attachment[]>(`/api/tickets/${ticketId}/attachments`, {
      attachmentIds: uploads.map(({ id }) => id),
    })
  }

  test('a file that is added later changes the ticket, and its history tells of it', async () => {
    const ticket = await aTicket(ana)
    const { status, body } = await attach(ana, ticket.id, 'a.txt', 'b.txt')
    expect([status, body.map(({ fileName }) => fileName)]).toEqual([201, ['a.txt', 'b.txt']])
    expect((await detail(ana, ticket.id)).version).toBe(ticket.version + 1)
    expect((await helen.delete(`/api/attachments/${body[0]!.id}`)).status).toBe(200)
    const history = await helen.get<HistoryEntry[]>(`/api/tickets/${ticket.id}/history`)
    expect(history.body.map(({ what, files }) => [what, files])).toEqual([
      ['created', []],
      ['attached', ['a.txt', 'b.txt']],
      ['removed', ['a.txt']],
    ])
  })

  test('a file may be added by people who may see the ticket, and adding none changes nothing', async () => {
    const ticket = await aTicket(ana)
    expect((await attach(boss, ticket.id, 'a.txt')).status).toBe(201)
    expect((await attach(stranger, ticket.id, 'a.txt')).status).toBe(404)
    const { version } = await detail(ana, ticket.id)
    const none = await ana.post(`/api/tickets/${ticket.id}/attachments`, { attachmentIds: [] })
    expect([none.status, none.body, (await detail(ana, ticket.id)).version]).toEqual([201, [], version])
  })

  test('a ticket takes five hundred files and no more, though two people add the last one at once', async () => {
    const ticket = await aTicket(ana)
    await fillWithFiles(desk, ana, ticket.id, limits.filesPerTicket - 1)
    const add = (by: Caller, { id }: Upload) =>
      by.post<Attachment[]>(`/api/tickets/${ticket.id}/attachments`, { attachmentIds: [id] })
    const [mine, theirs] = [await anUpload(desk, ana), await anUpload(desk, boss)]
    const answers = await Promise.all([add(ana, mine), add(boss, theirs)])
    expect(answers.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([201, 400])

    const further = await anUpload(desk, ana)
    const comment = { content: 'See the log.', attachmentIds: [further.id] }
    const message = 'A ticket can have at most 500 files. Submit another ticket for more.'
    for (const refused of [
      await add(ana, further),
      await ana.post(`/api/tickets/${ticket.id}/comments`, comment),
    ])
      expect(refused).toMatchObject({
        status: 400,
        body: { message, issues: [{ path: 'attachmentIds', message }] },
      })
    const { attachments, comments } = await detail(ana, ticket.id)
    expect([attachments.length, comments]).toEqual([500, []])
    // The upload is still there for another ticket.
    expect((await aTicket(ana, { attachmentIds: [further.id] })).attachments).toHaveLength(1)
  })

  test('a file is removed by the desk, and by nobody else', async () => {
    const ticket = await aTicket(ana)
    const [mine, theirs] = (await attach(ana, ticket.id, 'a.txt', 'b.txt')).body
    for (const one of [ana, boss, ines])
      expect((await one.delete(`/api/attachments/${mine!.id}`)).status).toBe(403)
    expect((await root.delete(`/api/attachments/${mine!.id}`)).status).toBe(200)
    expect((await helen.delete(`/api/attachments/${theirs!.id}`)).status).toBe(200)
    for (const file of [mine, theirs]) expect(await statusFor(root, file!.id)).toBe(404)
  })
})

test('a removed file is gone from the disk, too, and so are those of a ticket that is deleted for good', async () => {
  const before = await storedFiles(desk)
  const { ticket, file } = await withFile(ana)
  await commentWithFile(helen, ticket.id, true)
  await chatWithFile(ana, ticket.id)
  expect(await storedFiles(desk)).toHaveLength(before.length + 3)
  expect((await helen.delete(`/api/attachments/${file.id}`)).status).toBe(200)
  expect(await storedFiles(desk)).toHaveLength(before.length + 2)
  expect((await helen.delete(`/api/tickets/${ticket.id}`)).status).toBe(200)
  expect(await storedFiles(desk)).toHaveLength(before.length + 2)
  expect((await root.delete(`/api/deleted/${ticket.id}`)).status).toBe(200)
  expect(await storedFiles(desk)).toEqual(before)
})

describe('downloads in a browser', () => {
  const ask = async (file: Attachment, query = '', headers = {}) =>
    desk.app.inject({
      url: `/api/attachments/${file.id}${query}`,
      headers: { cookie: ana.cookie, ...headers },
    })

  test('a browser may show images and PDF, and nothing else', async () => {
    const kinds = {
      'a.png': content.png,
      'a.jpg': content.jpg,
      'a.pdf': content.pdf,
      'a.txt': content.txt,
      'a.docx': content.docx,
    }
    for (const [name, bytes] of Object.entries(kinds)) {
      const { file } = await withFile(ana, name, bytes)
      const { headers } = await ask(file, '?inline=true')
      const isShown = ['image/png', 'image/jpeg', 'application/pdf'].includes(file.mimeType)
      expect([name, headers['content-disposition']]).toEqual([
        name,
        `${isShown ? 'inline' : 'attachment'}; filename=${name}`,
      ])
      expect(headers['x-content-type-options']).toBe('nosniff')
      const policy = String(headers['content-security-policy'])
      expect([name, policy.includes("default-src 'none'"), policy.includes('script-src')]).toEqual([
        name,
        true,
        false,
      ])
      expect([name, policy.includes('sandbox')]).toEqual([name, file.mimeType !== 'application/pdf'])
    }
  })

  test('a browser may continue an interrupted download where it stopped', async () => {
    const bytes = Buffer.from('0123456789'.repeat(500))
    const { file } = await withFile(ana, 'numbers.txt', bytes)
    const rest = await ask(file, '', { range: 'bytes=4990-', 'accept-encoding': 'gzip' })
    expect([rest.statusCode, rest.body, rest.headers['content-range']]).toEqual([
      206,
      '0123456789',
      'bytes 4990-4999/5000',
    ])
    const middle = await ask(file, '', { range: 'bytes=3-5', 'if-range': String(rest.headers.etag) })
    expect([middle.statusCode, middle.body]).toEqual([206, '345'])
    for (const range of ['bytes=5000-', 'bytes=9-3', 'bytes=-5', 'lines=1-2'])
      expect((await ask(file, '', { range })).statusCode).toBe(200)
    expect((await ask(file, '', { range: 'bytes=3-5', 'if-range': '"other"' })).statusCode).toBe(200)
  })
})

test('a chat message keeps its files when another ticket is deleted', async () => {
  const [kept, gone] = [await aTicket(ana), await aTicket(ana)]
  const id = await chatWithFile(ana, kept.id)
  await chatWithFile(ana, gone.id)
  await helen.delete(`/api/tickets/${gone.id}`)
  expect(await statusFor(ana, id)).toBe(200)
  expect(
    await desk.database.db.select().from(chatMessages).where(eq(chatMessages.ticketId, gone.id)),
  ).toEqual([])
})
