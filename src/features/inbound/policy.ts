import { canSee } from '#features/tickets/policy.ts'
import type { Viewer } from '#features/users/contract.ts'
import { isDesk, isStaff } from '#features/users/policy.ts'
import { bareSubject } from '#platform/contract/bare-subject.ts'
import type { MailReason, TrayReason, automaticKinds } from './contract.ts'

type Acting = Pick<Viewer, 'role'>

/** The desk reads the tray and decides about it. */
export const canHandleMail = (viewer: Acting): boolean => isDesk(viewer)
/** Staff read the source behind a comment. */
export const canSeeMails = (viewer: Acting): boolean => isStaff(viewer)

interface Address {
  name: string
  address: string
}

export const canSeeSupplier = (viewer: Acting): boolean => isStaff(viewer)

/** Finds the number of a case as a word of its own: "12" is not in "4712". */
export const namesCase = (subject: string, number: string): boolean => {
  const isPart = (letter: string | undefined) => letter !== undefined && /[\p{L}\p{N}]/u.test(letter)
  const [text, sought] = [subject.toLowerCase(), number.toLowerCase()]
  for (let at = text.indexOf(sought); at !== -1; at = text.indexOf(sought, at + 1))
    if (!isPart(text[at - 1]) && !isPart(text[at + sought.length])) return true
  return false
}

/** Headers of a mail that say who wrote it. */
export interface Written {
  from: Address | null
  /** Decoded From header, for people to read. */
  fromText: string
  replyTo: readonly Address[]
  headers: ReadonlyMap<string, readonly string[]>
}

interface Places {
  /** Tells the addresses of the desk, with or without a token. */
  isOwn(address: string): boolean
  /** Addresses of forms and lists that write for others. */
  formSenders: readonly string[]
}

export type FoundSender = Address | { reason: TrayReason }

const addressIn = (text: string) => /[^\s<>"']+@[^\s<>"']+/.exec(text)?.[0].toLowerCase()

/**
 * Finds the author. From is believed, unless it is the desk's own or a form's: a form's mail is of the person
 * in Reply-To, and a group that rewrote From must name the same person twice.
 */
export function findSender(
  { from, fromText, replyTo, headers }: Written,
  { isOwn, formSenders }: Places,
): FoundSender {
  if (!from) return { reason: fromText.includes('@') ? 'sender-unreadable' : 'no-sender' }
  const [reply, ...others] = replyTo
  const replier = reply && others.length === 0 && !isOwn(reply.address) ? reply : undefined
  if (formSenders.includes(from.address)) return replier ?? { reason: 'own-address' }
  if (!isOwn(from.address)) return from
  const original = headers.get('x-original-from')?.[0]
  if (!replier || original === undefined || addressIn(original) !== replier.address)
    return { reason: 'own-address' }
  return { ...replier, name: replier.name || from.name }
}

/** Numbers of tickets in a subject, each once. */
export const numbersIn = (subject: string): string[] => [
  ...new Set((subject.match(/\bTKT-\d{6,12}\b/gi) ?? []).map((number) => number.toUpperCase())),
]

/** Subject without the marks of replies and forwards, and without numbers of tickets. */
export const topicOf = (subject: string): string =>
  bareSubject(subject.replaceAll(/\[?#?\bTKT-\d{6,12}\b\]?:?/gi, '')).replaceAll(/\s+/g, ' ')

const thanks =
  /^(?:(?:hi|hello|hallo|dear)\b[^\n]{0,40}[\n,!.]\s*)?(?:(?:ok|okay|great|perfect|super|prima|works|klappt|funktioniert|it works|all good|passt)\b[\s,.!-]*)*(?:(?:many |vielen |herzlichen |tausend |besten )?(?:thanks|thank you|thx|danke|dank|merci|gracias|grazie|obrigad[oa]|dziękuję|bedankt|tack)\b)(?:\s+(?:so much|a lot|very much|schön|sehr|nochmals|again|for (?:your|the) (?:quick )?help|für (?:die|ihre) (?:schnelle )?hilfe))?[\s.!,:)-]*(?:\n[^\n]{0,60}){0,2}$/iu

const longestThanks = 160

/** Tells a word of thanks that asks for nothing. */
export const isThanks = (text: string): boolean => {
  const said = text.trim()
  return said.length <= longestThanks && !said.includes('?') && thanks.test(said)
}

/** Person who may be believed, and what they belong to. */
export interface Author extends Viewer {
  isActive: boolean
  /** The address was proved, or nobody can sign in with it. */
  isBelieved: boolean
  clients: readonly { id: string; name: string }[]
  /** Client that the person chose for their mails; null: none. */
  mailClientId: string | null
}

export interface FoundTicket {
  id: string
  clientId: string
  createdById: string
  filedForClient: boolean
  participantIds: readonly string[]
  /** Sign by which the mail found it. */
  way: 'token' | 'in-reply-to' | 'references' | 'quoted-token' | 'number'
  /** The mail that it answers was about an internal comment. */
  isInternal: boolean
}

/**
 * Tells who may write on the ticket of a thread: staff, its author and the managers of its company; and other
 * people of the company, who have the thread from one of these. A number alone opens it to none of the last.
 */
export function mayWrite(author: Author, ticket: FoundTicket): boolean {
  if (isStaff(author)) return true
  if (ticket.isInternal) return false
  if (canSee(author, ticket)) return true
  return (
    ticket.way !== 'number' &&
    ticket.filedForClient &&
    author.clients.some(({ id }) => id === ticket.clientId)
  )
}

/** Counts of similar mails in the time before; `most` holds their limits. */
export interface Recent {
  /** By the sender on this ticket, within ten minutes. */
  onTicket: number
  /** By strangers on this ticket, within a minute and an hour. */
  strangersInMinute: number
  strangersInHour: number
  /** Comments on this ticket by other senders than its author, within ten minutes. */
  byOthers: number
  /** By the sender as the supplier of this ticket, within ten minutes. */
  asSupplier: number
  /** New tickets by the sender with this subject, within ten minutes. */
  sameSubject: number
  /** Comments on this ticket by people of clients that were mailed to others of theirs, within ten minutes. */
  passedOn: number
  /** People made by their mails who wrote on this ticket, within a day. */
  newcomers: number
  /** Automatic mails that became lines on this ticket, within an hour. */
  automatic: number
}

/** No mails alike. */
export const noneRecent: Recent = {
  onTicket: 0,
  strangersInMinute: 0,
  strangersInHour: 0,
  byOthers: 0,
  asSupplier: 0,
  sameSubject: 0,
  passedOn: 0,
  newcomers: 0,
  automatic: 0,
}

const most = {
  onTicket: 10,
  strangersInMinute: 1,
  strangersInHour: 5,
  byOthers: 5,
  asSupplier: 10,
  sameSubject: 10,
  passedOn: 8,
  passedOnQuickly: 2,
  newcomers: 3,
  automatic: 4,
} as const

export interface Known {
  sender: FoundSender
  isBlocked: boolean
  /** Ticket that another copy of this mail came to, as by a list: the author's id and date are the same. */
  copyOf: string | undefined
  /** Result of DMARC; null: nobody checked it, or the domain has no rule. */
  dmarc: 'pass' | 'fail' | null
  /** The mail answers one that this very person was sent, whose id nobody else knows. */
  isAnswer: boolean
  /** It came within a minute after the mail of ours that it answers. */
  isQuick: boolean
  author: Author | undefined
  /** Client that claimed the domain of the sender. */
  domainClient: { id: string; name: string } | undefined
  ticket: FoundTicket | undefined
  /** Ticket whose supplier the sender is. */
  supplierTicketId: string | undefined
  automatic: { kind: (typeof automaticKinds)[number]; isGuess: boolean } | null
  /** The list or group was rewritten to its author, so that its marks of a list mean nothing. */
  isOfForm: boolean
  /** A member of the desk has just decided about this very mail. */
  isVouched: boolean
  /** For mail that staff forwarded: its inner sender, as far as known. */
  forwarded: { author: Author | undefined; client: { id: string; name: string } | undefined } | undefined
  recent: Recent
}

export type Decision =
  | { kind: 'drop' }
  | { kind: 'tray'; reason: TrayReason }
  | { kind: 'event'; ticketId: string; reason: MailReason }
  | { kind: 'held'; ticketId: string }
  | { kind: 'supplier'; ticketId: string }
  | { kind: 'nothing'; reason: MailReason; ticketId?: string }
  | { kind: 'make-person'; client: { id: string; name: string } }
  | { kind: 'comment'; author: Author; ticket: FoundTicket }
  | {
      kind: 'ticket'
      author: Author
      client: { id: string; name: string }
      reason: 'new' | 'forwarded'
      /** False: only staff see it, until they name its requester. */
      isFiled: boolean
    }

const tray = (reason: TrayReason): Decision => ({ kind: 'tray', reason })

/** Automatic mails that answer something; without their ticket nobody needs them. */
const answers: readonly string[] = ['auto-reply', 'out-of-office', 'bounce']

function decideAutomatic(kind: string, { sender, ticket, recent }: Known): Decision {
  if (ticket && ticket.way !== 'number')
    return recent.automatic >= most.automatic
      ? { kind: 'held', ticketId: ticket.id }
      : { kind: 'event', ticketId: ticket.id, reason: 'automatic' }
  if (answers.includes(kind)) return { kind: 'nothing', reason: 'automatic' }
  return tray('reason' in sender ? sender.reason : 'automatic')
}

/** A stranger on a ticket: the first ones wait in the tray, the rest of a loop is held back. */
function decideStranger(reason: TrayReason, { author, ticket, recent }: Known): Decision {
  const isLoop =
    (author === undefined && recent.strangersInMinute >= most.strangersInMinute) ||
    recent.strangersInHour >= most.strangersInHour
  if (ticket && ticket.way !== 'number' && isLoop) return { kind: 'held', ticketId: ticket.id }
  return tray(reason)
}

function decideNew(author: Author, known: Known): Decision {
  if (isStaff(author)) {
    const client = known.forwarded?.client
    if (!client) return tray('written-by-staff')
    // Managers of the client would read a forged one as filed by staff.
    const isFiled = known.dmarc === 'pass' || known.isVouched
    return { kind: 'ticket', author, client, reason: 'forwarded', isFiled }
  }
  if (known.recent.sameSubject >= most.sameSubject) return tray('too-many')
  const [only, ...others] = author.clients
  if (!only) return tray('no-client')
  const client = others.length === 0 ? only : author.clients.find(({ id }) => id === author.mailClientId)
  return client ? { kind: 'ticket', author, client, reason: 'new', isFiled: true } : tray('several-clients')
}

/** Tells programs that answer each other by way of this ticket, maybe from another address each time. */
function answersItself({ author, recent, isQuick }: Known, ticket: FoundTicket): boolean {
  if (ticket.way === 'number' || (author && isStaff(author))) return false
  const isOwn = author !== undefined && canSee(author, ticket)
  const mostPassedOn = isQuick ? most.passedOnQuickly : most.passedOn
  return recent.passedOn >= mostPassedOn || (!isOwn && recent.byOthers >= most.byOthers)
}

function decideUnknown(known: Known): Decision {
  const { domainClient: client, ticket, recent } = known
  if (!client) return decideStranger('unknown-sender', known)
  return ticket && recent.newcomers >= most.newcomers
    ? decideStranger('too-many', known)
    : { kind: 'make-person', client }
}

/** Decides what a mail becomes. */
export function decide(known: Known): Decision {
  const { sender, author, ticket, automatic, recent } = known
  if (known.isBlocked) return { kind: 'drop' }
  if (known.copyOf !== undefined) return { kind: 'nothing', reason: 'copy', ticketId: known.copyOf }
  const ofSupplier = known.supplierTicketId
  const isBelieved = !('reason' in sender) && known.dmarc !== 'fail'
  if (ofSupplier !== undefined && isBelieved && !(author && isStaff(author)))
    return recent.asSupplier >= most.asSupplier
      ? { kind: 'held', ticketId: ofSupplier }
      : { kind: 'supplier', ticketId: ofSupplier }
  // A guess by the subject does not silence a person.
  const isAutomatic = automatic !== null && !known.isOfForm && !(automatic.isGuess && author !== undefined)
  if (isAutomatic) return decideAutomatic(automatic.kind, known)
  if ('reason' in sender) return decideStranger(sender.reason, known)
  if (known.dmarc === 'fail') return decideStranger('dmarc-failed', known)
  if (ticket && answersItself(known, ticket)) return { kind: 'held', ticketId: ticket.id }
  if (!author) return decideUnknown(known)
  if (!author.isActive) return decideStranger('inactive-sender', known)
  if (!author.isBelieved) return decideStranger('unproved-sender', known)
  if (!ticket) return decideNew(author, known)
  // Words of staff reach clients, and anybody can write their address into From.
  if (isStaff(author) && known.dmarc !== 'pass' && !known.isAnswer)
    return decideStranger('staff-unproved', known)
  if (mayWrite(author, ticket))
    return recent.onTicket >= most.onTicket
      ? { kind: 'held', ticketId: ticket.id }
      : { kind: 'comment', author, ticket }
  // A number in the subject is no thread: the mail is one of its own.
  return ticket.way === 'number' ? decideNew(author, known) : decideStranger('not-of-ticket', known)
}
