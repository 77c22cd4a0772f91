import { describe, expect, test } from 'vitest'
import { anEngine, fileOf, onStubNetwork, pass, type Network } from '#test/upload-engine.ts'

const megabyte = 1024 * 1024
const id = '3e0c4c0e-6a6a-4b0b-9f0e-1f3f0f6f7a01'
const uploads = '/api/uploads/s3/multipart'
let network: Network
onStubNetwork((made) => (network = made))

/** Counts each thing. */
function counted(things: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>()
  for (const thing of things) counts.set(thing, (counts.get(thing) ?? 0) + 1)
  return counts
}

describe('a part of a large file', () => {
  test.each([400, 403, 404, 408, 413, 501, 505])(
    'a part of a large file that is answered with %i is sent once',
    async (status) => {
      network.onPut = (put) => put.answer(status)
      const { uploader, shown } = anEngine()
      uploader.add([fileOf('a.txt', 101 * megabyte)])
      await pass(600)
      expect(shown.rows).toMatchObject([
        { status: 'failed', message: 'Failed to upload a.txt', reason: 'Non 2xx', mayRetry: true },
      ])
      await pass(60_000)
      expect(new Set(counted(network.puts.map(({ url }) => url)).values())).toEqual(new Set([1]))
      uploader.close()
    },
  )

  test.each([409, 500])(
    'a part of a large file that is answered with %i is sent five times',
    async (status) => {
      network.onPut = (put) => put.answer(put.url.endsWith('/1') ? status : 200)
      const { uploader, shown } = anEngine()
      uploader.add([fileOf('a.txt', 101 * megabyte)])
      await pass(60_000)
      expect(counted(network.puts.map(({ url }) => url)).get('http://store/part/1')).toBe(5)
      expect(shown.rows).toMatchObject([{ status: 'failed' }])
      uploader.close()
    },
  )

  test('a part that is given no address is asked for once, and the server says why', async () => {
    network.onCall = (call) =>
      /multi\/\d+$/.test(call) && call.startsWith('GET')
        ? { status: 404, body: { message: 'This upload is over.' } }
        : undefined
    const { uploader, shown } = anEngine()
    uploader.add([fileOf('a.txt', 101 * megabyte)])
    await pass(600)
    expect(shown.rows).toMatchObject([{ status: 'failed', message: 'This upload is over.', reason: null }])
    await pass(60_000)
    expect(counted(network.calls).get(`GET ${uploads}/multi/1`)).toBe(1)
    expect(network.puts).toEqual([])
    uploader.close()
  })
})

describe('a store with only the upload engines’ protocol', () => {
  const key = `incoming/somebody_${id}`
  const minimal = (call: string) => {
    if (call === 'GET /api/uploads/s3/params') return { body: { url: 'http://store/whole', key } }
    if (call === `POST ${uploads}`) return { body: { key, uploadId: 'multi' } }
    const [, part] = /multi\/(\d+)$/.exec(call) ?? []
    if (part !== undefined) return { body: { url: `http://store/part/${part}`, expires: 900 } }
    return call.endsWith('/complete') ? { body: {} } : undefined
  }

  test.each([10, 101 * megabyte])(
    'a store with only the upload engines’ protocol takes a file of %i bytes, whose id stands in its key',
    async (size) => {
      network.onCall = minimal
      const { uploader, shown } = anEngine()
      uploader.add([fileOf('a.txt', size)])
      await pass(5000)
      expect(shown.rows).toMatchObject([{ status: 'done', uploadId: id, message: null, reason: null }])
      expect(network.calls.at(-1)).toBe(`POST /api/uploads/${id}/finish`)
      uploader.close()
    },
  )

  test('a store whose keys hold no id of ours has the file, and nothing is finished', async () => {
    network.onCall = (call) => {
      const answer = minimal(call)
      return answer && 'key' in answer.body ? { body: { ...answer.body, key: 'elsewhere/a.txt' } } : answer
    }
    const { uploader, shown } = anEngine()
    uploader.add([fileOf('a.txt', 101 * megabyte)])
    await pass(5000)
    expect(shown.rows).toMatchObject([{ status: 'done', uploadId: null, message: null }])
    expect(network.calls.filter((call) => call.endsWith('/finish'))).toEqual([])
    uploader.close()
  })

  test('a store may ask for a form instead of the file alone', async () => {
    network.onCall = (call) =>
      call === 'GET /api/uploads/s3/params'
        ? { body: { method: 'POST', url: 'http://store/form', fields: { key, policy: 'signed' } } }
        : undefined
    const { uploader, shown } = anEngine()
    const body = new File(['words'], 'a.txt', { type: 'text/plain' })
    uploader.add([body])
    await pass(1000)
    const sent = network.puts[0]!.body as unknown as FormData
    expect([sent.get('key'), sent.get('policy'), sent.get('file')]).toEqual([key, 'signed', expect.any(File)])
    expect(shown.rows).toMatchObject([{ status: 'done' }])
    uploader.close()
  })
})

describe('a file that has arrived', () => {
  const finish = `POST /api/uploads/${id}/finish`
  async function arrived(status: number) {
    network.onCall = (call) => {
      if (call !== finish) return undefined
      return status === 0 ? Promise.reject(new TypeError('no answer')) : { status, body: {} }
    }
    const engine = anEngine()
    engine.uploader.add([fileOf('a.txt', 10)])
    await pass(60_000)
    return engine
  }

  test.each([0, 401, 429, 500, 502, 503, 504])(
    'a file that has arrived may be asked for again, without its bytes, where the answer was %i',
    async (status) => {
      const { uploader, shown } = await arrived(status)
      expect(shown.rows).toMatchObject([
        { status: 'failed', message: 'Failed to upload a.txt', reason: null, mayRetry: true },
      ])
      network.calls.splice(0)
      network.onCall = () => undefined
      uploader.retry(shown.rows[0]!.id)
      await pass(1000)
      expect(shown.rows).toMatchObject([{ status: 'done', message: null }])
      expect([network.calls, network.puts.length]).toEqual([[finish], 1])
      uploader.close()
    },
  )

  test.each([400, 403, 404, 409, 413, 415])(
    'a file that has arrived is refused for good where the answer was %i',
    async (status) => {
      const { uploader, shown } = await arrived(status)
      expect(shown.rows).toMatchObject([{ status: 'failed', mayRetry: false }])
      uploader.close()
    },
  )
})

test.each([
  ['begins', 'GET /api/uploads/s3/params', 10],
  ['begins in parts', `POST ${uploads}`, 101 * megabyte],
  ['signs', `GET ${uploads}/multi/1`, 101 * megabyte],
])('an unreadable answer when it %s is reported in a sentence', async (_when, wrong, size) => {
  network.onCall = (call) => (call === wrong ? { body: { what: 'is this' } } : undefined)
  const { uploader, shown } = anEngine()
  uploader.add([fileOf('a.txt', size)])
  await pass(60_000)
  expect(shown.rows).toMatchObject([
    {
      status: 'failed',
      message: 'Failed to upload a.txt',
      reason: 'The server’s answer could not be read',
    },
  ])
  uploader.close()
})
