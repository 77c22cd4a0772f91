import { PassThrough } from 'node:stream'
import { parentPort } from 'node:worker_threads'
import { UnreadableMail, type FromReader, type ReadMail, type ToReader } from './read-mail.ts'
import { understandMail } from './understand.ts'

/** Moves the bytes of files to the main thread; those that share memory with others are copied. */
function answerWith(mail: ReadMail): void {
  const moved = new Set<ArrayBuffer>()
  const files = mail.files.map((file) => {
    const { buffer, byteLength } = file.bytes
    const isOwn = buffer instanceof ArrayBuffer && buffer.byteLength === byteLength && !moved.has(buffer)
    const bytes = isOwn ? new Uint8Array(buffer) : Uint8Array.from(file.bytes)
    moved.add(bytes.buffer)
    return { ...file, bytes }
  })
  parentPort?.postMessage({ mail: { ...mail, files } }, [...moved])
}

const tell = (message: FromReader) => parentPort?.postMessage(message)

let input: PassThrough | undefined

async function read(raw: PassThrough): Promise<void> {
  try {
    answerWith(await understandMail(raw))
  } catch (error) {
    tell({ unreadable: error instanceof UnreadableMail ? error.reason : 'broken', detail: String(error) })
  }
}

parentPort?.on('message', (piece: ToReader) => {
  if (!input) void read((input = new PassThrough()))
  if (piece) input.write(piece, () => tell({ ready: true }))
  else {
    input.end()
    input = undefined
  }
})

tell({ ready: true })
