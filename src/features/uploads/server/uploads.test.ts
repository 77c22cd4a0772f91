import { createHash } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { limits } from '#platform/contract/limits.ts'
import { aTicket } from '#test/factories.ts'
import { anUpload, content, put, signedFor, storedFiles } from '#test/files.ts'
import { startApp, type Caller, type TestApp } from '#test/harness.ts'
import { sweepUploads } from './sweep.ts'

let desk: TestApp
let ana: Caller
let bea: Caller

beforeAll(async () => {
  desk = await startApp({ storage: { MAX_UPLOAD_MB: 8 } })
})
beforeEach(async () => {
  ana = await desk.signedIn('client')
  bea = await desk.signedIn('client')
})
afterAll(() => desk.close())

const sweep = () =>
  sweepUploads({ db: desk.database.db, store: desk.files.store, log: desk.app.log }, desk.clock.now())

interface Multipart {
  id: string
  key: string
  uploadId: string
  partBytes: number
}
const partBytes = limits.uploadPartMinBytes
const startParts = async (by: Caller, size: number, filename = 'big.txt') =>
  (
    await by.post<Multipart>('/api/uploads/s3/multipart', {
      filename,
      type: '',
      metadata: { size: String(size) },
    })
  ).body
const partUrl = ({ uploadId, key }: Multipart, part: number) =>
  `/api/uploads/s3/multipart/${uploadId}/${part}?key=${encodeURIComponent(key)}`
const multipartUrl = ({ uploadId, key }: Multipart, more = '') =>
  `/api/uploads/s3/multipart/${uploadId}${more}?key=${encodeURIComponent(key)}`

async function sendPart(by: Caller, upload: Multipart, part: number, bytes: Buffer) {
  const { body } = await by.get<{ url: string }>(partUrl(upload, part))
  const { statusCode, headers } = await put(desk, body.url, bytes)
  return { status: statusCode, ETag: String(headers.etag) }
}

describe('a file in one piece', () => {
  test('a file in one piece is stored as it was sent, under an id of its own', async () => {
    const bytes = Buffer.alloc(3 * 1024 * 1024, 'abcdefg\n')
    const { status, body } = await signedFor(ana, 'long.txt', bytes.length)
    expect(status).toBe(200)
    expect(body).toMatchObject({ method: 'PUT', expires: 900, url: expect.stringMatching(/^http:\/\//) })
    const sent = await put(desk, body.url, bytes)
    expect([sent.statusCode, sent.headers.etag]).toEqual([
      200,
      `"${createHash('sha256').update(bytes).digest('hex')}"`,
    ])
    expect(await ana.post(`/api/uploads/${body.id}/finish`)).toMatchObject({
      status: 200,
      body: { id: body.id, fileName: 'long.txt', fileSize: bytes.length, mimeType: 'text/plain' },
    })
  })

  test('an upload is finished twice with the same answer', async () => {
    const upload = await anUpload(desk, ana)
    expect((await ana.post(`/api/uploads/${upload.id}/finish`)).body).toEqual(upload)
  })

  test('an upload cannot be finished before its bytes are there', async () => {
    const { body } = await signedFor(ana, 'late.txt', 10)
    expect(await ana.post(`/api/uploads/${body.id}/finish`)).toMatchObject({
      status: 409,
      body: { message: 'late.txt has not arrived yet.' },
    })
  })

  test('a file is refused when it is larger than announced, however that is hidden', async () => {
    const { body } = await signedFor(ana, 'small.txt', 10)
    expect((await put(desk, body.url, Buffer.alloc(11, 'x'))).statusCode).toBe(413)
    expect((await put(desk, body.url.replace('max=10', 'max=11'), Buffer.alloc(11, 'x'))).statusCode).toBe(
      403,
    )
    expect(await storedFiles(desk)).not.toContainEqual(expect.stringContaining(body.id))
  })

  test('a file is refused when a larger one replaces it while it is checked', async () => {
    const { store } = desk.files
    const kept = await storedFiles(desk)
    const [before, after] = [Buffer.from('Short.'), Buffer.alloc(1000, 'Long. ')]
    const { body } = await signedFor(ana, 'notes.txt', before.length)
    await put(desk, body.url, before)
    const copy = store.copy.bind(store)
    vi.spyOn(store, 'copy').mockImplementationOnce(async (from, to) => {
      await store.write(from, after, 'text/plain')
      await copy(from, to)
    })
    expect(await ana.post(`/api/uploads/${body.id}/finish`)).toMatchObject({
      status: 413,
      body: { message: 'notes.txt is larger than was announced.' },
    })
    expect(await storedFiles(desk)).toEqual(kept)
  })

  test('a file is refused beforehand when it is too large, has the wrong ending or is empty', async () => {
    expect(await signedFor(ana, 'huge.pdf', 8 * 1024 * 1024 + 1)).toMatchObject({
      status: 413,
      body: { message: 'huge.pdf exceeds maximum allowed size of 8 MB' },
    })
    expect(await signedFor(ana, 'run.exe', 10)).toMatchObject({
      status: 415,
      body: {
        message:
          'run.exe cannot be attached. You can only upload: jpg, jpeg, png, pdf, doc, docx, txt, log, csv, eml, msg, xlsx, pptx, zip, heic, webp, gif',
      },
    })
    expect(await signedFor(ana, 'empty.txt', 0)).toMatchObject({
      status: 400,
      body: { message: 'empty.txt is empty: its size is 0. Save it again, then attach it.' },
    })
  })

  test('a file whose size was not announced is refused by its name when it arrives empty', async () => {
    const { body } = await ana.get<{ id: string; url: string }>('/api/uploads/s3/params?filename=nothing.log')
    await put(desk, body.url, Buffer.alloc(0))
    expect(await ana.post(`/api/uploads/${body.id}/finish`)).toMatchObject({
      status: 415,
      body: { message: 'nothing.log is empty: its size is 0. Save it again, then attach it.' },
    })
  })

  test('an upload address works unaltered only, and for a quarter of an hour', async () => {
    const { body } = await signedFor(ana, 'notes.txt', content.txt.length)
    for (const forged of [
      body.url.replace(/signature=.{5}/, 'signature=AAAAA'),
      body.url.replace(/expires=\d+/, 'expires=99999999999'),
      body.url.replace(/incoming%2F[^&]+/, 'attachments%2Fother'),
      body.url.replace(/nonce=[^&]+/, 'nonce=another'),
    ])
      expect((await put(desk, forged, content.txt)).statusCode).toBe(403)
    desk.clock.advance(15 * 60 * 1000 + 1000)
    const late = await put(desk, body.url, content.txt)
    desk.clock.advance(-15 * 60 * 1000 - 1000)
    expect([late.statusCode, late.body]).toEqual([
      403,
      expect.stringContaining('<Message>Request has expired</Message>'),
    ])
    expect((await put(desk, body.url, content.txt)).statusCode).toBe(200)
  })

  test('an upload address takes nothing more once the upload is finished or given up', async () => {
    const first = (await signedFor(ana, 'notes.txt', content.txt.length)).body
    await put(desk, first.url, content.txt)
    await ana.post(`/api/uploads/${first.id}/finish`)
    expect((await put(desk, first.url, content.txt)).statusCode).toBe(404)
    const second = (await signedFor(ana, 'notes.txt', content.txt.length)).body
    await put(desk, second.url, content.txt)
    expect((await ana.delete(`/api/uploads/${second.id}`)).status).toBe(200)
    expect((await put(desk, second.url, content.txt)).statusCode).toBe(404)
    expect(await storedFiles(desk)).not.toContainEqual(expect.stringContaining(second.id))
  })

  test('an upload is signed again without becoming another one', async () => {
    const { body } = await signedFor(ana, 'notes.txt', 10)
    const again = await signedFor(ana, 'notes.txt', 10, { 'metadata[again]': body.id })
    expect([again.status, again.body.id]).toEqual([200, body.id])
    expect((await signedFor(bea, 'notes.txt', 10, { 'metadata[again]': body.id })).status).toBe(404)
  })
})

describe('a file in parts', () => {
  test('a file in parts is put together in order, however the parts came', async () => {
    const parts = [Buffer.alloc(partBytes, 'one '), Buffer.from('two '.repeat(1000))]
    const whole = Buffer.concat(parts)
    const upload = await startParts(ana, whole.length)
    expect(upload.partBytes).toBe(partBytes)
    const etags = new Map<number, string>()
    for (const number of [2, 1]) {
      const sent = await sendPart(ana, upload, number, parts[number - 1]!)
      expect(sent.status).toBe(200)
      etags.set(number, sent.ETag)
    }
    const listed = await ana.get<{ PartNumber: number; Size: number; ETag: string }[]>(multipartUrl(upload))
    expect(listed.body.map(({ PartNumber, Size }) => [PartNumber, Size])).toEqual([
      [1, partBytes],
      [2, 4000],
    ])
    const named = [1, 2].map((PartNumber) => ({ PartNumber, ETag: etags.get(PartNumber) }))
    for (const _ of ['at first', 'when the answer was lost'])
      expect((await ana.post(multipartUrl(upload, '/complete'), { parts: named })).status).toBe(200)
    expect((await ana.post(`/api/uploads/${upload.id}/finish`)).body).toMatchObject({
      fileSize: whole.length,
    })
    const ticket = await aTicket(ana, { attachmentIds: [upload.id] })
    const file = await desk.app.inject({
      url: `/api/attachments/${ticket.attachments[0]!.id}`,
      headers: { cookie: ana.cookie },
    })
    expect(file.rawPayload.equals(whole)).toBe(true)
    expect(await readdir(join(desk.fileFolder, 'parts'))).toEqual([])
    expect(await readdir(join(desk.fileFolder, 'temporary'))).toEqual([])
  })

  test('a file in parts has the last of two parts with one number, and is not completed with the other', async () => {
    const upload = await startParts(ana, 100)
    const first = await sendPart(ana, upload, 1, Buffer.from('first'))
    const second = await sendPart(ana, upload, 1, Buffer.from('second'))
    const complete = (ETag: string) =>
      ana.post(multipartUrl(upload, '/complete'), { parts: [{ PartNumber: 1, ETag }] })
    expect(await complete(first.ETag)).toMatchObject({
      status: 400,
      body: { message: 'Part 1 is missing or has a different ETag.' },
    })
    expect((await complete(second.ETag)).status).toBe(200)
  })

  test('a file in parts is refused when a part is named twice or out of order, before anything is put together', async () => {
    const upload = await startParts(ana, partBytes + 1000)
    const sent = [await sendPart(ana, upload, 1, content.txt), await sendPart(ana, upload, 2, content.txt)]
    const before = await storedFiles(desk)
    for (const order of [[1, 1], [2, 1], Array(60).fill(1) as number[]]) {
      const parts = order.map((PartNumber) => ({ PartNumber, ETag: sent[PartNumber - 1]!.ETag }))
      expect(await ana.post(multipartUrl(upload, '/complete'), { parts })).toMatchObject({
        status: 400,
        body: { message: 'parts must be in rising order, each named once' },
      })
    }
    expect(await storedFiles(desk)).toEqual(before)
  })

  test('a file in parts may announce its size as a number, and a size that is no number is refused in a sentence', async () => {
    const announce = (size: unknown) =>
      ana.post('/api/uploads/s3/multipart', { filename: 'big.txt', type: '', metadata: { size } })
    const { status, body } = await announce(100)
    expect(status).toBe(200)
    expect((await sendPart(ana, body as never, 1, Buffer.alloc(101))).status).toBe(413)
    for (const [size, message] of [
      [1.5, 'size must be a whole number'],
      [{}, 'size must be a whole number'],
      ['many', 'size must be a whole number'],
      [0, 'big.txt is empty: its size is 0. Save it again, then attach it.'],
    ])
      expect([size, await announce(size)]).toMatchObject([size, { status: 400, body: { message } }])
  })

  test('a file in parts takes no larger part, and none beyond the end of what was announced', async () => {
    const upload = await startParts(ana, partBytes + 10)
    expect((await sendPart(ana, upload, 1, Buffer.alloc(partBytes + 1, 'x'))).status).toBe(413)
    expect((await sendPart(ana, upload, 1, Buffer.alloc(partBytes, 'x'))).status).toBe(200)
    expect((await sendPart(ana, upload, 2, Buffer.alloc(11, 'x'))).status).toBe(413)
    expect((await sendPart(ana, upload, 2, Buffer.alloc(10, 'x'))).status).toBe(200)
    const message = 'part must be at most 2'
    expect(await ana.get(partUrl(upload, 3))).toMatchObject({
      status: 400,
      body: { message, issues: [{ path: 'part', message }] },
    })
  })

  test('a file in parts that is given up leaves nothing behind, and takes no part after that', async () => {
    const before = await storedFiles(desk)
    const upload = await startParts(ana, 100)
    await sendPart(ana, upload, 1, Buffer.from('first'))
    const { body } = await ana.get<{ url: string }>(partUrl(upload, 1))
    expect((await ana.delete(multipartUrl(upload))).status).toBe(200)
    expect((await put(desk, body.url, Buffer.from('second'))).statusCode).toBe(404)
    expect((await ana.get(multipartUrl(upload))).status).toBe(404)
    expect(await storedFiles(desk)).toEqual(before)
    expect(await readdir(join(desk.fileFolder, 'parts'))).not.toContain(upload.uploadId)
  })

  test('a file in parts is nobody else’s to sign, list, complete, give up or finish', async () => {
    const upload = await startParts(ana, 100)
    const answers = await Promise.all([
      bea.get(partUrl(upload, 1)),
      bea.get(multipartUrl(upload)),
      bea.post(multipartUrl(upload, '/complete'), { parts: [{ PartNumber: 1, ETag: 'x' }] }),
      bea.delete(multipartUrl(upload)),
      bea.post(`/api/uploads/${upload.id}/finish`),
      bea.delete(`/api/uploads/${upload.id}`),
      ana.get(partUrl({ ...upload, key: 'attachments/other' }, 1)),
      ana.get(partUrl(upload, 10_001)),
    ])
    expect(answers.map(({ status }) => status)).toEqual(Array(8).fill(404))
  })
})

test('a link in a mail or on another site begins no upload', async () => {
  const begin = (site: string) =>
    ana.get('/api/uploads/s3/params?filename=notes.txt', { 'sec-fetch-site': site })
  for (const site of ['cross-site', 'same-site', 'none']) expect((await begin(site)).status).toBe(403)
  expect((await begin('same-origin')).status).toBe(200)
})

test('the begin of an upload counts as a change for the rate limit', async () => {
  const busy = await startApp({ database: desk.database, settings: { WRITES_PER_MINUTE: 5 } })
  const carl = await busy.signedIn('client')
  const begun = []
  for (let file = 0; file < 6; file++) begun.push((await signedFor(carl, 'a.txt', 1)).status)
  expect(begun).toEqual([200, 200, 200, 200, 200, 429])
  await busy.close()
})

test('the addresses of uploads have the public address of the server, whatever host the request names', async () => {
  const PUBLIC_URL = 'https://desk.example.com'
  const known = await startApp({ database: desk.database, settings: { PUBLIC_URL } })
  const carl = await known.signedIn('client')
  const elsewhere = { host: 'evil.example.net' }
  const signed = await carl.get<{ url: string }>('/api/uploads/s3/params?filename=notes.txt', elsewhere)
  expect(signed.body.url).toMatch(/^https:\/\/desk\.example\.com\/api\/uploads\/object\?/)
  const photo = await carl.post<{ uploadURL: string }>('/api/profile/upload-url', {}, elsewhere)
  expect(photo.body.uploadURL).toMatch(/^https:\/\/desk\.example\.com\/api\/uploads\/object\?/)
  await known.close()
})

test('no person may have more than a fixed number of files waiting', async () => {
  for (let file = 0; file < limits.pendingUploads; file++)
    expect((await signedFor(ana, 'a.txt', 1)).status).toBe(200)
  expect(await signedFor(ana, 'a.txt', 1)).toMatchObject({
    status: 413,
    body: { message: expect.stringContaining('too many uploads') },
  })
  expect((await signedFor(bea, 'a.txt', 1)).status).toBe(200)
})

test('uploads that nobody attaches for a day are swept, and attached ones stay', async () => {
  const waiting = await anUpload(desk, ana)
  const parts = await startParts(ana, 100)
  await sendPart(ana, parts, 1, Buffer.from('first'))
  const attached = await anUpload(desk, ana)
  const ticket = await aTicket(ana, { attachmentIds: [attached.id] })
  await sweep()
  expect((await ana.post(`/api/uploads/${waiting.id}/finish`)).status).toBe(200)

  desk.clock.advance(24 * 60 * 60 * 1000 + 1000)
  // A second time, after a crash between file and row, there is nothing left to stumble over.
  for (const _ of ['once', 'twice']) await sweep()
  desk.clock.advance(-24 * 60 * 60 * 1000 - 1000)
  expect((await ana.post(`/api/uploads/${waiting.id}/finish`)).status).toBe(404)
  expect((await ana.get(multipartUrl(parts))).status).toBe(404)
  expect((await ana.get(`/api/attachments/${ticket.attachments[0]!.id}`)).status).toBe(200)
  expect((await storedFiles(desk)).filter((file) => !file.startsWith('attachments/'))).toEqual([])
})

test('a finished upload stays, although its temporary object cannot be removed at the moment', async () => {
  const { remove } = desk.files.store
  desk.files.store.remove = async () => {
    throw new Error('the store is away')
  }
  const upload = await anUpload(desk, ana)
  desk.files.store.remove = remove
  const ticket = await aTicket(ana, { attachmentIds: [upload.id] })
  const file = await desk.app.inject({
    url: `/api/attachments/${ticket.attachments[0]!.id}`,
    headers: { cookie: ana.cookie },
  })
  expect([file.statusCode, file.rawPayload.equals(content.txt)]).toEqual([200, true])
})

test('a nearly full disk refuses an upload before anything is written', async () => {
  const full = await startApp({ storage: { DISK_FLOOR_MB: 1_000_000 } })
  const carl = await full.signedIn('client')
  const { body } = await signedFor(carl, 'notes.txt', content.txt.length)
  const { statusCode, body: said } = await put(full, body.url, content.txt)
  expect([statusCode, said]).toEqual([507, expect.stringContaining('There is no room left for files')])
  expect(await storedFiles(full)).toEqual([])
  await full.close()
})
