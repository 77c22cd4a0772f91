import type { ReplyTokens } from '#features/mail-threads/server/public/reply-address.ts'
import { findOwn, type InboundAddresses } from '#features/mail-settings/server/service.ts'
import { tokenInAddress, tokensIn } from '#features/mail-threads/server/public/reply-address.ts'
import { findTicketByNumber, listWholeTickets } from '#features/tickets/server/queries.ts'
import type { WholeRow } from '#features/tickets/server/public/ticket-rows.ts'
import { isStaff } from '#features/users/policy.ts'
import { domainOf } from '#platform/contract/domain-of.ts'
import { personEmail } from '#platform/contract/fields.ts'
import type { Reader } from '#platform/server/database/query-builder.ts'
import type { MailAddress } from '../contract.ts'
import {
  decide,
  findSender,
  noneRecent,
  numbersIn,
  type Author,
  type Decision,
  type FoundTicket,
} from '../policy.ts'
import type { Checked } from '#features/mail-reading/server/public/check-sender.ts'
import { dmarcOf } from '#features/mail-reading/server/public/dmarc-of.ts'
import type { ReadMail } from '#features/mail-reading/server/public/read-mail.ts'
import { countRecent, findCopy, findDomainClient, findMessages, type AnsweredMail } from './find-known.ts'
import { findSupplierTicket, isToSupplier } from './find-supplier.ts'
import { findAuthor } from './public/find-author.ts'
import { findInboundSettings, type MailRow } from './queries.ts'
import type { Suggested } from './understood.ts'

export interface JudgeParts {
  tokens: ReplyTokens
  inboundAddresses: InboundAddresses
}

export interface Judgement {
  decision: Decision
  /** Address that counts as the sender's; null: none could be read. */
  sender: { name: string; address: string } | null
  suggestion: Suggested
  /** From and copies are the author's word: DMARC passed, or the mail answers one that its author was sent. */
  isProved: boolean
  /** Ticket of the thread. */
  ticket: WholeRow | undefined
  isOwn(address: string): boolean
}

type Candidate = Pick<FoundTicket, 'way'> & AnsweredMail

/** Message-IDs that a mail answers, the nearest first. */
export const answeredBy = ({ bouncedMessageId, inReplyTo, references }: ReadMail): string[] => [
  ...(bouncedMessageId === null ? [] : [bouncedMessageId]),
  ...inReplyTo,
  ...references.toReversed(),
]

const unknownMail = { isInternal: false, recipientId: null, sentAt: null } as const

/** A person reads a mail before they answer it. */
const quickMs = 60_000

async function listCandidates(
  reader: Reader,
  { tokens }: JudgeParts,
  row: Pick<MailRow, 'recipients'>,
  mail: ReadMail,
): Promise<Candidate[]> {
  const written = [
    ...row.recipients,
    ...mail.to.map(({ address }) => address),
    ...mail.cc.map(({ address }) => address),
  ]
  const signed = (way: Candidate['way'], found: readonly string[]) =>
    found.flatMap((token): Candidate[] => {
      const ticketId = tokens.ticketOf(token)
      return ticketId === null ? [] : [{ way, ticketId, ...unknownMail }]
    })
  const messages = await findMessages(reader, answeredBy(mail))
  const known = (way: Candidate['way'], ids: readonly string[]) =>
    ids.flatMap((id): Candidate[] => {
      const found = messages.get(id)
      return found ? [{ way, ...found }] : []
    })
  const byNumber = await Promise.all(
    numbersIn(mail.subject)
      .slice(0, 3)
      .map((number) => findTicketByNumber(reader, number)),
  )
  return [
    ...signed(
      'token',
      written.flatMap((address) => tokenInAddress(address) ?? []),
    ),
    ...known('in-reply-to', [
      ...(mail.bouncedMessageId === null ? [] : [mail.bouncedMessageId]),
      ...mail.inReplyTo,
    ]),
    ...known('references', mail.references.toReversed()),
    ...signed('quoted-token', tokensIn(mail.whole).slice(0, 20)),
    ...byNumber.flatMap((ticketId): Candidate[] =>
      ticketId === undefined ? [] : [{ way: 'number', ticketId, ...unknownMail }],
    ),
  ]
}

interface Thread {
  found: FoundTicket
  whole: WholeRow
  /** The mail answers one that its author was sent. */
  isAnswer: boolean
  isQuick: boolean
}

/** Finds the ticket of a mail: the first of its candidates that is there. */
async function findTicket(
  reader: Reader,
  parts: JudgeParts,
  row: Pick<MailRow, 'recipients' | 'receivedAt'>,
  mail: ReadMail,
  author: Author | undefined,
): Promise<Thread | undefined> {
  // Only staff were sent mails about internal comments.
  const candidates = (await listCandidates(reader, parts, row, mail)).filter(
    ({ isInternal }) => !isInternal || (author !== undefined && isStaff(author)),
  )
  if (candidates.length === 0) return undefined
  const rows = await listWholeTickets(reader, [...new Set(candidates.map(({ ticketId }) => ticketId))])
  for (const { ticketId, way, isInternal } of candidates) {
    const whole = rows.find(({ id }) => id === ticketId)
    if (!whole) continue
    const { id, clientId, createdById, filedForClient, participantIds } = whole
    const visibility = { clientId, createdById, filedForClient, participantIds }
    const named = candidates.filter((one) => one.ticketId === id)
    const isAnswer = named.some(({ recipientId }) => author !== undefined && recipientId === author.id)
    const isQuick = named.some(
      ({ sentAt }) => sentAt !== null && row.receivedAt.getTime() - sentAt.getTime() < quickMs,
    )
    // A token beside it does not make an answer to something internal public.
    const isWithin =
      named.some((one) => one.way === 'in-reply-to' && one.isInternal) ||
      (author !== undefined && isStaff(author) && (await isToSupplier(reader, id, mail)))
    const found = { id, ...visibility, way, isInternal: isInternal || isWithin }
    return { whole, found, isAnswer, isQuick }
  }
  return undefined
}

async function findForwarded(reader: Reader, sender: MailAddress) {
  const { author } = await findAuthor(reader, sender.address)
  const isOfClient = author !== undefined && !isStaff(author)
  const [own] = isOfClient ? author.clients : []
  return {
    author: isOfClient ? author : undefined,
    client: own ?? (await findDomainClient(reader, sender.address)),
    sender,
  }
}

/** Mails from the null path want no answer (RFC 5321, 4.5.5); the listener is told it, and no header need say so. */
const isFromNullPath = ({ door, envelopeFrom }: Pick<MailRow, 'door' | 'envelopeFrom'>): boolean =>
  door === 'smtp' && envelopeFrom === ''

/** Letters that look like others make no new person. */
const personAddress = personEmail()

/** A mail that was read, and what the own check of its sender has found; undefined: nobody checked here. */
export interface CheckedMail extends ReadMail {
  checked?: Checked | undefined
}

function findDmarc(
  { checked, headers }: CheckedMail,
  authenticationServer: string | null,
  address: string,
): 'pass' | 'fail' | null {
  const domain = domainOf(address)
  // Before the first hop, any header is the sender's own.
  if (!checked) return dmarcOf(headers, authenticationServer, domain)
  return checked.dmarc === 'pass' && checked.domain !== domain ? null : checked.dmarc
}

/** Finds who wrote a mail and where it belongs, and decides what it becomes. Changes nothing. */
export async function judge(
  reader: Reader,
  parts: JudgeParts,
  row: Pick<
    MailRow,
    'id' | 'recipients' | 'door' | 'envelopeFrom' | 'messageId' | 'receivedAt' | 'trayReason'
  >,
  mail: CheckedMail,
  now: Date,
): Promise<Judgement> {
  const { formSenders, authenticationServer } = await findInboundSettings(reader)
  const isOwn = await findOwn(reader, parts)
  const sender = findSender(mail, { isOwn, formSenders })
  const address = 'address' in sender ? sender.address : undefined
  const { author, isBlocked } =
    address === undefined ? { author: undefined, isBlocked: false } : await findAuthor(reader, address)
  const thread = await findTicket(reader, parts, row, mail, author)
  const subject = mail.subject
  const supplierTicketId =
    address === undefined
      ? undefined
      : await findSupplierTicket(reader, { address, subject, threadId: thread?.found.id })
  const recent =
    address === undefined && !thread
      ? noneRecent
      : await countRecent(reader, now, {
          id: row.id,
          sender: address ?? '',
          subject,
          ticketId: thread?.found.id,
          supplierTicketId,
        })
  const inner = author && isStaff(author) && mail.forwarded
  const forwarded = inner && !isOwn(inner.address) ? await findForwarded(reader, inner) : undefined
  const mayBecomePerson =
    address !== undefined && !author && personAddress.safeParse(address).data === address
  const domainClient = mayBecomePerson ? await findDomainClient(reader, address) : undefined
  const dmarc = findDmarc(mail, authenticationServer, address ?? '')
  const decision = decide({
    sender,
    isBlocked,
    copyOf: address === undefined ? undefined : await findCopy(reader, row, { address, date: mail.date }),
    dmarc,
    isAnswer: thread?.isAnswer ?? false,
    isQuick: thread?.isQuick ?? false,
    author,
    domainClient,
    ticket: thread?.found,
    supplierTicketId,
    automatic: mail.automatic ?? (isFromNullPath(row) ? { kind: 'notification', isGuess: false } : null),
    isOfForm: address !== undefined && mail.from !== null && mail.from.address !== address,
    // Only a decision of the desk leads out of the tray, to be understood anew.
    isVouched: row.trayReason !== null,
    forwarded,
    recent,
  })
  const [onlyClient, ...others] = author?.clients ?? []
  const clientId =
    forwarded?.client?.id ?? domainClient?.id ?? (others.length === 0 ? onlyClient?.id : undefined)
  const personId = forwarded?.author?.id ?? (author && !isStaff(author) ? author.id : undefined)
  return {
    decision,
    sender: 'address' in sender ? sender : null,
    isProved: mail.from?.address === address && (dmarc === 'pass' || thread?.isAnswer === true),
    ticket: thread?.whole,
    isOwn,
    suggestion: {
      ...(thread && { ticketId: thread.found.id }),
      ...(personId !== undefined && { personId }),
      ...(clientId !== undefined && { clientId }),
      ...(others.length > 0 && { clientIds: author?.clients.map(({ id }) => id) }),
      ...(forwarded && { sender: forwarded.sender }),
    },
  }
}
