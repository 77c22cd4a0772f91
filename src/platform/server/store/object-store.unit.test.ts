import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openFiles, type Files } from './files.ts'
import { startS3 } from '#test/services/s3.ts'
import { startSilence } from '#test/services/smtp.ts'
import { openS3Store } from './object-store-s3.ts'
import { readPiece, type PutTarget } from './object-store.ts'
import type { SignedQuery } from './signed-put.ts'

const installation = '6c1ee3b2-54d0-4f36-9c1d-2f7a54d0a001'
const day = 24 * 60 * 60 * 1000

/** Promises of both kinds of store; the second is asked in a process that speaks S3. */
describe.each(['disk', 's3'] as const)('a store on %s', (kind) => {
  let files: Files
  let folder: string
  let s3: Awaited<ReturnType<typeof startS3>> | undefined
  const store = () => files.store

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'signalbox-store-'))
    if (kind === 's3') s3 = await startS3()
    files = await openFiles(
      { DATA_DIR: folder, MAX_UPLOAD_MB: 1, DISK_FLOOR_MB: 0, ...s3?.settings },
      'secret',
      installation,
    )
  })
  afterAll(async () => {
    await s3?.stop()
    await rm(folder, { recursive: true, force: true })
  })

  /** Sends to a signed address as a browser does: to S3 by HTTP, on disk by way of our own call. */
  async function send(target: PutTarget, bytes: Buffer, change = (url: string) => url) {
    const { url, headers } = await store().signPut(target, new Date())
    if (!files.local) {
      const answer = await fetch(change(url), { method: 'PUT', headers, body: new Uint8Array(bytes) })
      return { ok: answer.ok, etag: answer.headers.get('etag')?.replaceAll('"', '') ?? '' }
    }
    const query = Object.fromEntries(
      new URL(change(url), 'http://here').searchParams,
    ) as unknown as SignedQuery
    try {
      const signed = files.local.signer.verify(query, new Date())
      return { ok: true, etag: await files.local.store.receive(signed, Readable.from([bytes]), bytes.length) }
    } catch {
      return { ok: false, etag: '' }
    }
  }
  async function listed(before: Date): Promise<string[]> {
    const paths: string[] = []
    for await (const path of store().listOlder(before)) paths.push(path)
    return paths
  }
  const read = async (path: string) => String(await readPiece(store(), path, 0, 1_000_000))

  test('a store keeps what comes as a stream, whole or not at all', async () => {
    const piece = Buffer.alloc(1024 * 1024, 'stream')
    const pieces = (count: number) => Readable.from(Array<Buffer>(count).fill(piece))
    for (const [path, count] of [
      [`signalbox-${installation}/attachments/small`, 1],
      [`signalbox-${installation}/attachments/large`, 20],
    ] as const) {
      await store().writeStream(path, pieces(count), count * piece.length)
      const stored = await buffer(await store().read(path))
      expect(stored.equals(Buffer.concat(Array<Buffer>(count).fill(piece)))).toBe(true)
      const half = `${path}-half`
      await expect(store().writeStream(half, pieces(count), (count + 1) * piece.length)).rejects.toThrow(
        'bytes',
      )
      expect(await store().find(half)).toBeUndefined()
    }
  })

  test('a store keeps the bytes sent to a signed address', async () => {
    const sent = await send({ path: 'incoming/one', maxBytes: 5 }, Buffer.from('words'))
    expect(sent).toMatchObject({ ok: true, etag: expect.stringMatching(/^[0-9a-f]{32,}$/) })
    expect(await store().find('incoming/one')).toEqual({ size: 5 })
    expect(await read('incoming/one')).toBe('words')
    expect(String(await readPiece(store(), 'incoming/one', 1, 3))).toBe('ord')
  })

  // The server of the S3 test does not check signatures as S3 does; there, what is signed is looked at.
  test.runIf(kind === 's3')('a store signs an address for one size and a quarter of an hour', async () => {
    const { url } = await store().signPut({ path: 'incoming/signed', maxBytes: 5 }, new Date())
    const { searchParams } = new URL(url)
    expect(searchParams.get('X-Amz-Expires')).toBe('900')
    expect(searchParams.get('X-Amz-SignedHeaders')).toBe('content-length;host')
  })

  test.runIf(kind === 'disk')('a store signs an address for one path', async () => {
    const forged = (address: string) => address.replace('signed', 'other')
    const target = { path: 'incoming/signed', maxBytes: 5 }
    expect((await send(target, Buffer.from('words'), forged)).ok).toBe(false)
    expect(await store().find('incoming/other')).toBeUndefined()
  })

  test('a store keeps objects that the server itself writes', async () => {
    await store().write('photos/one', Buffer.from('a picture'), 'image/webp')
    expect(await store().find('photos/one')).toEqual({ size: 9 })
    expect(await read('photos/one')).toBe('a picture')
    await store().remove(['photos/one'])
    expect(await store().find('photos/one')).toBeUndefined()
  })

  test('a store copies objects, and removes existing and missing ones', async () => {
    await send({ path: 'incoming/two', maxBytes: 5 }, Buffer.from('words'))
    await store().copy('incoming/two', 'attachments/two')
    await store().remove(['incoming/two', 'incoming/never'])
    expect([await store().find('incoming/two'), await read('attachments/two')]).toEqual([undefined, 'words'])
    await expect(store().copy('incoming/never', 'attachments/x')).rejects.toMatchObject({ code: 'not_found' })
    await expect(store().read('incoming/never')).rejects.toMatchObject({ code: 'not_found' })
  })

  test('a store puts parts together, lists them, and forgets them afterwards', async () => {
    const path = `signalbox-${installation}/incoming/parts`
    const multipartId = await store().startParts(path)
    // S3 wants five megabytes of every part but the last.
    const pieces = [Buffer.alloc(5 * 1024 * 1024, 'a'), Buffer.from('the end')]
    const etags: string[] = []
    for (const [place, bytes] of pieces.entries()) {
      const target = { path, maxBytes: bytes.length, part: { multipartId, number: place + 1 } }
      etags.push((await send(target, bytes)).etag)
    }
    expect(await store().listParts(path, multipartId)).toEqual(
      pieces.map((bytes, place) => ({ PartNumber: place + 1, Size: bytes.length, ETag: etags[place] })),
    )
    const named = etags.map((ETag, place) => ({ PartNumber: place + 1, ETag }))
    await expect(
      store().completeParts(path, multipartId, [{ PartNumber: 1, ETag: '0'.repeat(32) }]),
    ).rejects.toMatchObject({ code: 'invalid' })
    await store().completeParts(path, multipartId, named)
    expect(await store().find(path)).toEqual({ size: pieces[0]!.length + 7 })
    expect(String(await readPiece(store(), path, pieces[0]!.length - 2, 100))).toBe('aathe end')
    await expect(store().listParts(path, multipartId)).rejects.toMatchObject({ code: 'not_found' })
  })

  test('a store forgets parts that are given up, once and again', async () => {
    const path = `signalbox-${installation}/incoming/given-up`
    const multipartId = await store().startParts(path)
    await send({ path, maxBytes: 3, part: { multipartId, number: 1 } }, Buffer.from('one'))
    for (const _ of ['once', 'again']) await store().abortParts(path, multipartId)
    await expect(store().listParts(path, multipartId)).rejects.toMatchObject({ code: 'not_found' })
    expect(await store().find(path)).toBeUndefined()
  })

  test('a store lists old objects below its own prefix, and no others', async () => {
    const own = `signalbox-${installation}/attachments/old`
    for (const path of [own, 'attachments/old', `signalbox-${crypto.randomUUID()}/attachments/old`])
      await send({ path, maxBytes: 5 }, Buffer.from('words'))
    expect(await listed(new Date(Date.now() - day))).toEqual([])
    const listedLater = await listed(new Date(Date.now() + day))
    expect(listedLater).toContain(own)
    expect(listedLater.filter((path) => !path.startsWith(`signalbox-${installation}/`))).toEqual([])
  })

  test('a store clears away its own notes, and keeps parts and objects', async () => {
    const path = `signalbox-${installation}/incoming/begun`
    const multipartId = await store().startParts(path)
    await send({ path, maxBytes: 3, part: { multipartId, number: 1 } }, Buffer.from('one'))
    await store().removeScratch(new Date(Date.now() + day))
    expect(await store().listParts(path, multipartId)).toMatchObject([{ PartNumber: 1, Size: 3 }])
    expect(await store().find(`signalbox-${installation}/attachments/old`)).toEqual({ size: 5 })
  })
})

test('an S3 service that takes connections and says nothing is given up', async () => {
  const silence = await startSilence()
  const store = openS3Store(
    {
      endpoint: `http://127.0.0.1:${silence.port}`,
      region: 'eu-central-1',
      bucket: 'signalbox',
      accessKeyId: 'id',
      secretAccessKey: 'secret',
    },
    'here/',
    { connectWithinMs: 200, silentAtMostMs: 200 },
  )
  await expect(store.find('incoming/one')).rejects.toMatchObject({ name: 'TimeoutError' })
  silence.close()
})
