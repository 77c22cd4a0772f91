import { EventEmitter, on, once } from 'node:events'
import { appendFile, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { Worker } from 'node:worker_threads'
import type { Checked, Sending } from './check-sender.ts'
import {
  readLimits,
  UnreadableMail,
  type MailFile,
  type ReadMail,
  type UnreadableReason,
} from './read-mail.ts'

/** Begins a mail: to understand it, only to bring the bytes of some parts, or to check who sent it. */
export type ReaderJob = { fileBytes: number } | { parts: readonly number[] } | { sending: Sending }
/** Messages to the thread: the job, then the mail piece by piece, then null. */
export type ToReader = ReaderJob | Uint8Array<ArrayBuffer> | null
/** Answers of the thread to each piece, and to the end. */
export type FromReader =
  | { ready: true; parts: { part: number; bytes: Uint8Array<ArrayBuffer> }[] }
  | { mail: ReadMail }
  | { checked: Checked }
  | { unreadable: UnreadableReason; detail: string }

type Limits = Record<'timeMs' | 'bytes' | 'heapMb' | 'fileBytes', number>

const pieceBytes = 256 * 1024
/** Loading the parsers is no fault of the mail. */
const startsWithinMs = 60_000
/** Loading the parsers again for each of many mails would take longer than reading them. */
const idleMs = 10_000

/** A thread that read a larger mail ends, because its memory would stay. */
const keptUpToBytes = 2 * 1024 * 1024

/** Small mails share a thread, because each costs much memory. A mail that takes long keeps no other waiting. */
const sharesAfterMs = 250

let idle: { worker: Worker; heapMb: number; timer: NodeJS.Timeout } | undefined
let threads = 0
const freed = new EventEmitter<{ thread: [] }>().setMaxListeners(0)

const isAllBusy = () => !idle && threads > 0

async function waitForIdle(): Promise<void> {
  const signal = AbortSignal.timeout(sharesAfterMs)
  while (isAllBusy() && !signal.aborted) await once(freed, 'thread', { signal }).catch(() => undefined)
}

async function takeWorker(heapMb: number): Promise<Worker> {
  await waitForIdle()
  const kept = idle
  idle = undefined
  if (kept) clearTimeout(kept.timer)
  if (kept?.heapMb === heapMb) {
    kept.worker.ref()
    return kept.worker
  }
  void kept?.worker.terminate()
  const worker = new Worker(new URL('../read-mail-worker.ts', import.meta.url), {
    execArgv: [],
    resourceLimits: { maxOldGenerationSizeMb: heapMb, maxYoungGenerationSizeMb: 4 },
  })
  threads += 1
  worker.once('exit', () => {
    threads -= 1
    freed.emit('thread')
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
  freed.emit('thread')
}

function* piecesOf(bytes: Uint8Array): Generator<Uint8Array<ArrayBuffer>> {
  // Copies, because the thread takes the memory over.
  for (let at = 0; at < bytes.length; at += pieceBytes)
    yield Uint8Array.from(bytes.subarray(at, at + pieceBytes))
}

const isAnswer = (message: object): message is FromReader =>
  ['ready', 'mail', 'checked', 'unreadable'].some((key) => key in message)

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
 * @param take gets pieces of the parts that were asked for, one part after another; its time does not count
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

/** Answers of DNS take longer than reading. */
const checksForMs = 20_000

/**
 * Checks SPF, DKIM and DMARC of a mail in a thread, by DNS.
 * @param raw bytes of the message (RFC 5322)
 * @returns null when it could not be checked in time
 */
export async function checkMail(raw: Buffer | Readable, sending: Sending): Promise<Checked | null> {
  try {
    const limits = { ...readLimits, timeMs: checksForMs }
    const answer = await run(raw, { sending }, limits, () => Promise.resolve())
    return 'checked' in answer ? answer.checked : null
  } catch (error) {
    if (error instanceof UnreadableMail) return null
    throw error
  }
}

/** File of a mail whose content lies on the disk. */
export interface SpooledFile {
  path: string
  size: number
}

/**
 * Brings the files of a mail one after another; those that `readMail` left out are never in memory as a whole.
 * @param raw the same message once more
 * @param take gets each file, not in the order of `files`; `spooled` where its bytes were left out, until it returns
 * @throws {UnreadableMail} as `readMail`
 */
export async function readFiles(
  raw: Buffer | Readable,
  files: readonly MailFile[],
  take: (file: MailFile, spooled?: SpooledFile) => Promise<void>,
  limits: Limits = readLimits,
): Promise<void> {
  for (const file of files) if (!file.later) await take(file)
  const later = files.flatMap((file) => (file.later ? [{ file, ...file.later }] : []))
  if (later.length === 0) return
  const folder = await mkdtemp(join(tmpdir(), 'signalbox-files-'))
  const pathOf = (part: number) => join(folder, String(part))
  try {
    await run(raw, { parts: later.map(({ part }) => part) }, limits, (part, bytes) =>
      appendFile(pathOf(part), bytes, { mode: 0o600 }),
    )
    for (const { file, part, size } of later) await take(file, { path: pathOf(part), size })
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
