import { describe, expect, test } from 'vitest'
import { anEngine, fileOf, onStubNetwork, pass, type Network } from '#test/upload-engine.ts'
import { createTransport } from './transport.ts'

const kilobyte = 1024
const multipart = 101 * kilobyte * kilobyte
let network: Network
onStubNetwork((made) => (network = made))

describe('words of refusal before a file is added', () => {
  const small = fileOf('a.txt', 10)
  test.each([
    [{ maxNumberOfFiles: 1 }, [small, fileOf('b.txt', 1)], 'You can only upload 1 file'],
    [{ maxNumberOfFiles: 2 }, [small, fileOf('b.txt', 1), fileOf('c.txt', 1)], 'You can only upload 2 files'],
    [{ minNumberOfFiles: 1 }, [], undefined],
    [{ minNumberOfFiles: 2 }, [small], 'You have to select at least 2 files'],
    [
      { maxTotalFileSize: 2 * kilobyte },
      [fileOf('a.txt', 2 * kilobyte), fileOf('b.txt', kilobyte)],
      'You selected 3 KB of files, but maximum allowed size is 2 KB',
    ],
    [{ maxFileSize: kilobyte }, [fileOf('a.txt', 1025)], 'a.txt exceeds maximum allowed size of 1 KB'],
    [{ minFileSize: 1 }, [fileOf('a.txt', 0)], 'This file is smaller than the allowed size of 1 B'],
    [{ allowedFileTypes: ['.png', '.pdf'] }, [small], 'You can only upload: .png, .pdf'],
    [{ requiredMetaFields: ['invoice'] }, [small], 'Missing required meta fields'],
  ])('a file is not added, with the words %j', async (restrictions, files, text) => {
    const { uploader, texts } = anEngine(restrictions)
    uploader.add(files)
    await pass(100)
    expect(texts().slice(0, 1)).toEqual(text === undefined ? [] : [text])
    uploader.close()
  })

  test('a file that is added already is refused in words', async () => {
    const { uploader, texts } = anEngine()
    uploader.add([small])
    uploader.add([small])
    expect(texts()).toEqual(["Cannot add the duplicate file 'a.txt', it already exists"])
    uploader.close()
  })

  test('every file may be added without restrictions', async () => {
    const { uploader, shown, texts } = anEngine()
    uploader.add([fileOf('a', 0), fileOf('b.exe', 90 * kilobyte ** 2), fileOf('c.txt', 1)])
    await pass(1000)
    expect([texts(), shown.rows.map(({ status }) => status)]).toEqual([[], ['done', 'done', 'done']])
    uploader.close()
  })
})

test('four of six messages are shown, for five seconds', async () => {
  const { uploader, shown, texts } = anEngine({ maxFileSize: 1 })
  const six = ['a', 'b', 'c', 'd', 'e', 'f'].map((name) => fileOf(`${name}.txt`, 2))
  for (const files of [six.slice(0, 3), six.slice(3)]) uploader.add(files)
  const told = (name: string) => `${name}.txt exceeds maximum allowed size of 1 B`
  expect(texts()).toEqual(['c', 'd', 'e', 'f'].map(told))
  await pass(4999)
  expect(shown.notices).toHaveLength(4)
  await pass(1)
  expect(shown.notices).toEqual([])
  uploader.add(six)
  expect(texts()).toEqual([...['a', 'b', 'c', 'd'].map(told), '2 additional restrictions were not fulfilled'])
  uploader.close()
})

test('a lost connection is shown until it is back, and its return is shown, too', async () => {
  const { uploader, texts } = anEngine()
  network.setOnline(false)
  await pass(60_000)
  expect(texts()).toEqual(['No Internet connection'])
  network.setOnline(true)
  expect(texts()).toEqual(['Connected to the Internet'])
  uploader.close()
})

describe('words for a file that failed', () => {
  test.each([
    ['Non 2xx', (put: (typeof network.puts)[number]) => put.answer(400)],
    ['Unknown error', (put: (typeof network.puts)[number]) => put.fail()],
    [
      'Request has expired',
      (put: (typeof network.puts)[number]) =>
        put.answer(403, '<Error><Message>Request has expired</Message></Error>'),
    ],
  ])('a failed file says so, and why: %s', async (reason, onPut) => {
    network.onPut = onPut
    for (const size of [10, multipart]) {
      const { uploader, shown, texts } = anEngine()
      uploader.add([fileOf('a.txt', size)])
      await pass(60_000)
      expect(shown.rows).toMatchObject([
        { status: 'failed', message: 'Failed to upload a.txt', reason, mayRetry: true },
      ])
      expect(texts()).toEqual([])
      uploader.close()
    }
  })

  test('a failed file is also told by a notice', async () => {
    network.onPut = (put) => put.answer(400)
    const { uploader, texts } = anEngine()
    uploader.add([fileOf('a.txt', 10)])
    await pass(100)
    expect(texts()).toEqual(['Failed to upload a.txt'])
    uploader.close()
  })

  test('a failed file has the server’s words where there are some', async () => {
    network.onCall = (call) =>
      call.endsWith('/params') ? { status: 413, body: { message: 'There is no room.' } } : undefined
    const { uploader, shown } = anEngine()
    uploader.add([fileOf('a.txt', 10)])
    await pass(1000)
    expect(shown.rows).toMatchObject([{ status: 'failed', message: 'There is no room.', reason: null }])
    uploader.close()
  })
})

test('a part whose upload is not fully named is not signed', async () => {
  const { signPart } = createTransport({ idOf: () => undefined, note() {}, arrived() {} })
  for (const part of [
    { uploadId: '', key: 'incoming/one', partNumber: 1 },
    { uploadId: 'multi', key: '', partNumber: 1 },
    { uploadId: 'multi', key: 'incoming/one', partNumber: 0 },
  ])
    await expect(signPart({} as never, part)).rejects.toThrow(
      new Error('Cannot sign without a key, an uploadId, and a partNumber'),
    )
  expect(network.calls).toEqual([])
})

describe('progress while the server puts a large file together and checks it', () => {
  let answer = () => {}
  async function atWork() {
    network.onCall = (call) =>
      call.endsWith('/complete')
        ? new Promise((resolve) => (answer = () => resolve({ body: { location: 'incoming/one' } })))
        : undefined
    const engine = anEngine()
    engine.uploader.add([fileOf('big.txt', multipart)])
    await pass(1000)
    expect(network.calls.at(-1)).toBe('POST /api/uploads/s3/multipart/multi/complete')
    return { ...engine, socket: network.sockets[0]! }
  }
  const done = async ({ uploader, shown }: ReturnType<typeof anEngine>) => {
    answer()
    await pass(1000)
    expect(shown.rows).toMatchObject([{ status: 'done', message: null }])
    uploader.close()
  }

  test('the progress is told by the socket of the token that the server gave', async () => {
    const engine = await atWork()
    const { shown, socket, texts } = engine
    expect(socket.url).toBe('wss://desk.example/api/the-token')
    socket.opens()
    socket.says({ action: 'progress', payload: { bytesUploaded: multipart / 4, bytesTotal: multipart } })
    await pass(1000)
    expect(shown.rows).toMatchObject([{ status: 'checking', checkedShare: 0.25 }])
    await done(engine)
    expect([socket.isClosed, texts()]).toEqual([true, []])
  })

  test('a cut-off progress socket is told, and the file arrives all the same', async () => {
    const engine = await atWork()
    engine.socket.opens()
    engine.socket.close()
    expect(engine.texts()).toEqual(['Socket closed unexpectedly'])
    await done(engine)
  })

  test('a progress socket that is silent for a minute is told, and the file arrives all the same', async () => {
    const engine = await atWork()
    engine.socket.opens()
    await pass(59_000)
    engine.socket.says({ action: 'progress', payload: { bytesUploaded: 1, bytesTotal: multipart } })
    await pass(59_999)
    expect(engine.texts()).toEqual([])
    await pass(1)
    expect(engine.texts()).toEqual(['Timeout waiting for message from Companion socket'])
    expect(engine.socket.isClosed).toBe(true)
    await done(engine)
  })

  test('a progress socket that does not open is not mentioned', async () => {
    const engine = await atWork()
    engine.socket.close()
    await pass(120_000)
    expect(engine.texts()).toEqual([])
    await done(engine)
  })
})
