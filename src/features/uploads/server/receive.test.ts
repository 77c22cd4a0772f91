import { readdir } from 'node:fs/promises'
import { connect, type Socket } from 'node:net'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { limits } from '#platform/contract/limits.ts'
import { content, put, signedFor, storedFiles } from '#test/files.ts'
import { startApp, type Caller, type TestApp } from '#test/harness.ts'

let desk: TestApp
let ana: Caller
let origin: URL
const sockets: Socket[] = []

beforeAll(async () => {
  desk = await startApp({ storage: { MAX_UPLOAD_MB: 2000 } })
  ana = await desk.signedIn('client')
  origin = new URL(await desk.listen())
})
afterEach(() => {
  vi.useRealTimers()
  for (const socket of sockets.splice(0)) socket.destroy()
})
afterAll(() => desk.close())

interface Multipart {
  key: string
  uploadId: string
}
async function inParts(size: number) {
  const { body } = await ana.post<Multipart>('/api/uploads/s3/multipart', {
    filename: 'big.txt',
    type: '',
    metadata: { size },
  })
  const at = (more: string) =>
    `/api/uploads/s3/multipart/${body.uploadId}${more}?key=${encodeURIComponent(body.key)}`
  return {
    ...body,
    signed: async (part: number) => (await ana.get<{ url: string }>(at(`/${part}`))).body.url,
    listed: async () => (await ana.get<{ PartNumber: number; Size: number }[]>(at(''))).body,
    giveUp: () => ana.delete(at('')),
  }
}

/** Sends the head of a PUT, and what is written after it, byte by byte as a test likes. */
function send(url: string, headers: string[], body: string | Buffer = '') {
  const socket = connect(Number(origin.port), origin.hostname)
  sockets.push(socket)
  let answer = ''
  const closed = new Promise<string>((resolve) => socket.once('close', () => resolve(answer)))
  const answered = new Promise<string>((resolve) => {
    socket.setEncoding('utf8').on('data', (text: string) => {
      answer += text
      if (answer.includes('\r\n\r\n')) resolve(answer)
    })
    void closed.then(resolve)
  })
  // A socket that is cut off while writing hears of it here.
  socket.on('error', () => {})
  const { pathname, search } = new URL(url)
  socket.write([`PUT ${pathname}${search} HTTP/1.1`, 'Host: desk', ...headers, '', ''].join('\r\n'))
  socket.write(body)
  return { socket, answered, closed }
}
const statusIn = (answer: string) => Number(/^HTTP\/1\.1 (\d{3})/.exec(answer)?.[1])
const temporary = () => readdir(join(desk.fileFolder, 'temporary'))
/** Waits until so many files are being written. */
const underWay = (count: number) =>
  vi.waitFor(async () => expect(await temporary()).toHaveLength(count), { timeout: 15_000 })

test('an upload without Content-Length is refused, and nothing of it is stored', async () => {
  const { body } = await signedFor(ana, 'notes.txt', 5)
  const chunked = send(body.url, ['Transfer-Encoding: chunked'], '5\r\nwords\r\n0\r\n\r\n')
  const answer = await chunked.answered
  expect([statusIn(answer), answer]).toEqual([
    411,
    expect.stringContaining('Say in Content-Length how many bytes the file has.'),
  ])
  expect(await storedFiles(desk)).toEqual([])
})

test('parts come side by side, each with as many bytes as it may have', async () => {
  const upload = await inParts(2 * limits.uploadPartMinBytes + 2000)
  // None of them has arrived when the next begins.
  const coming = []
  for (const part of [1, 2]) {
    coming.push(send(await upload.signed(part), ['Content-Length: 4000'], 'x'))
    await underWay(part)
  }
  expect(statusIn(await send(await upload.signed(3), ['Content-Length: 2001'], 'x').answered)).toBe(413)
  for (const { socket } of coming) socket.write('x'.repeat(3999))
  expect(await Promise.all(coming.map(async ({ answered }) => statusIn(await answered)))).toEqual([200, 200])
  const sizes = (await upload.listed()).map(({ PartNumber, Size }) => [PartNumber, Size])
  expect(sizes).toEqual([
    [1, 4000],
    [2, 4000],
  ])
  expect((await put(desk, await upload.signed(3), Buffer.alloc(2000))).statusCode).toBe(200)
  await upload.giveUp()
})

test('a part that was broken off or hangs can be sent again', async () => {
  const upload = await inParts(10_000)
  const broken = send(await upload.signed(1), ['Content-Length: 10000'], 'x')
  await underWay(1)
  broken.socket.destroy()
  await underWay(0)
  const hanging = send(await upload.signed(1), ['Content-Length: 10000'], 'x')
  await underWay(1)
  const again = await put(desk, await upload.signed(1), Buffer.alloc(10_000, 'y'))
  expect([again.statusCode, statusIn(await hanging.answered)]).toEqual([200, 409])
  expect(await upload.listed()).toMatchObject([
    { PartNumber: 1, Size: 10_000, ETag: /\w+/.exec(String(again.headers.etag))![0] },
  ])
  await upload.giveUp()
})

test('an upload address is good once, and only a complete upload uses it up', async () => {
  const bytes = content.txt
  const wrong = Buffer.alloc(bytes.length, 'x')
  const upload = await inParts(bytes.length)
  const photo = await ana.post<{ uploadURL: string }>('/api/profile/upload-url')
  const { body } = await signedFor(ana, 'notes.txt', bytes.length)
  for (const url of [body.url, photo.body.uploadURL, await upload.signed(1)]) {
    const broken = send(url, [`Content-Length: ${bytes.length}`], 'x')
    await underWay(1)
    broken.socket.destroy()
    await underWay(0)
    expect((await put(desk, url, bytes)).statusCode).toBe(200)
    const second = await put(desk, url, wrong)
    expect([second.statusCode, second.json()]).toEqual([
      403,
      { message: 'This address was used before. Ask for another one.' },
    ])
  }
  // A browser that did not hear the answer asks for another address, and sends again.
  expect((await put(desk, await upload.signed(1), bytes)).statusCode).toBe(200)
  const again = await signedFor(ana, 'notes.txt', bytes.length, { 'metadata[again]': body.id })
  expect((await put(desk, again.body.url, bytes)).statusCode).toBe(200)
  expect((await ana.post(`/api/uploads/${body.id}/finish`)).status).toBe(200)
  await upload.giveUp()
})

test('a sender that trickles is told so and cut off', async () => {
  const { body } = await signedFor(ana, 'notes.txt', 1_000_000)
  const slow = send(body.url, ['Content-Length: 1000000'], 'x')
  await underWay(1)
  slow.socket.destroy()
  await underWay(0)

  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'setTimeout', 'clearTimeout'] })
  const dripping = send(body.url, ['Content-Length: 1000000'], 'x')
  const until = async (isSo: () => Promise<boolean>) => {
    while (!(await isSo())) await new Promise((resolve) => setImmediate(resolve))
  }
  await until(async () => (await temporary()).length === 1)
  for (let second = 0; second < 30; second++) {
    dripping.socket.write('x'.repeat(1000))
    vi.advanceTimersByTime(1000)
  }
  const answer = await dripping.answered
  expect([statusIn(answer), answer]).toEqual([
    400,
    expect.stringContaining('The file came too slowly. Please try again.'),
  ])
  let isClosed = false
  void dripping.closed.then(() => (isClosed = true))
  await until(async () => {
    dripping.socket.write('x')
    vi.advanceTimersByTime(1000)
    return isClosed
  })
  expect(await temporary()).toEqual([])
})

test('two uploads that begin at once do not both get the space there is for one', async () => {
  const { bavail, bsize } = await (await import('node:fs/promises')).statfs(desk.fileFolder)
  const megabyte = 1024 * 1024
  const floor = Math.floor((bavail * bsize) / megabyte) - 2800
  const nearlyFull = await startApp({
    database: desk.database,
    storage: { MAX_UPLOAD_MB: 2000, DISK_FLOOR_MB: floor },
  })
  const carl = await nearlyFull.signedIn('client')
  const { port } = new URL(await nearlyFull.listen())
  const answers = []
  for (const _ of ['first', 'second']) {
    const { body } = await signedFor(carl, 'huge.txt', 2000 * megabyte)
    const url = body.url.replace(/^https?:\/\/[^/]+/, `http://127.0.0.1:${port}`)
    const kept = origin
    origin = new URL(url)
    answers.push(send(url, [`Content-Length: ${2000 * megabyte}`], 'x'))
    origin = kept
    await vi.waitFor(
      async () => expect((await readdir(join(nearlyFull.fileFolder, 'temporary'))).length).toBeGreaterThan(0),
      { timeout: 15_000 },
    )
  }
  const refusal = await answers[1]!.answered
  expect([statusIn(refusal), refusal]).toEqual([507, expect.stringContaining('There is no room left')])
  for (const { socket } of answers) socket.destroy()
  await nearlyFull.close()
})
