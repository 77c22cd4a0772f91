import { once } from 'node:events'
import type { Readable } from 'node:stream'
import { setTimeout as wait } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import type { ImapFlow } from 'imapflow'
import { connect, failureOf, openFolders, type Account } from './connect.ts'
import { MailTooLarge } from './public/mail-too-large.ts'

/** Mails of a folder up to a UID, which counts only within one UIDVALIDITY. */
export interface Position {
  uidValidity: bigint
  lastUid: number
}

/** Mailbox as this session reads it. */
interface Reading {
  account: Account
  folder: string
  moveTo: string | null
  takesOld: boolean
  createdAt: Date
  /** Null before the first look. */
  position: Position | null
}

/** `too-large` and `failing`: it stays in the mailbox. */
type Outcome = 'stored' | 'gone' | 'too-large' | 'failing'

interface Parts {
  reading: Reading
  log: FastifyBaseLogger
  /** Larger mails stay in the mailbox. */
  mostBytes: number
  /** Stores a raw mail together with the position behind it. @throws {MailTooLarge} */
  take(raw: Readable, behind: Position): Promise<void>
  /** Stores the position behind a mail that is gone or stays. @param uid of the mail */
  pass(behind: Position, why: Exclude<Outcome, 'stored'> | 'start', uid: number): Promise<void>
  failing: {
    /** Counts a failure. @returns false when it cannot be of the mail, so that it does not count */
    noteFailure(mail: Position, error: unknown): boolean
    /** True for a mail that gets one last try. */
    isFailing(mail: Position): boolean
  }
  /** Called after each look that found everything. */
  looked(): Promise<void>
  signal: AbortSignal
  /** Pause between looks, beside the server's own news (IDLE), which some servers forget. */
  lookEveryMs?: number
}

/** Reads a mailbox until it is stopped or the connection ends. @throws {MailFailure} and what `take` and `pass` throw */
export async function readMailbox(parts: Parts): Promise<void> {
  const { reading, log, signal, lookEveryMs = 60_000 } = parts
  const ended = new AbortController()
  const client = await connect(reading.account, { onError: (error) => ended.abort(error), signal })
  client.once('close', () => ended.abort())
  try {
    await openFolders(client, reading.folder, reading.moveTo)
    let position = await beginAt(client, parts)
    while (!signal.aborted && client.usable) {
      const raced = new AbortController()
      const until = AbortSignal.any([signal, ended.signal, raced.signal])
      // Listen before looking: a mail may come in between.
      const news = once(client, 'exists', { signal: until })
      news.catch(() => undefined)
      try {
        position = await takeNew(client, position, parts)
        await parts.looked()
        await Promise.race([news, wait(lookEveryMs, undefined, { signal: until, ref: false })])
      } finally {
        // Else each quiet look would leave its listeners.
        raced.abort()
      }
    }
  } catch (error) {
    if (signal.aborted) return
    throw client.usable ? error : failureOf(ended.signal.reason ?? error, reading.account)
  } finally {
    if (client.usable) await client.logout().catch(() => log.debug('a mailbox was left without a farewell'))
    client.close()
  }
}

/** Finds the first UID of a mailbox that was never read, or whose UIDs are new. */
async function beginAt(client: ImapFlow, { reading, pass }: Parts): Promise<Position> {
  const { position, takesOld, createdAt } = reading
  if (!client.mailbox) throw new Error('no folder is open')
  const { uidValidity, uidNext } = client.mailbox
  if (position?.uidValidity === uidValidity) return position
  let lastUid = 0
  if (!takesOld && position === null) lastUid = uidNext - 1
  else if (!takesOld) {
    // UIDs are counted anew: mails since the beginning are known by their content.
    const since = await client.search({ since: createdAt }, { uid: true })
    lastUid = (since && since.length > 0 ? Math.min(...since) : uidNext) - 1
  }
  const start = { uidValidity, lastUid }
  await pass(start, 'start', lastUid)
  return start
}

/**
 * Takes all mails behind a position, the oldest first. No command runs inside another. A mail that has failed gets
 * its last try after a later one was stored: as long as nothing can be stored, none is passed over.
 */
async function takeNew(client: ImapFlow, from: Position, parts: Parts): Promise<Position> {
  const found = await client.search({ uid: `${from.lastUid + 1}:*` }, { uid: true })
  // The range of a server always holds its last mail.
  const uids = (found || []).filter((uid) => uid > from.lastUid).toSorted((a, b) => a - b)
  let position = from
  for (const [place, uid] of uids.entries()) {
    const behind = { ...position, lastUid: uid }
    const isLastTry =
      parts.failing.isFailing(behind) && (await isOneStored(client, uids.slice(place + 1), position, parts))
    const outcome = await tryOne(client, { uid, behind, isLastTry }, parts)
    if (outcome !== 'stored') await parts.pass(behind, outcome, uid)
    position = behind
  }
  return position
}

/**
 * Stores one of these mails, and leaves the position where it is: a stop loses no mail before it. In its turn it is
 * taken again, and known by its content.
 */
async function isOneStored(
  client: ImapFlow,
  uids: number[],
  position: Position,
  parts: Parts,
): Promise<boolean> {
  for (const uid of uids) {
    if (parts.failing.isFailing({ ...position, lastUid: uid })) continue
    if ((await tryOne(client, { uid, behind: position }, parts)) === 'stored') return true
  }
  return false
}

interface Try {
  uid: number
  /** Position to store with the mail. */
  behind: Position
  isLastTry?: boolean
}

/** Tries to take a mail, and notes its failure. @returns `failing` for a failure of the last try */
async function tryOne(client: ImapFlow, { uid, behind, isLastTry }: Try, parts: Parts): Promise<Outcome> {
  if (!client.usable) throw new Error('the connection has ended')
  try {
    return await takeOne(client, uid, behind, parts)
  } catch (error) {
    // A stop closes the connection.
    if (parts.signal.aborted) throw error
    const isCounted = parts.failing.noteFailure({ ...behind, lastUid: uid }, error)
    if (isCounted && isLastTry) return 'failing'
    throw error
  }
}

async function takeOne(client: ImapFlow, uid: number, behind: Position, parts: Parts): Promise<Outcome> {
  const { take, mostBytes, log, reading } = parts
  const range = String(uid)
  const head = await client.fetchOne(range, { size: true }, { uid: true })
  if (!head) return 'gone'
  if ((head.size ?? 0) > mostBytes) return 'too-large'
  const mail = await client.download(range, undefined, { uid: true, chunkSize: 256 * 1024 })
  if (!mail.content) return 'gone'
  try {
    await take(mail.content, behind)
  } catch (error) {
    if (error instanceof MailTooLarge) return 'too-large'
    throw error
  }
  // The mail is stored, so it may stay as it is.
  if (!(await mark(client, range, reading.moveTo).catch(() => false)))
    log.info('a stored mail could not be marked in its mailbox')
  return 'stored'
}

/** Marks a mail as read, and moves it. @returns false when the server refuses */
async function mark(client: ImapFlow, range: string, moveTo: string | null): Promise<boolean> {
  const isSeen = await client.messageFlagsAdd(range, [String.raw`\Seen`], { uid: true })
  const isMoved = moveTo === null || (await client.messageMove(range, moveTo, { uid: true })) !== false
  return isSeen && isMoved
}
