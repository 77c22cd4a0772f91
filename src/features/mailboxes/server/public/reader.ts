import type { Readable } from 'node:stream'
import { setTimeout as wait } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import type { Database } from '#platform/server/database/query-builder.ts'
import type { Bus } from '#platform/server/bus.ts'
import { onMailboxesChanged } from '../changed.ts'
import type { NodeIdentity } from '#platform/server/process/node-identity.ts'
import { MailFailure } from '#platform/server/send/mailer.ts'
import type { DoWork, Work } from '#platform/server/work.ts'
import { createFailingMails } from '../failing-mails.ts'
import { isAnyActive, type MailboxRow } from '../queries.ts'
import { LeaseLost, movePosition, noteLook, releaseLeases, renewLeases } from '../leases.ts'
import type { MailboxSecrets } from '../service.ts'
import { readMailbox, type Position } from '../session.ts'

/** Far less than the lease, so that slow renewals lose nothing. */
const renewEveryMs = 5000
/** Without a mailbox; a new one is told by the bus. */
const restMs = 60_000
const firstPauseMs = 5000
const longestPauseMs = 5 * 60_000

interface RawMail {
  raw: Readable
  /** Address of the mailbox. */
  mailbox: string
  /** Called in the unit of work that stores the mail, also when it is known already. */
  stored(unit: Work): Promise<void>
}

export interface ReaderParts {
  work: DoWork
  log: FastifyBaseLogger
  node: Pick<NodeIdentity, 'id'>
  secrets: MailboxSecrets
  mostBytes: number
  db: Database
  bus: Pick<Bus, 'onMessage'>
  /** @throws {MailTooLarge} */
  takeIn(mail: RawMail): Promise<void>
}

interface Session {
  version: string
  stop: AbortController
  ended: Promise<void>
}

/** Doubles from five seconds to five minutes, with jitter, so that mailboxes of one server do not return together. */
const pauseAfter = (failures: number) =>
  Math.min(firstPauseMs * 2 ** (failures - 1), longestPauseMs) * (0.5 + Math.random() / 2)

/** Reads every active mailbox that no other node reads, until it is stopped. */
export function startReader(parts: ReaderParts): { stop(): Promise<void> } {
  const { db, work, log, node, secrets, mostBytes, takeIn, bus } = parts
  const sessions = new Map<string, Session>()
  let running: Promise<void> | undefined
  let isStopped = false
  let restsUntil = 0

  async function read(row: MailboxRow, signal: AbortSignal): Promise<void> {
    const held = { id: row.id, nodeId: node.id, updatedAt: row.updatedAt }
    let position: Position | null =
      row.uidValidity === null ? null : { uidValidity: row.uidValidity, lastUid: row.lastUid }
    let failures = 0
    const failing = createFailingMails()
    while (!signal.aborted)
      try {
        await readMailbox({
          reading: { ...row, account: secrets.accountOf(row), position },
          log,
          mostBytes,
          failing,
          signal,
          async take(raw, behind) {
            const stored = (unit: Work) => movePosition(unit, held, behind)
            await takeIn({ raw, mailbox: row.address, stored })
            position = behind
          },
          async pass(behind, why, uid) {
            const isLeft = why === 'too-large' || why === 'failing'
            await work((unit) => movePosition(unit, held, behind, isLeft))
            position = behind
            if (isLeft) log.warn({ mailboxId: row.id, uid, why }, 'a mail was left in its mailbox')
          },
          async looked() {
            failures = 0
            await work((unit) => noteLook(unit, held, null))
          },
        })
      } catch (error) {
        if (error instanceof LeaseLost || signal.aborted) return
        failures += 1
        const isKnown = error instanceof MailFailure
        log.warn({ mailboxId: row.id, ...(!isKnown && { err: error }) }, 'a mailbox cannot be read')
        const failure = isKnown ? error.message : 'The mails could not be stored. It is tried again.'
        await work((unit) => noteLook(unit, held, failure)).catch(() => undefined)
        await wait(pauseAfter(failures), undefined, { signal, ref: false }).catch(() => undefined)
      }
  }

  function start(row: MailboxRow): Session {
    const stop = new AbortController()
    const ended = read(row, stop.signal).finally(() => {
      // A lease that was lost may come back.
      if (sessions.get(row.id) === session) sessions.delete(row.id)
    })
    const session: Session = { version: row.updatedAt.toISOString(), stop, ended }
    return session
  }

  async function end(id: string): Promise<void> {
    const session = sessions.get(id)
    sessions.delete(id)
    session?.stop.abort()
    await session?.ended
  }

  async function renew(): Promise<void> {
    const isAny = !isStopped && (sessions.size > 0 || (await isAnyActive(db)))
    if (!isAny) restsUntil = performance.now() + restMs
    const rows = isAny ? await work((unit) => renewLeases(unit, node.id)) : []
    const byId = new Map(rows.map((row) => [row.id, row]))
    for (const [id, { version }] of sessions)
      if (byId.get(id)?.updatedAt.toISOString() !== version) await end(id)
    for (const row of rows) if (!sessions.has(row.id)) sessions.set(row.id, start(row))
  }

  function look(): void {
    if (isStopped) return
    running ??= renew()
      .catch((error: unknown) => log.warn({ err: error }, 'the leases of mailboxes could not be renewed'))
      .finally(() => {
        running = undefined
      })
  }

  async function lookAtOnce(): Promise<void> {
    // The look that runs may have begun before the change.
    await running
    restsUntil = 0
    look()
  }

  onMailboxesChanged(bus, () => void lookAtOnce())
  const timer = setInterval(() => {
    if (performance.now() >= restsUntil) look()
  }, renewEveryMs)
  timer.unref()
  look()

  return {
    async stop() {
      isStopped = true
      clearInterval(timer)
      await running
      await Promise.all([...sessions.keys()].map(end))
      await work((unit) => releaseLeases(unit, node.id)).catch(() => undefined)
    },
  }
}
