import AwsS3 from '@uppy/aws-s3'
import Uppy from '@uppy/core'
import { describe, expect, test } from 'vitest'
import { anEngine, fileOf, onStubNetwork, pass, stubNetwork, type Network } from '#test/upload-engine.ts'

const megabyte = 1024 * 1024
let network: Network
onStubNetwork((made) => (network = made))
const uploads = '/api/uploads/s3/multipart'

describe('the requests for a file', () => {
  test('a file up to 100 MB goes in one piece', async () => {
    const { uploader, shown } = anEngine()
    uploader.add([fileOf('a.txt', 100 * megabyte)])
    await pass(1000)
    expect(network.calls.map((call) => call.replace(/[\da-f-]{36}/, 'ID'))).toEqual([
      'GET /api/uploads/s3/params',
      'POST /api/uploads/ID/finish',
    ])
    expect(network.puts.map(({ url, body }) => [url, body.size])).toEqual([
      ['http://store/whole', 100 * megabyte],
    ])
    expect(shown.rows).toMatchObject([{ status: 'done', sent: 100 * megabyte }])
    uploader.close()
  })

  test('a file above 100 MB goes in parts of 5 MB: begun, each part signed and sent, completed', async () => {
    const { uploader, shown } = anEngine()
    uploader.add([fileOf('a.txt', 101 * megabyte)])
    await pass(2000)
    const { calls } = network
    const signed = calls.filter((call) => /multi\/\d+$/.test(call))
    expect(new Set(signed).size).toBe(21)
    expect([calls[0], ...calls.slice(-2).map((call) => call.replace(/[\da-f-]{36}/, 'ID'))]).toEqual([
      `POST ${uploads}`,
      `POST ${uploads}/multi/complete`,
      'POST /api/uploads/ID/finish',
    ])
    expect(network.puts.map(({ body }) => body.size)).toEqual([...Array(20).fill(5 * megabyte), megabyte])
    expect(shown.rows).toMatchObject([{ status: 'done' }])
    uploader.close()
  })

  test('a file that would need more than ten thousand parts goes in larger ones', async () => {
    network.onPut = () => {}
    const { uploader } = anEngine()
    const size = 100 * 1024 * megabyte
    uploader.add([fileOf('a.txt', size)])
    await pass(1000)
    const part = network.puts[0]!.body.size
    expect(part).toBeGreaterThan(5 * megabyte)
    expect(Math.ceil(size / part)).toBeLessThanOrEqual(10_000)
    uploader.close()
  })

  test('files go by six requests at a time and never more, whatever their number', async () => {
    network.onPut = () => {}
    const { uploader } = anEngine()
    uploader.add([fileOf('a.txt', 200 * megabyte), fileOf('b.txt', 1), fileOf('c.txt', 2)])
    let most = 0
    for (let turn = 0; turn < 30; turn++) {
      await pass(100)
      const open = network.puts.filter(({ isOver }) => !isOver)
      most = Math.max(most, open.length)
      open[0]?.answer()
    }
    expect(most).toBe(6)
    uploader.close()
  })
})

describe('a large file', () => {
  async function halfWay() {
    network.onPut = (put) => void (network.puts.length <= 10 && put.answer())
    const engine = anEngine()
    engine.uploader.add([fileOf('a.txt', 110 * megabyte)])
    await pass(2000)
    const { id } = engine.shown.rows[0]!
    network.calls.splice(0)
    return { ...engine, id, sent: network.puts.filter(({ status }) => status === 200) }
  }

  test('a large file is paused, and goes on with the parts that have not arrived', async () => {
    const { uploader, shown, id, sent } = await halfWay()
    expect(sent).toHaveLength(10)
    uploader.pauseOrResume(id)
    await pass(60_000)
    expect(shown.rows).toMatchObject([{ status: 'paused' }])
    expect(network.puts.filter(({ isOver }) => !isOver)).toEqual([])
    network.onPut = (put) => put.answer()
    network.onCall = (call) =>
      call === `GET ${uploads}/multi`
        ? {
            body: sent.map(({ url, body }) => ({
              PartNumber: Number(url.split('/').at(-1)),
              Size: body.size,
              ETag: 'tag',
            })),
          }
        : undefined
    const before = network.puts.length
    uploader.pauseOrResume(id)
    await pass(2000)
    expect(network.calls[0]).toBe(`GET ${uploads}/multi`)
    const resent = network.puts.slice(before).map(({ url }) => url)
    expect(resent).toHaveLength(12)
    expect(resent.filter((url) => sent.some((put) => put.url === url))).toEqual([])
    expect(shown.rows).toMatchObject([{ status: 'done' }])
    uploader.close()
  })

  test('a large file that is removed on its way is given up on the server', async () => {
    const { uploader, shown, id } = await halfWay()
    uploader.remove(id)
    await pass(2000)
    expect(network.calls).toContain(`DELETE ${uploads}/multi`)
    expect(network.puts.filter(({ isOver }) => !isOver)).toEqual([])
    expect(shown.rows).toEqual([])
    uploader.close()
  })
})

test('a file that has arrived can be removed, here and on the server', async () => {
  const { uploader, shown } = anEngine()
  uploader.add([fileOf('a.txt', 1)])
  await pass(1000)
  const { id, uploadId } = shown.rows[0]!
  uploader.remove(id)
  await pass(1000)
  expect(network.calls.at(-1)).toBe(`DELETE /api/uploads/${uploadId}`)
  expect(shown.rows).toEqual([])
  uploader.close()
})

describe('bytes that do not arrive', () => {
  const attempts = async (status: number) => {
    network = stubNetwork()
    network.onPut = (put) => put.answer(status)
    const { uploader } = anEngine()
    uploader.add([fileOf('a.txt', 1)])
    await pass(60_000)
    uploader.close()
    return network.puts.length
  }

  test('bytes are sent again four times where the server or the line is to blame, or asks for a pause', async () => {
    for (const status of [409, 429, 500, 502, 503, 507])
      expect([status, await attempts(status)]).toEqual([status, 5])
  })

  test('bytes that are refused are not sent again', async () => {
    for (const status of [400, 403, 404, 408, 413, 418, 423])
      expect([status, await attempts(status)]).toEqual([status, 1])
  })

  test('bytes wait for the connection where there is none', async () => {
    network.onPut = () => {}
    const { uploader, shown } = anEngine()
    uploader.add([fileOf('a.txt', 1)])
    await pass(100)
    network.setOnline(false)
    network.puts[0]!.fail()
    await pass(60 * 60_000)
    expect(network.puts).toHaveLength(1)
    network.onPut = (put) => put.answer()
    network.setOnline(true)
    await pass(1000)
    expect(shown.rows).toMatchObject([{ status: 'done' }])
    uploader.close()
  })
})

test('progress is shown twice a second, however often it comes', async () => {
  network.onPut = () => {}
  const { uploader, shown } = anEngine()
  uploader.add([fileOf('a.txt', 100_000)])
  await pass(1000)
  const before = shown.times
  for (let turn = 1; turn <= 400; turn++) {
    network.puts[0]!.sent(turn * 100)
    await pass(10)
  }
  expect(shown.times - before).toBeGreaterThanOrEqual(7)
  expect(shown.times - before).toBeLessThanOrEqual(9)
  expect(shown.rows).toMatchObject([{ status: 'uploading', sent: expect.closeTo(40_000, -4) }])
  uploader.close()
})

test('an engine that signs with lent credentials signs for as long as they last, and for a week where they do not say', async () => {
  const expiryWith = async (Expiration?: string) => {
    const credentials = { AccessKeyId: 'a', SecretAccessKey: 'b', SessionToken: 'c', Expiration }
    const body = { credentials, bucket: 'signalbox', region: 'eu-central-1' }
    network.onCall = (call) => (call === 'GET /api/uploads/s3/sts' ? { body } : undefined)
    const engine = new AwsS3(new Uppy(), {
      endpoint: '/api/uploads',
      getTemporarySecurityCredentials: true,
      shouldUseMultipart: true,
    })
    const part = { uploadId: 'multi', key: 'incoming/a', partNumber: 1 }
    const { url } = await engine.createSignedURL({ name: 'a.txt' } as never, part as never)
    return Number(new URL(url).searchParams.get('X-Amz-Expires'))
  }
  expect(await expiryWith()).toBe(604_800)
  const lent = await expiryWith(new Date(Date.now() + 900_000).toISOString())
  expect([lent > 890, lent <= 900]).toEqual([true, true])
})
