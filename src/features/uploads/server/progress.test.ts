import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { limits } from '#platform/contract/limits.ts'
import { content, put } from '#test/files.ts'
import { startApp, type Caller, type TestApp } from '#test/harness.ts'
import { openSocket, refusedUpgrade, type Socket } from '#test/socket.ts'
import type { WorkMessage } from '../contract.ts'

let desk: TestApp
let base: string
let ana: Caller
const open: Socket[] = []

beforeAll(async () => {
  desk = await startApp()
  base = await desk.listen()
})
beforeEach(async () => {
  ana = await desk.signedIn('client')
})
afterEach(() => {
  vi.useRealTimers()
  for (const socket of open.splice(0)) socket.raw.terminate()
})
afterAll(() => desk.close())

interface Begun {
  id: string
  key: string
  uploadId: string
  serverToken: string
}

/** Sends all parts of a file, and does not finish it. */
async function sent(
  filename = 'big.txt',
  pieces = [Buffer.alloc(limits.uploadPartMinBytes, 'a line\n'), content.txt],
) {
  const size = String(pieces.reduce((sum, { length }) => sum + length, 0))
  const { body } = await ana.post<Begun>('/api/uploads/s3/multipart', { filename, metadata: { size } })
  const parts: { PartNumber: number; ETag: string }[] = []
  for (const [place, bytes] of pieces.entries()) {
    const PartNumber = place + 1
    const url = `/api/uploads/s3/multipart/${body.uploadId}/${PartNumber}?key=${body.key}`
    const { headers } = await put(desk, (await ana.get<{ url: string }>(url)).body.url, bytes)
    parts.push({ PartNumber, ETag: String(headers.etag) })
  }
  return {
    ...body,
    size: Number(size),
    complete: () =>
      ana.post(`/api/uploads/s3/multipart/${body.uploadId}/complete?key=${body.key}`, { parts }),
    finish: () => ana.post(`/api/uploads/${body.id}/finish`),
  }
}

async function follow(token: string, by = ana) {
  const socket = await openSocket(base, { cookie: by.cookie, origin: base }, `/api/${token}`)
  open.push(socket)
  const ended = once(socket.raw, 'close').then(([code, reason]) => [code, String(reason)] as [number, string])
  return { socket, ended, heard: socket.heard as unknown as WorkMessage[] }
}

/** Holds back the end of the next upload until its socket has heard of it: one that is open may not have been let in yet. */
function completeOnceHeard(heard: readonly WorkMessage[]): void {
  const { completeParts } = desk.files.store
  desk.files.store.completeParts = async (...given) => {
    desk.files.store.completeParts = completeParts
    await vi.waitFor(() => expect(heard).toHaveLength(1), { timeout: 15_000 })
    return completeParts(...given)
  }
}

test('a person who sends a file in parts hears how far the server is with it, and the outcome', async () => {
  const upload = await sent()
  const { heard, ended } = await follow(upload.serverToken)
  completeOnceHeard(heard)
  await upload.complete()
  const { body } = await upload.finish()
  expect(await ended).toEqual([1000, 'Done'])
  const { size } = upload
  expect(heard[0]).toEqual({ action: 'progress', payload: { bytesUploaded: 0, bytesTotal: size } })
  expect(heard.at(-1)).toEqual({ action: 'success', payload: { response: body } })
  expect(body).toMatchObject({ id: upload.id, fileSize: size, mimeType: 'text/plain' })
})

test('the progress of slow work is told twice a second', async () => {
  const upload = await sent()
  const { completeParts } = desk.files.store
  let goOn = () => {}
  desk.files.store.completeParts = async (path, multipartId, parts, note) => {
    note?.(1_000_000)
    await new Promise<void>((resolve) => (goOn = resolve))
    desk.files.store.completeParts = completeParts
    return completeParts(path, multipartId, parts, note)
  }
  const { socket, heard } = await follow(upload.serverToken)
  const begun = Date.now()
  const completing = upload.complete()
  await vi.waitFor(() => expect(heard.length).toBe(4), { timeout: 15_000 })
  expect(Date.now() - begun).toBeGreaterThan(1400)
  expect(heard.slice(1)).toEqual(
    Array.from({ length: 3 }, () => ({
      action: 'progress',
      payload: { bytesUploaded: 1_000_000, bytesTotal: upload.size },
    })),
  )
  goOn()
  expect((await completing).status).toBe(200)
  expect(socket.raw.readyState).toBe(socket.raw.OPEN)
})

test('a file whose content does not fit its name is reported in the words of the answer', async () => {
  const upload = await sent('page.pdf', [content.html])
  const { heard, ended } = await follow(upload.serverToken)
  completeOnceHeard(heard)
  await upload.complete()
  const { status, body } = await upload.finish()
  expect(status).toBe(415)
  expect(await ended).toEqual([1000, 'Done'])
  expect(heard.at(-1)).toEqual({ action: 'error', payload: { error: { message: body.message } } })
})

test('a socket that opens when all is done hears that it is done', async () => {
  const upload = await sent()
  await upload.complete()
  const { body } = await upload.finish()
  const { heard, ended } = await follow(upload.serverToken)
  expect(await ended).toEqual([1000, 'Done'])
  expect(heard).toEqual([{ action: 'success', payload: { response: body } }])
})

describe('the socket', () => {
  test('the progress socket is closed without a session, to another site, and for a malformed token', async () => {
    const path = `/api/${(await sent()).serverToken}`
    const { cookie } = ana
    expect(await refusedUpgrade(base, {}, path)).toBe(401)
    expect(await refusedUpgrade(base, { cookie, origin: 'https://evil.example' }, path)).toBe(403)
    expect(await refusedUpgrade(base, { cookie, origin: base }, '/api/nonsense')).toBe(404)
    expect((await ana.get(path)).status).toBe(404)
    expect((await ana.get('/api/nonsense')).status).toBe(404)
  })

  test('the progress socket is closed at once for an unknown token, and to another person', async () => {
    const upload = await sent()
    const own = Buffer.from(upload.serverToken, 'base64url')
    const forged = Buffer.concat([own.subarray(0, 31), Buffer.from([own[31]! ^ 1])]).toString('base64url')
    for (const token of [randomBytes(32).toString('base64url'), crypto.randomUUID(), forged])
      expect(await (await follow(token)).ended).toEqual([4404, 'Unknown token'])
    const bea = await desk.signedIn('super_user')
    expect(await (await follow(upload.serverToken, bea)).ended).toEqual([4404, 'Unknown token'])
    await ana.delete(`/api/uploads/${upload.id}`)
    expect(await (await follow(upload.serverToken)).ended).toEqual([4404, 'Unknown token'])
  })

  test('each upload has one progress socket: the last that was opened', async () => {
    const upload = await sent()
    const first = await follow(upload.serverToken)
    const second = await follow(upload.serverToken)
    expect(await first.ended).toEqual([4409, 'Opened again'])
    await upload.complete()
    await upload.finish()
    expect(await second.ended).toEqual([1000, 'Done'])
  })

  test('the progress socket ends with the session, and when nothing happens for five minutes', async () => {
    const [one, other] = [await sent(), await sent()]
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    const followed = await follow(one.serverToken)
    await vi.waitFor(() => expect(vi.getTimerCount()).toBe(1), { timeout: 15_000 })
    vi.advanceTimersByTime(5 * 60_000)
    expect(followed.socket.raw.readyState).toBe(followed.socket.raw.OPEN)
    vi.advanceTimersByTime(15_000)
    expect(await followed.ended).toEqual([4408, 'Nothing has happened'])

    const { ended } = await follow(other.serverToken)
    await vi.waitFor(() => expect(vi.getTimerCount()).toBe(1), { timeout: 15_000 })
    await ana.post('/api/auth/logout')
    vi.advanceTimersByTime(15_000)
    expect(await ended).toEqual([4401, 'The session has ended'])
  })

  test('twenty progress sockets of one person may be open at a time', async () => {
    const uploads = []
    for (let turn = 0; turn < 21; turn++) uploads.push(await sent('a.txt', [content.txt]))
    for (const { serverToken } of uploads.slice(0, 20)) await follow(serverToken)
    expect(await (await follow(uploads[20]!.serverToken)).ended).toEqual([4429, 'Too many connections'])
  })
})
