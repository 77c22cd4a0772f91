import { afterAll, beforeAll, expect, test } from 'vitest'
import { limits } from '#platform/contract/limits.ts'
import { content, put } from '#test/files.ts'
import { startApp, type Caller, type TestApp } from '#test/harness.ts'
import { startS3 } from '#test/services/s3.ts'

const partBytes = limits.uploadPartMinBytes

let s3: Awaited<ReturnType<typeof startS3>>
let desk: TestApp
let ana: Caller
beforeAll(async () => {
  s3 = await startS3()
  desk = await startApp({ storage: s3.settings })
  ana = await desk.signedIn('client')
})
afterAll(async () => {
  await desk.close()
  await s3.stop()
})

interface Multipart {
  key: string
  uploadId: string
  partBytes: number
}
async function inParts(size: number) {
  const { body } = await ana.post<Multipart>('/api/uploads/s3/multipart', {
    filename: 'big.txt',
    metadata: { size },
  })
  const at = (more: string) =>
    `/api/uploads/s3/multipart/${body.uploadId}${more}?key=${encodeURIComponent(body.key)}`
  return {
    ...body,
    sign: (part: number) => ana.get<{ url: string }>(at(`/${part}`)),
    complete: (parts: object[]) => ana.post(at('/complete'), { parts }),
  }
}

test('each part of a file is signed for the length that it has, and none beyond the end', async () => {
  const upload = await inParts(partBytes + 1000)
  expect(upload.partBytes).toBe(partBytes)
  for (const [number, length] of [
    [1, partBytes],
    [2, 1000],
  ] as const) {
    const { url } = (await upload.sign(number)).body
    const { searchParams } = new URL(url)
    expect(searchParams.get('X-Amz-SignedHeaders')).toBe('content-length;host')
    // The length is in the signature only.
    const [, date = '', time = ''] = /^(\d{8})T(\d{6})Z$/.exec(searchParams.get('X-Amz-Date') ?? '') ?? []
    const at = new Date(
      `${date.replace(/(....)(..)(..)/, '$1-$2-$3')}T${time.replace(/(..)(..)(..)/, '$1:$2:$3')}Z`,
    )
    const signedFor = async (maxBytes: number) => {
      const part = { multipartId: upload.uploadId, number }
      return (await desk.files.store.signPut({ path: upload.key, maxBytes, part }, at)).url
    }
    expect([await signedFor(length), (await signedFor(length + 1)) === url]).toEqual([url, false])
  }
  expect(await upload.sign(3)).toMatchObject({ status: 400, body: { issues: [{ path: 'part' }] } })
})

test('a file in parts whose size is not announced is refused by the field, as a bucket takes known lengths only', async () => {
  const message = 'Say in metadata.size how many bytes the file has.'
  expect(await ana.post('/api/uploads/s3/multipart', { filename: 'big.txt' })).toMatchObject({
    status: 400,
    body: { message, issues: [{ path: 'metadata.size', message }] },
  })
})

test('parts that the bucket does not join are refused in a sentence', async () => {
  const upload = await inParts(partBytes + 1000)
  const parts = []
  for (const PartNumber of [1, 2]) {
    // Imitates a program that borrowed credentials: it may send parts of any length.
    const { headers } = await put(desk, (await upload.sign(PartNumber)).body.url, content.txt)
    parts.push({ PartNumber, ETag: headers.etag })
  }
  const message = 'The parts cannot be joined: one is missing, has changed, or has fewer than 5 MB.'
  expect(await upload.complete(parts)).toMatchObject({
    status: 400,
    body: { message, issues: [{ path: 'parts', message }] },
  })
})
