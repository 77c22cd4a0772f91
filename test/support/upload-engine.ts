import { afterEach, beforeEach, vi } from 'vitest'
import type { FileRow, Notice } from '#features/uploads/web/file-row.ts'
import { createUploader } from '#features/uploads/web/uploader.ts'

/** One PUT of bytes, answered by the test or at once. */
class FakePut extends EventTarget {
  readonly upload = new EventTarget()
  status = 0
  responseText = ''
  timeout = 0
  url = ''
  body: Blob = new Blob()
  isOver = false
  readonly network: Network
  constructor(network: Network) {
    super()
    this.network = network
  }
  open(_method: string, url: string) {
    this.url = url
  }
  setRequestHeader() {}
  getAllResponseHeaders = () => 'etag: "tag"\r\nlocation: http://store/a\r\n'
  send(body: Blob) {
    this.body = body
    this.network.puts.push(this)
    this.network.onPut(this)
  }
  abort() {
    this.#end('abort')
  }
  answer(status = 200, text = '') {
    this.status = status
    this.responseText = text
    this.#end('load')
  }
  fail() {
    this.#end('error')
  }
  sent(loaded: number) {
    this.upload.dispatchEvent(
      Object.assign(new Event('progress'), { loaded, total: this.body.size, lengthComputable: true }),
    )
  }
  #end(how: string) {
    if (this.isOver) return
    this.isOver = true
    this.dispatchEvent(new Event(how))
  }
}

class FakeSocket extends EventTarget {
  readonly url: string
  isClosed = false
  constructor(url: string) {
    super()
    this.url = url
  }
  says(message: object) {
    this.dispatchEvent(Object.assign(new Event('message'), { data: JSON.stringify(message) }))
  }
  opens() {
    this.dispatchEvent(new Event('open'))
  }
  close() {
    if (this.isClosed) return
    this.isClosed = true
    this.dispatchEvent(new Event('close'))
  }
}

export interface Network {
  /** Every call to our server, such as "GET /api/uploads/s3/params". */
  calls: string[]
  puts: FakePut[]
  sockets: FakeSocket[]
  onPut(put: FakePut): void
  /** Sets the answer of the server. */
  onCall(
    call: string,
  ): { status?: number; body: unknown } | Promise<{ status?: number; body: unknown }> | undefined
  setOnline(isOnline: boolean): void
}

const id = '3e0c4c0e-6a6a-4b0b-9f0e-1f3f0f6f7a01'
const signed = (url: string) => ({ method: 'PUT', url, headers: {}, expires: 900 })

function usualAnswer(call: string): unknown {
  if (call === 'GET /api/uploads/s3/params')
    return { id, key: 'incoming/one', ...signed('http://store/whole') }
  if (call === 'POST /api/uploads/s3/multipart')
    return { id, key: 'incoming/one', uploadId: 'multi', serverToken: 'the-token' }
  if (call === 'GET /api/uploads/s3/multipart/multi') return []
  const [, part] = /^GET \/api\/uploads\/s3\/multipart\/multi\/(\d+)$/.exec(call) ?? []
  if (part !== undefined) return signed(`http://store/part/${part}`)
  if (call.endsWith('/complete')) return { location: 'incoming/one' }
  if (call.endsWith('/finish')) return { id, fileName: 'a.txt', fileSize: 1, mimeType: 'text/plain' }
  return {}
}

/** Stands in for the network of a browser; the test gives every answer. */
export function stubNetwork(): Network {
  const network: Network = {
    calls: [],
    puts: [],
    sockets: [],
    onPut: (put) => put.answer(),
    onCall: () => undefined,
    setOnline(isOnline) {
      vi.stubGlobal('navigator', { onLine: isOnline })
      Object.assign(window, { navigator: { onLine: isOnline } })
      window.dispatchEvent(new Event(isOnline ? 'online' : 'offline'))
    },
  }
  vi.stubGlobal('window', new EventTarget())
  vi.stubGlobal('location', { protocol: 'https:', host: 'desk.example' })
  network.setOnline(true)
  vi.stubGlobal('fetch', async (address: string, { method = 'GET', signal }: RequestInit = {}) => {
    signal?.throwIfAborted()
    const call = `${method} ${new URL(address, 'http://desk').pathname}`
    network.calls.push(call)
    const { status = 200, body } = (await network.onCall(call)) ?? { body: usualAnswer(call) }
    return Response.json(body, { status })
  })
  vi.stubGlobal(
    'XMLHttpRequest',
    // A class that a test makes for itself; the engine calls it with new.
    function request() {
      return new FakePut(network)
    },
  )
  vi.stubGlobal('WebSocket', function socket(url: string) {
    const made = new FakeSocket(url)
    network.sockets.push(made)
    return made
  })
  return network
}

/** Gives each test of a file a network of its own, and time that passes only by `pass`. */
export function onStubNetwork(given: (network: Network) => void): void {
  beforeEach(() => {
    vi.useFakeTimers()
    given(stubNetwork())
  })
  afterEach(() => {
    vi.useRealTimers()
    vi.unstubAllGlobals()
  })
}

export const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms)

/** The upload engine as the product uses it, with what it shows. */
export function anEngine(restrictions: Parameters<typeof createUploader>[0]['restrictions'] = {}) {
  const shown = { rows: [] as FileRow[], notices: [] as Notice[], times: 0 }
  const uploader = createUploader({
    restrictions,
    onRows(rows) {
      shown.rows = rows
      shown.times += 1
    },
    onNotices: (notices) => (shown.notices = notices),
  })
  return { uploader, shown, texts: () => shown.notices.map(({ text }) => text) }
}

/** A file of any size that takes no memory, whose slices are as long as they say. */
export function fileOf(name: string, size: number, type = 'text/plain'): File {
  const slice = (start = 0, end = size) => fileOf(name, end - start, type)
  return { name, type, size, lastModified: 0, slice } as unknown as File
}
