import type { Readable } from 'node:stream'
import type { FastifyBaseLogger } from 'fastify'
import { recordBounce, rememberMail } from '#features/mail-threads/server/service.ts'
import type { Viewer } from '#features/users/contract.ts'
import { AppError, statusByCode } from '#platform/contract/errors.ts'
import { limits } from '#platform/contract/limits.ts'
import { lockName } from '#platform/server/database/lock-name.ts'
import type { Database } from '#platform/server/database/query-builder.ts'
import type { ObjectStore } from '#platform/server/store/object-store.ts'
import type { DoWork, Work } from '#platform/server/work.ts'
import type { TrayReason } from '../contract.ts'
import type { Decision } from '../policy.ts'
import { becomeComment, becomeTicket, type Became } from './become.ts'
import { bringFiles, type BroughtFiles } from '#features/mail-reading/server/public/bring-files.ts'
import { answeredBy, judge, type CheckedMail, type JudgeParts, type Judgement } from './judge.ts'
import { namesOf } from '#features/mail-reading/server/public/names-of.ts'
import type { Checked } from '#features/mail-reading/server/public/check-sender.ts'
import type { ReadMail } from '#features/mail-reading/server/public/read-mail.ts'
import { isAnyWaiting } from './find-known.ts'
import type { MailRow } from './queries.ts'
import {
  createSender,
  dropListCopies,
  holdMail,
  isLastTry,
  lockMail,
  noteEvent,
  noteSupplierMail,
  postponeMail,
  putIntoTray,
  settleMail,
} from './service.ts'
import { describeMail } from './understood.ts'

export interface UnderstandParts extends JudgeParts {
  db: Database
  work: DoWork
  store: ObjectStore
  log: FastifyBaseLogger
  clock: { now(): Date }
  maxFileBytes: number
  clientGb: number
  readMail(raw: Readable): Promise<ReadMail>
  /** Checks the host that sent a mail; null: it could not be checked. */
  checkMail(raw: Readable, host: { ip: string; helo: string; envelopeFrom: string }): Promise<Checked | null>
}

const noFiles: BroughtFiles = { stored: [], leftOut: [] }

/** The author of a decision, and what decides about stored files; equal plans may use them. */
const planOf = (decision: Decision): string => {
  if (decision.kind === 'comment') return `comment ${decision.author.id} ${decision.ticket.id}`
  return decision.kind === 'ticket' ? `ticket ${decision.author.id}` : decision.kind
}

const authorOf = (decision: Decision): Viewer | undefined =>
  'author' in decision ? decision.author : undefined

/** Says that the decision is no longer the one that was prepared; the caller judges again. */
class Changed extends Error {}

/** Opens the source. @throws {Error} once it was removed */
export const rawOf = async (
  store: ObjectStore,
  { objectPath }: Pick<MailRow, 'objectPath'>,
): Promise<Readable> => {
  if (objectPath === null) throw new Error('the source of this mail is not stored any more')
  return store.read(objectPath)
}

/** Chooses the reason shown in the tray: a refusal, or a fault of the server. */
function reasonOf({ code }: AppError, { ticket }: Judgement): TrayReason {
  if (statusByCode[code] >= 500) return 'unreadable'
  return code === 'forbidden' && ticket ? 'not-of-ticket' : 'refused'
}

const mostRounds = 5
/** A mail waits for an earlier one that it answers, but not for long. */
const waitsForMs = 60_000

async function settleBecame(
  unit: Work,
  row: MailRow,
  judgement: Judgement,
  became: Became,
  reason: MailRow['reason'],
) {
  await dropListCopies(unit, row, became)
  await settleMail(unit, row.id, {
    state: 'done',
    outcome: became.commentId === null ? 'ticket' : 'comment',
    reason: became.isFollowUp ? 'follow-up' : reason,
    ticketId: became.ticketId,
    commentId: became.commentId,
    suggestion: judgement.suggestion,
    senderAddress: judgement.sender?.address ?? null,
    understood: became.understood,
  })
}

/** Marks the mails of ours that came back; others are nobody's. */
async function noteBounces(
  unit: Work,
  { bounces, bouncedMessageId }: ReadMail,
  ticketId: string | undefined,
) {
  for (const { address, status, diagnostic, action } of bounces) {
    const byTicket = ticketId === undefined ? undefined : { ticketId, address }
    const of = bouncedMessageId === null ? byTicket : { messageId: bouncedMessageId }
    if (of) await recordBounce(unit, { of, status, diagnostic, isForGood: action === 'failed' })
  }
}

/** Applies a decision in this unit of work. */
async function apply(
  unit: Work,
  row: MailRow,
  mail: ReadMail,
  judgement: Judgement,
  files: BroughtFiles,
): Promise<void> {
  const { decision, sender, suggestion, ticket, isOwn } = judgement
  const known = { understood: describeMail(mail), senderAddress: sender?.address ?? null }
  const bringing = { row, mail, files, isOwn }
  switch (decision.kind) {
    case 'drop':
      return settleMail(unit, row.id, { state: 'dropped', outcome: 'nothing', reason: 'blocked', ...known })
    case 'nothing':
      await noteBounces(unit, mail, undefined)
      return settleMail(unit, row.id, {
        state: 'done',
        outcome: 'nothing',
        reason: decision.reason,
        ticketId: decision.ticketId,
        ...known,
      })
    case 'tray':
      return putIntoTray(unit, row.id, decision.reason, { ...known, suggestion })
    case 'held':
      await noteBounces(unit, mail, decision.ticketId)
      return holdMail(unit, row.id, { ticketId: decision.ticketId, known })
    case 'supplier':
      await noteBounces(unit, mail, decision.ticketId)
      // Nobody else has it, so that only the supplier's next mail can answer it.
      if (mail.messageId !== null)
        await rememberMail(unit, {
          messageId: mail.messageId,
          ticketId: decision.ticketId,
          direction: 'in',
          userId: null,
        })
      return noteSupplierMail(unit, row.id, { ticketId: decision.ticketId, known })
    case 'event': {
      const { kind = 'auto-reply', until = null } = mail.automatic ?? {}
      await noteBounces(unit, mail, decision.ticketId)
      return noteEvent(unit, row.id, { ticketId: decision.ticketId, known, kind, until })
    }
    case 'comment': {
      if (!ticket) throw new Changed()
      const { author, ticket: found } = decision
      const became = await becomeComment(unit, author, ticket, {
        ...bringing,
        isInternal: found.isInternal,
        isProved: judgement.isProved,
      })
      return settleBecame(unit, row, judgement, became, found.way)
    }
    case 'ticket': {
      const { author, client, reason, isFiled } = decision
      const became = await becomeTicket(unit, author, client, { ...bringing, isFiled })
      return settleBecame(unit, row, judgement, became, reason)
    }
    case 'make-person':
      throw new Changed()
  }
}

/**
 * Makes the function that understands one claimed mail: reads it, judges, stores its files, and decides in one
 * unit of work. A kill before the commit leaves the mail as it was; uploads that it left are swept.
 */
export function createUnderstanding(parts: UnderstandParts) {
  const { db, work, store, log, clock } = parts
  const fileParts = { work, store, maxFileBytes: parts.maxFileBytes, clientGb: parts.clientGb }

  /** Checks a mail that came from the host of another. Unchecked ones have no verdict, and no header of theirs counts. */
  async function check(row: MailRow): Promise<Checked | undefined> {
    const { remoteAddress: ip, helo, envelopeFrom } = row
    if (ip === null) return undefined
    const checked = await parts.checkMail(await rawOf(store, row), { ip, helo: helo ?? '', envelopeFrom })
    return checked ?? { dmarc: null, domain: '' }
  }

  async function decideIn(
    unit: Work,
    row: MailRow,
    mail: CheckedMail,
    planned: Judgement,
    files: BroughtFiles,
  ) {
    // Serializes mails of a sender and of a ticket, whose rates decide.
    if (planned.sender) await lockName(unit, 'inbound sender', planned.sender.address)
    if (planned.ticket) await lockName(unit, 'inbound ticket', planned.ticket.id)
    if (!(await lockMail(unit, row.id, 'received'))) return undefined
    const judgement = await judge(unit.tx, parts, row, mail, unit.now)
    if (planOf(judgement.decision) !== planOf(planned.decision)) throw new Changed()
    await apply(unit, row, mail, judgement, files)
    return judgement.decision
  }

  /** Puts a mail that was read and refused into the tray, with all that is known of it. */
  async function leaveToDesk(
    unit: Work,
    row: MailRow,
    mail: CheckedMail,
    judgement: Judgement,
    error: AppError,
  ) {
    if (!(await lockMail(unit, row.id, 'received'))) return undefined
    const decision: Decision = { kind: 'tray', reason: reasonOf(error, judgement) }
    await apply(unit, row, mail, { ...judgement, decision }, noFiles)
    return decision
  }

  async function tryOnce(row: MailRow, mail: CheckedMail): Promise<Decision | undefined> {
    const judgement = await judge(db, parts, row, mail, clock.now())
    const { decision, sender } = judgement
    if (decision.kind === 'make-person' && sender) {
      const names = { address: sender.address, ...namesOf(sender) }
      await work((unit) => createSender(unit, { ...names, client: decision.client, actorId: null }))
      throw new Changed()
    }
    const author = authorOf(decision)
    const most = decision.kind === 'comment' ? limits.comment : limits.description
    const openRaw = () => rawOf(store, row)
    try {
      const files = author ? await bringFiles(fileParts, author, { mail, most, openRaw }) : noFiles
      return await work((unit) => decideIn(unit, row, mail, judgement, files))
    } catch (error) {
      if (!(error instanceof AppError) || !isLastTry(row)) throw error
      log.warn({ id: row.id, refusal: error.message }, 'a mail was left to the desk')
      return work((unit) => leaveToDesk(unit, row, mail, judgement, error))
    }
  }

  return async function understand(row: MailRow): Promise<void> {
    const read = await parts.readMail(await rawOf(store, row))
    const mail = { ...read, checked: await check(row) }
    const isFresh = clock.now().getTime() - row.receivedAt.getTime() < waitsForMs
    if (isFresh && (await isAnyWaiting(db, answeredBy(mail), row)))
      return work((unit) => postponeMail(unit, row.id))
    for (let round = 1; ; round++)
      try {
        const decision = await tryOnce(row, mail)
        if (decision)
          log.info(
            {
              id: row.id,
              mailbox: row.mailboxes[0],
              outcome: decision.kind,
              reason: 'reason' in decision ? decision.reason : undefined,
            },
            'a mail was understood',
          )
        return
      } catch (error) {
        if (!(error instanceof Changed) || round === mostRounds) throw error
      }
  }
}
