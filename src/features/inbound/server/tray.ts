import { buffer } from 'node:stream/consumers'
import { and, eq, isNotNull, ne, or } from 'drizzle-orm'
import { findClient } from '#features/clients/server/queries.ts'
import { findOwn } from '#features/mail-settings/server/service.ts'
import { requireVisible } from '#features/tickets/server/queries.ts'
import type { Viewer } from '#features/users/contract.ts'
import { AppError, invalid } from '#platform/contract/errors.ts'
import { i18n } from '#platform/contract/i18n.ts'
import { limits } from '#platform/contract/limits.ts'
import { lockName } from '#platform/server/database/lock-name.ts'
import type { Reader } from '#platform/server/database/query-builder.ts'
import type { DoWork, Work } from '#platform/server/work.ts'
import { inboundMails } from '#tables/inbound-mails.ts'
import type { Attaching, Filing, InboundMail, NewSender } from '../contract.ts'
import type { Author } from '../policy.ts'
import { becomeComment, becomeTicket, type Became } from './become.ts'
import { bringFiles } from '#features/mail-reading/server/public/bring-files.ts'
import { mailHandled, senderRuleRemoved } from './events.ts'
import { UnreadableMail, type ReadMail } from '#features/mail-reading/server/public/read-mail.ts'
import { requireAuthor } from './public/find-author.ts'
import { requireMail, shapeMails, type MailRow } from './queries.ts'
import { createSender, forgetBlock, leasedUntil, lockMail, setRule, settleMail } from './service.ts'
import { readSuggested } from './understood.ts'
import { rawOf, type createUnderstanding, type UnderstandParts } from './understand.ts'

const handledAlready = () =>
  new AppError('conflict', i18n.t('This mail is not in the tray any more. Somebody else decided about it.'))

const notDropped = () =>
  new AppError('conflict', i18n.t('This mail is not dropped any more, or its source is no longer stored.'))

const noAddress = () => new AppError('conflict', i18n.t('This mail has no sender’s address.'))

async function shape(reader: Reader, id: string): Promise<InboundMail> {
  const [mail] = await shapeMails(reader, [await requireMail(reader, id)])
  if (!mail) throw handledAlready()
  return mail
}

/** Locks a mail of the tray. @throws {AppError} `conflict` when somebody decided meanwhile */
async function lockWaiting(unit: Work, id: string): Promise<MailRow> {
  const row = await lockMail(unit, id, 'tray')
  if (!row) throw handledAlready()
  return row
}

/** A mail that cannot be read is brought as a file. */
const unreadable = (raw: Buffer, row: MailRow): ReadMail => ({
  messageId: row.messageId,
  inReplyTo: [],
  references: [],
  subject: '',
  from: null,
  fromText: '',
  sender: null,
  replyTo: [],
  to: [],
  cc: [],
  returnPath: row.envelopeFrom,
  headers: new Map(),
  date: null,
  text: '',
  folded: [],
  whole: '',
  files: [{ kind: 'message', name: 'mail.eml', type: 'message/rfc822', bytes: raw, cid: null, isCut: false }],
  automatic: null,
  bounces: [],
  bouncedMessageId: null,
  forwarded: null,
  marks: [],
})

/** Names the sender above words that stand under a member of the desk. */
function originOf({ from }: ReadMail): string {
  if (!from) return ''
  const name = from.name.replaceAll(/[[\]<>*_`\\]/g, ' ').trim()
  return `${i18n.t('Mail from {sender}', { sender: `${name} <${from.address}>`.trim() })}\n\n`
}

/** Address that becomes a person: the inner sender's of a mail that staff forwarded. */
const personAddressOf = ({ senderAddress, suggestion }: MailRow): string | null =>
  readSuggested(suggestion).sender?.address ?? senderAddress

/** Leaves a mail to be understood again, by the caller first. */
async function receiveAnew(unit: Work, viewer: Viewer, id: string): Promise<void> {
  const dueAt = leasedUntil(unit.now)
  const anew = { state: 'received', outcome: null, reason: null, attempts: 0, doneAt: null, dueAt } as const
  await unit.tx
    .update(inboundMails)
    .set({ ...anew, handledById: viewer.id })
    .where(eq(inboundMails.id, id))
}

async function rememberSender(unit: Work, viewer: Viewer, row: MailRow, author: Author): Promise<void> {
  if (row.senderAddress === null) return
  await setRule(unit, {
    kind: 'person',
    address: row.senderAddress,
    userId: author.id,
    createdById: viewer.id,
  })
}

/** Drops every mail of the tray from this address, too. @throws {AppError} `not_found`; `conflict` */
export async function blockSender(unit: Work, viewer: Viewer, id: string): Promise<InboundMail> {
  const { senderAddress: address } = await lockWaiting(unit, id)
  if (address === null) throw noAddress()
  await setRule(unit, { kind: 'block', address, userId: null, createdById: viewer.id })
  const dropped = { state: 'dropped', outcome: 'nothing', reason: 'blocked', handledById: viewer.id } as const
  await settleMail(unit, id, dropped)
  await unit.tx
    .update(inboundMails)
    .set({ ...dropped, doneAt: unit.now })
    .where(
      and(eq(inboundMails.state, 'tray'), eq(inboundMails.senderAddress, address), ne(inboundMails.id, id)),
    )
  unit.announce(mailHandled({ actorId: viewer.id, subjectId: id, data: { decision: 'blocked' } }))
  return shape(unit.tx, id)
}

/** @throws {AppError} `not_found`; `conflict` */
export async function dropMail(unit: Work, viewer: Viewer, id: string): Promise<InboundMail> {
  await lockWaiting(unit, id)
  await settleMail(unit, id, {
    state: 'dropped',
    outcome: 'nothing',
    reason: 'by-desk',
    handledById: viewer.id,
  })
  unit.announce(mailHandled({ actorId: viewer.id, subjectId: id, data: { decision: 'dropped' } }))
  return shape(unit.tx, id)
}

/** Makes the sender a person, and leaves the mail to be understood as theirs. */
async function makePerson(unit: Work, viewer: Viewer, id: string, input: NewSender): Promise<void> {
  const { clientId, firstName, lastName } = input
  const address = personAddressOf(await requireMail(unit.tx, id))
  if (address === null) throw noAddress()
  await lockName(unit, 'inbound sender', address)
  if (personAddressOf(await lockWaiting(unit, id)) !== address) throw noAddress()
  const client = await findClient(unit.tx, clientId)
  if (!client?.isActive) throw invalid('clientId', i18n.t('There is no such active client'))
  const personId = await createSender(unit, { address, firstName, lastName, client, actorId: viewer.id })
  await receiveAnew(unit, viewer, id)
  unit.announce(mailHandled({ actorId: viewer.id, subjectId: id, data: { decision: 'person', personId } }))
}

/** Takes a dropped mail back. @returns whether it was in the tray before; else it is left to be understood anew */
async function restoreMail(unit: Work, viewer: Viewer, id: string): Promise<boolean> {
  const row = await lockMail(unit, id, 'dropped')
  if (!row || row.objectPath === null) throw notDropped()
  const { senderAddress: address, trayReason, doneAt } = row
  const isBlocked = row.reason === 'blocked' && address !== null
  if (isBlocked && (await forgetBlock(unit, address)))
    unit.announce(senderRuleRemoved({ actorId: viewer.id }))
  const { state, reason, senderAddress, id: mailId, trayReason: waited } = inboundMails
  const isOne = eq(mailId, id)
  const droppedWith = and(
    eq(state, 'dropped'),
    eq(reason, 'blocked'),
    eq(senderAddress, address ?? ''),
    eq(inboundMails.doneAt, doneAt ?? unit.now),
  )
  if (trayReason === null) await receiveAnew(unit, viewer, id)
  else
    await unit.tx
      .update(inboundMails)
      .set({ state: 'tray', outcome: null, reason: waited, doneAt: null, handledById: null })
      .where(and(isNotNull(waited), isBlocked ? or(isOne, droppedWith) : isOne))
  unit.announce(mailHandled({ actorId: viewer.id, subjectId: id, data: { decision: 'restored' } }))
  return trayReason !== null
}

interface Bringing {
  viewer: Viewer
  callWork: DoWork
  id: string
  /** Undefined: the mail is brought as words of the viewer. */
  author: Author | undefined
  remember: boolean | undefined
  decision: 'attached' | 'filed'
}

/**
 * Makes the decisions of the desk that read a mail of the tray. Files are stored, and mails understood, in units of
 * work of the program; `callWork` is that of the request, whose facts name its address.
 */
export function createTray(parts: UnderstandParts, understand: ReturnType<typeof createUnderstanding>) {
  const { db, work: ownWork, store } = parts
  const fileParts = { work: ownWork, store, maxFileBytes: parts.maxFileBytes, clientGb: parts.clientGb }

  async function read(id: string): Promise<{ row: MailRow; mail: ReadMail }> {
    const row = await requireMail(db, id)
    if (row.state !== 'tray') throw handledAlready()
    try {
      return { row, mail: await parts.readMail(await rawOf(store, row)) }
    } catch (error) {
      if (!(error instanceof UnreadableMail)) throw error
      return { row, mail: unreadable(await buffer(await rawOf(store, row)), row) }
    }
  }

  const findChosen = async (personId: string | null | undefined) =>
    personId ? requireAuthor(db, personId) : undefined

  /** Makes a mail of the tray what `become` says, with its files. */
  async function bringMail(
    { viewer, callWork, id, author, remember, decision }: Bringing,
    become: (unit: Work, bringing: Parameters<typeof becomeTicket>[3]) => Promise<Became>,
  ): Promise<InboundMail> {
    const { row, mail } = await read(id)
    const most = decision === 'attached' ? limits.comment : limits.description
    const openRaw = () => rawOf(store, row)
    const files = await bringFiles(fileParts, author ?? viewer, { mail, most, openRaw })
    await callWork(async (unit) => {
      await lockWaiting(unit, id)
      const origin = author ? '' : originOf(mail)
      const isOwn = await findOwn(unit.tx, parts)
      const { ticketId, commentId, understood } = await become(unit, { row, mail, files, origin, isOwn })
      if (remember && author) await rememberSender(unit, viewer, row, author)
      await settleMail(unit, id, {
        state: 'done',
        outcome: commentId === null ? 'ticket' : 'comment',
        reason: 'by-desk',
        ticketId,
        commentId,
        understood,
        handledById: viewer.id,
      })
      const data = { decision, ticketId, ...(author && { personId: author.id }) }
      unit.announce(mailHandled({ actorId: viewer.id, subjectId: id, data }))
    })
    return shape(db, id)
  }

  return {
    /** @throws {AppError} `not_found`; `conflict`; `invalid` for a ticket or person that does not fit */
    async attach(viewer: Viewer, callWork: DoWork, id: string, input: Attaching): Promise<InboundMail> {
      const author = await findChosen(input.personId)
      const { remember } = input
      const bringing = { viewer, callWork, id, author, remember, decision: 'attached' } as const
      return bringMail(bringing, async (unit, brought) => {
        const ticket = await requireVisible(unit.tx, author ?? viewer, input.ticketId).catch(
          (error: unknown) => {
            if (!(error instanceof AppError)) throw error
            throw invalid('ticketId', i18n.t('There is no such ticket, or the person may not see it'))
          },
        )
        const isInternal = author === undefined
        return becomeComment(unit, author ?? viewer, ticket, { ...brought, isInternal })
      })
    },

    /** @throws {AppError} as `attach` */
    async file(viewer: Viewer, callWork: DoWork, id: string, input: Filing): Promise<InboundMail> {
      const author = await findChosen(input.personId)
      const client = await chooseClient(db, author, input.clientId ?? undefined)
      const { remember } = input
      const bringing = { viewer, callWork, id, author, remember, decision: 'filed' } as const
      return bringMail(bringing, (unit, brought) => becomeTicket(unit, author ?? viewer, client, brought))
    },

    /** The mail is understood anew, as that person's. @throws {AppError} as `attach`; `conflict` for a used address */
    async makePerson(viewer: Viewer, callWork: DoWork, id: string, input: NewSender): Promise<InboundMail> {
      await callWork((unit) => makePerson(unit, viewer, id, input))
      await understand(await requireMail(db, id))
      return shape(db, id)
    },

    /**
     * Takes a dropped mail back into the tray. With a blocked sender's the block goes, too, and the mails that it
     * dropped come along. One that never was in the tray is understood anew.
     * @throws {AppError} `not_found`; `conflict` unless it is dropped and its source still stored
     */
    async restore(viewer: Viewer, callWork: DoWork, id: string): Promise<InboundMail> {
      const wasWaiting = await callWork((unit) => restoreMail(unit, viewer, id))
      if (!wasWaiting) await understand(await requireMail(db, id))
      return shape(db, id)
    },
  }
}

/** @throws {AppError} `invalid` on `clientId` */
async function chooseClient(
  reader: Reader,
  author: Author | undefined,
  clientId: string | undefined,
): Promise<{ id: string; name: string }> {
  if (author) {
    const [only, ...others] = author.clients
    const chosen = clientId === undefined ? only : author.clients.find(({ id }) => id === clientId)
    if (!chosen) throw invalid('clientId', i18n.t('The person does not belong to this client'))
    if (clientId === undefined && others.length > 0)
      throw invalid('clientId', i18n.t('The person belongs to several clients. Choose one.'))
    return chosen
  }
  const client = clientId === undefined ? undefined : await findClient(reader, clientId)
  if (!client?.isActive) throw invalid('clientId', i18n.t('There is no such active client'))
  return client
}
