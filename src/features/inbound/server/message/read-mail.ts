import { once } from 'node:events'
import type { Readable } from 'node:stream'
import { Worker } from 'node:worker_threads'

/** Address of a mail's header: decoded, NFC, without control characters, the address in lower case, its domain in ASCII. */
export interface MailAddress {
  name: string
  address: string
}

/** Reasons why a mail is taken for one that no person wrote. */
export type AutomaticKind = 'auto-reply' | 'out-of-office' | 'bounce' | 'list' | 'bulk' | 'notification'

/**
 * Roles of attached files. All but `file` are told apart from what the sender attached: signatures and public keys, an attached mail, an
 * invitation, a delivery report, the `winmail.dat` whose content stands beside it, and the source of a body that was too long to show.
 */
export type MailFileKind =
  | 'file'
  | 'signature'
  | 'key'
  | 'message'
  | 'calendar'
  | 'report'
  | 'container'
  | 'body'

export interface MailFile {
  kind: MailFileKind
  /** Decoded and safe as a file name; never empty, at most 255 bytes, unique within the mail. */
  name: string
  /** Declared type; the upload checks the content itself. */
  type: string
  bytes: Buffer
  /** Content-ID without angle brackets, when the text shows the file in its place as `![name](cid:…)`. */
  cid: string | null
  /** The mail ended within the file. */
  isCut: boolean
}

/** Delivery report (RFC 3464) about one recipient. */
export interface Bounce {
  /** Original recipient where it is known; in lower case. */
  address: string
  /** "5.1.1" */
  status: string
  /** `failed` for good, or only `delayed`. */
  action: 'failed' | 'delayed'
  diagnostic: string
}

export type MailMark =
  /** Bytes that are illegal in their charset were replaced or guessed. */
  | 'undecodable'
  /** The mail ended within a part. */
  | 'cut'
  /** Signed by S/MIME or PGP; nothing is verified. */
  | 'signed'
  | 'encrypted'
  | 'tnef'
  | 'calendar'
  /** Without From, the Sender is taken for it. */
  | 'sender-used'
  /** The text ends at `readLimits.textCharacters`; a file of kind `body` has all of it. */
  | 'shortened'

/** A received mail, understood. All texts are NFC without control characters. */
export interface ReadMail {
  /** Without angle brackets; null when the mail has none. Longer than 250 characters: the SHA-256 in hex. Likewise all Message-IDs. */
  messageId: string | null
  inReplyTo: string[]
  /** From the first to the last; the first one and the latest, at most `readLimits.references`. */
  references: string[]
  subject: string
  /** Null unless the header names exactly one valid address. Encoded words give a name only, never an address. */
  from: MailAddress | null
  /** Decoded From header, for people to read; '' when the mail has none. */
  fromText: string
  sender: MailAddress | null
  replyTo: MailAddress[]
  to: MailAddress[]
  cc: MailAddress[]
  /** Envelope sender by Return-Path; '' for the null path, null when absent. */
  returnPath: string | null
  /** X-Original-From, Delivered-To and others, names in lower case, decoded. */
  headers: ReadonlyMap<string, readonly string[]>
  /** Null when the header is absent or rubbish. */
  date: Date | null
  /** New words as Markdown; pictures in their place as `![name](cid:…)`, remote ones as links. */
  text: string
  /** Quoted mails and signatures, as Markdown, in their order; `text` and these are the whole message. */
  folded: { kind: 'quote' | 'signature'; text: string }[]
  /** Plain text of the whole message, for tokens in quoted parts. */
  whole: string
  files: MailFile[]
  automatic: {
    kind: AutomaticKind
    /** End of an absence as YYYY-MM-DD, when it can be read. */
    until: string | null
    /** Only the wording of the subject says so; no header does. */
    isGuess: boolean
  } | null
  bounces: Bounce[]
  /** Message-ID of the mail that a bounce returns. */
  bouncedMessageId: string | null
  /** Inner sender of a forwarded mail. */
  forwarded: MailAddress | null
  marks: MailMark[]
}

/** Bounds of a mail that is read; lists end there. */
export const readLimits = {
  timeMs: 5000,
  /** Raw message. Larger ones are unreadable. */
  bytes: 50 * 1024 * 1024,
  /** Of JavaScript; bytes of files come on top. */
  heapMb: 48,
  addresses: 200,
  references: 100,
  files: 200,
  parts: 1000,
  headers: 500,
  headerCharacters: 4000,
  subjectCharacters: 1000,
  textCharacters: 200_000,
} as const

export type UnreadableReason = 'too-large' | 'too-slow' | 'too-much-memory' | 'too-many-parts' | 'broken'

/** Thrown by `readMail` alone; the reason is a word for the log and the tray. */
export class UnreadableMail extends Error {
  readonly reason: UnreadableReason

  constructor(reason: UnreadableReason, cause?: unknown) {
    super(`The mail could not be read: ${reason}`, { cause })
    this.name = 'UnreadableMail'
    this.reason = reason
  }
}

/** Messages to the thread: the bytes of a mail piece by piece, then null. */
export type ToReader = Uint8Array | null
/** Messages from the thread: ready for the next piece, the mail, or why it cannot be read. */
export type FromReader =
  | { ready: true }
  | { mail: ReadMail }
  | { unreadable: UnreadableReason; detail: string }

type Limits = Record<'timeMs' | 'bytes' | 'heapMb', number>

const pieceBytes = 256 * 1024
/** Loading the parsers is no fault of the mail. */
const startsWithinMs = 60_000
/** Loading the parsers again for each of many mails would take longer than reading them. */
const idleMs = 10_000

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

/** Waits for the thread. @throws {UnreadableMail} `too-slow`, `too-much-memory` or `broken` */
async function answerOf(worker: Worker, withinMs: number): Promise<FromReader> {
  const signal = AbortSignal.timeout(Math.max(1, Math.ceil(withinMs)))
  try {
    const [message]: FromReader[] = await once(worker, 'message', { signal })
    if (message) return message
  } catch (error) {
    if (signal.aborted) throw new UnreadableMail('too-slow', error)
    const isMemory = error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY'
    throw new UnreadableMail(isMemory ? 'too-much-memory' : 'broken', error)
  }
  throw new UnreadableMail('broken')
}

/**
 * Reads a mail in a thread of its own, which is ended when it takes too long or too much memory. Time in which `raw` brings nothing does not
 * count.
 * @param raw bytes of the message (RFC 5322)
 * @throws {UnreadableMail} for a mail that cannot be read; errors of the stream itself are thrown as they are
 */
export async function readMail(raw: Buffer | Readable, limits: Limits = readLimits): Promise<ReadMail> {
  const worker = await takeWorker(limits.heapMb)
  let leftMs = limits.timeMs
  let bytes = 0
  const send = async (piece: Uint8Array<ArrayBuffer> | null): Promise<FromReader> => {
    const begunAt = performance.now()
    worker.postMessage(piece satisfies ToReader, piece ? [piece.buffer] : [])
    const answer = await answerOf(worker, leftMs)
    leftMs -= performance.now() - begunAt
    if ('unreadable' in answer) throw new UnreadableMail(answer.unreadable, answer.detail)
    return answer
  }
  try {
    for await (const chunk of Buffer.isBuffer(raw) ? [raw] : (raw as AsyncIterable<Buffer>)) {
      bytes += chunk.length
      if (bytes > limits.bytes) throw new UnreadableMail('too-large')
      for (const piece of piecesOf(chunk)) await send(piece)
    }
    const answer = await send(null)
    if (!('mail' in answer)) throw new UnreadableMail('broken')
    keepWorker(worker, limits.heapMb)
    const files = answer.mail.files.map((file) => ({
      ...file,
      bytes: Buffer.from(file.bytes.buffer, file.bytes.byteOffset, file.bytes.byteLength),
    }))
    return { ...answer.mail, files }
  } catch (error) {
    await worker.terminate()
    throw error
  }
}
