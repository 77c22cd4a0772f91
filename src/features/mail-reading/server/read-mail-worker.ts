import { PassThrough } from 'node:stream'
import { parentPort } from 'node:worker_threads'
import { readTree } from './mime-tree.ts'
import type { FromReader, ReaderJob, ToReader } from './public/read-in-worker.ts'
import { UnreadableMail } from './public/read-mail.ts'
import { understandMail } from './understand.ts'

type Parts = Extract<FromReader, { ready: true }>['parts']

/** Makes bytes movable to the main thread; those that share memory with others are copied. */
function movable(bytes: Uint8Array, moved: Set<ArrayBuffer>): Uint8Array<ArrayBuffer> {
  const { buffer } = bytes
  const isOwn = buffer instanceof ArrayBuffer && buffer.byteLength === bytes.byteLength && !moved.has(buffer)
  const own = isOwn ? new Uint8Array(buffer) : Uint8Array.from(bytes)
  moved.add(own.buffer)
  return own
}

const tell = (message: FromReader, moved: readonly ArrayBuffer[] = []) =>
  parentPort?.postMessage(message, moved)

/** The mail that is being read. */
let current: { input: PassThrough; found: Parts } | undefined

function tellReady(): void {
  const parts = current?.found.splice(0) ?? []
  tell(
    { ready: true, parts },
    parts.map(({ bytes }) => bytes.buffer),
  )
}

async function read(job: ReaderJob, input: PassThrough, found: Parts): Promise<void> {
  const moved = new Set<ArrayBuffer>()
  try {
    if ('parts' in job) {
      const wanted = new Set(job.parts)
      await readTree(input, {
        onPiece: (part, bytes) => {
          if (wanted.has(part)) found.push({ part, bytes: movable(bytes, new Set()) })
        },
      })
      tell(
        { ready: true, parts: found },
        found.map(({ bytes }) => bytes.buffer),
      )
      return
    }
    if ('sending' in job) {
      // Most installations never check, so they never load it.
      const { checkSender } = await import('./public/check-sender.ts')
      return tell({ checked: await checkSender(input, job.sending) })
    }
    const mail = await understandMail(input, job.fileBytes)
    const files = mail.files.map((file) => ({ ...file, bytes: movable(file.bytes, moved) }))
    parentPort?.postMessage({ mail: { ...mail, files } }, [...moved])
  } catch (error) {
    tell({ unreadable: error instanceof UnreadableMail ? error.reason : 'broken', detail: String(error) })
  }
}

parentPort?.on('message', (message: ToReader) => {
  if (message === null) {
    current?.input.end()
    current = undefined
  } else if (message instanceof Uint8Array) current?.input.write(message, tellReady)
  else {
    current = { input: new PassThrough(), found: [] }
    void read(message, current.input, current.found)
  }
})

tellReady()
