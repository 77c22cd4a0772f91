import { on } from 'node:events'
import type { Readable } from 'node:stream'
import { Worker } from 'node:worker_threads'
import {
  readLimits,
  UnreadableMail,
  type MailFile,
  type ReadMail,
  type UnreadableReason,
} from './read-mail.ts'

/** Begins a mail: to understand it, or only to bring the bytes of some parts. */
export type ReaderJob = { fileBytes: number } | { parts: readonly number[] }
/** Messages to the thread: the job, then the mail piece by piece, then null. */
export type ToReader = ReaderJob | Uint8Array<ArrayBuffer> | null
/** Answers of the thread to each piece, and to the end. */
export type FromReader =
  | { ready: true; parts: { part: number; bytes: Uint8Array<ArrayBuffer> }[] }
  | { mail: ReadMail }
  | { unreadable: UnreadableReason; detail: string }

type Limits = Record<'timeMs' | 'bytes' | 'heapMb' | 'fileBytes', number>

const pieceBytes = 256 * 1024
/** Loading the parsers is no fault of the mail. */
const startsWithinMs = 60_000
/** Loading the parsers again for each of many mails would take longer than reading them. */
const idleMs = 10_000

/** A thread that read a larger mail ends, because its memory would stay. */
const keptUpToBytes = 2 * 1024 * 1024

let idle: { worker: Worker; heapMb: number; timer: NodeJS.Timeout } | undefined

async function takeWorker(heapMb: number): Promise<Worker> {
  const kept = idle
  idle = undefined
  if (kept) clearTimeout(kept.timer)
  if (kept?.heapMb === heapMb) {
    kept.worker.ref()
    return kept.worker
  }
  void kept?.worker.terminate()
  const worker = new Worker(new URL('read-mail-worker.ts', import.meta.url), {
    execArgv: [],
    resourceLimits: { maxOldGenerationSizeMb: heapMb, maxYoungGenerationSizeMb: 4 },
  })
  // A thread that ends while it is idle harms no mail.
  worker.on('error', () => {
    if (idle?.worker === worker) idle = undefined
  })
  await answerOf(worker, startsWithinMs)
  return worker
}

function keepWorker(worker: Worker, heapMb: number): void {
  worker.unref()
  if (idle) {
    void worker.terminate()
    return
  }
  const timer = setTimeout(() => {
    idle = undefined
    void worker.terminate()
  }, idleMs)
  timer.unref()
  idle = { worker, heapMb, timer }
}

function* piecesOf(bytes: Uint8Array): Generator<Uint8Array<ArrayBuffer>> {
  // Copies, because the thread takes the memory over.
  for (let at = 0; at < bytes.length; at += pieceBytes)
    yield Uint8Array.from(bytes.subarray(at, at + pieceBytes))
}

const isAnswer = (message: object): message is FromReader =>
  ['ready', 'mail', 'unreadable'].some((key) => key in message)

/** Waits for the thread. @throws {UnreadableMail} `too-slow`, `too-much-memory` or `broken` */
async function answerOf(worker: Worker, withinMs: number): Promise<FromReader> {
  const signal = AbortSignal.timeout(Math.max(1, Math.ceil(withinMs)))
  try {
    // Under `node --watch`, Node adds messages about the modules that the thread loads.
    for await (const [message] of on(worker, 'message', { signal })) if (isAnswer(message)) return message
  } catch (error) {
    if (signal.aborted) throw new UnreadableMail('too-slow', error)
    const isMemory = error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY'
    throw new UnreadableMail(isMemory ? 'too-much-memory' : 'broken', error)
  }
  throw new UnreadableMail('broken')
}

const inBuffer = (bytes: Uint8Array<ArrayBuffer>) =>
  Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)

/**
 * Runs a job in a thread, which is ended when the job takes too long or too much memory.
 * @param take gets the parts that were asked for, one after another; its time does not count
 * @returns the last answer
 */
async function run(
  raw: Buffer | Readable,
  job: ReaderJob,
  limits: Limits,
  take: (part: number, bytes: Buffer) => Promise<void>,
): Promise<FromReader> {
  const worker = await takeWorker(limits.heapMb)
  let leftMs = limits.timeMs
  let bytes = 0
  async function send(piece: Uint8Array<ArrayBuffer> | null): Promise<FromReader> {
    const begunAt = performance.now()
    worker.postMessage(piece satisfies ToReader, piece ? [piece.buffer] : [])
    const answer = await answerOf(worker, leftMs)
    leftMs -= performance.now() - begunAt
    if ('unreadable' in answer) throw new UnreadableMail(answer.unreadable, answer.detail)
    if ('parts' in answer) for (const one of answer.parts) await take(one.part, inBuffer(one.bytes))
    return answer
  }
  try {
    worker.postMessage(job satisfies ToReader)
    for await (const chunk of Buffer.isBuffer(raw) ? [raw] : (raw as AsyncIterable<Buffer>)) {
      bytes += chunk.length
      if (bytes > limits.bytes) throw new UnreadableMail('too-large')
      for (const piece of piecesOf(chunk)) await send(piece)
    }
    const answer = await send(null)
    if (bytes > keptUpToBytes) await worker.terminate()
    else keepWorker(worker, limits.heapMb)
    return answer
  } catch (error) {
    await worker.terminate()
    throw error
  }
}

/**
 * Reads a mail in a thread of its own, within limits of time and memory. Time in which `raw` brings nothing does not count.
 * @param raw bytes of the message (RFC 5322)
 * @throws {UnreadableMail} for a mail that cannot be read; errors of the stream itself are thrown as they are
 */
export async function readMail(raw: Buffer | Readable, limits: Limits = readLimits): Promise<ReadMail> {
  const answer = await run(raw, { fileBytes: limits.fileBytes }, limits, () => Promise.resolve())
  if (!('mail' in answer)) throw new UnreadableMail('broken')
  const files = answer.mail.files.map((file) => ({
    ...file,
    bytes: Buffer.from(file.bytes.buffer, file.bytes.byteOffset, file.bytes.byteLength),
  }))
  return { ...answer.mail, files }
}

/**
 * Brings the files of a mail one after another, also those that `readMail` left out, so that one at a time is in memory.
 * @param raw the same message once more
 * @param take gets each file with its bytes, not in the order of `files`
 * @throws {UnreadableMail} as `readMail`
 */
export async function readFiles(
  raw: Buffer | Readable,
  files: readonly MailFile[],
  take: (file: MailFile) => Promise<void>,
  limits: Limits = readLimits,
): Promise<void> {
  for (const file of files) if (!file.later) await take(file)
  const byPart = new Map(files.flatMap((file) => (file.later ? [[file.later.part, file] as const] : [])))
  if (byPart.size === 0) return
  await run(raw, { parts: [...byPart.keys()] }, limits, async (part, bytes) => {
    const file = byPart.get(part)
    if (file) await take({ ...file, bytes, later: undefined })
  })
}
