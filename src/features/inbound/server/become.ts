import { fitFiles } from '#features/attachments/server/public/fit-files.ts'
import { continueTicket, createTicket } from '#features/conversation/server/service.ts'
import { addComment } from '#features/comments/server/service.ts'
import { listReached, listReaders } from '#features/participants/server/queries.ts'
import { noteAddress } from '#features/participants/server/service.ts'
import { rememberMail } from '#features/mail-threads/server/service.ts'
import type { WholeRow } from '#features/tickets/server/public/ticket-rows.ts'
import { lockVisibleTicket } from '#features/tickets/server/public/ticket-writes.ts'
import { isReopenedByReply } from '#features/tickets/server/public/reopening.ts'
import { isDone } from '#features/tickets/server/public/turn.ts'
import { canSee } from '#features/tickets/policy.ts'
import type { Viewer } from '#features/users/contract.ts'
import { isClient } from '#features/users/policy.ts'
import { limits } from '#platform/contract/limits.ts'
import { searchable } from '#platform/contract/searchable.ts'
import { nameInMail } from '#platform/server/send/name-in-mail.ts'
import type { Work } from '#platform/server/work.ts'
import { topicOf, isThanks as saysThanks } from '../policy.ts'
import type { BroughtFiles } from '#features/mail-reading/server/public/bring-files.ts'
import { placePictures, subjectFor, textFor } from '#features/mail-reading/server/public/brought-text.ts'
import type { ReadMail } from '#features/mail-reading/server/public/read-mail.ts'
import { findInboundSettings, findProductName, type MailRow } from './queries.ts'
import { describeMail, type Understood } from './understood.ts'

export interface Became {
  ticketId: string
  commentId: string | null
  isFollowUp: boolean
  understood: Understood
}

/** Most addresses of one mail that are noted. */
const mostCopies = 20

interface Bringing {
  row: Pick<MailRow, 'mailboxes'>
  mail: ReadMail
  files: BroughtFiles
  /** Tells the addresses of the desk. */
  isOwn(address: string): boolean
  /** Words before the text, where another person submits it. */
  origin?: string
}

function contentOf({ mail, files, origin = '' }: Bringing, most: number): string {
  const byCid = new Map(files.stored.flatMap(({ id, cid }) => (cid === null ? [] : [[cid, id] as const])))
  return placePictures(`${origin}${textFor(mail.text, most - origin.length).content}`, byCid, most)
}

async function findProductOf(unit: Work, [mailbox]: readonly string[]): Promise<string> {
  const { products } = await findInboundSettings(unit.tx)
  const productId = products.find(({ address }) => address === mailbox)?.productId
  return (productId !== undefined && (await findProductName(unit.tx, productId))) || ''
}

async function remember(
  unit: Work,
  author: Viewer,
  bringing: Bringing,
  about: { ticketId: string; commentId: string | null; isInternal?: boolean },
) {
  const { mail, row } = bringing
  const { messageId, subject } = mail
  if (messageId === null) return
  const [mailbox = null] = row.mailboxes
  const written = { userId: author.id, subject, mailbox, direction: 'in' } as const
  await rememberMail(unit, { messageId, ...about, ...written })
}

/** Notes who else has the mail, for the desk to confirm: they read nothing and get nothing until then. */
async function noteCopies(unit: Work, viewer: Viewer, ticketId: string, { mail, isOwn }: Bringing) {
  const named = [...(mail.from ? [mail.from] : []), ...mail.to, ...mail.cc].filter(
    ({ address }, place, all) => !isOwn(address) && all.findIndex((one) => one.address === address) === place,
  )
  if (named.length === 0) return
  const found = await lockVisibleTicket(unit, viewer, ticketId)
  const readers = await listReaders(
    unit.tx,
    [found.ticket.createdById, ...found.ticket.participantIds],
    named.map(({ address }) => address),
  )
  for (const { address, name } of named.filter((one) => !readers.has(one.address)).slice(0, mostCopies))
    await noteAddress(unit, viewer, found, { address, name: nameInMail(name) || null })
}

/** A mail becomes a ticket besides the one that it came to. */
interface Split {
  earlier: WholeRow
  subject: string
  /** Absent: the member of the desk. */
  requesterId: string | undefined
}

/**
 * Submits a mail as a ticket.
 * @param author or the member of the desk who files it, or splits it from another
 * @param bringing `isFiled` false: only staff see the ticket, until they name its requester
 */
export async function becomeTicket(
  unit: Work,
  author: Viewer,
  client: { id: string; name: string },
  bringing: Bringing & { isFiled?: boolean },
  split?: Split,
): Promise<Became> {
  const { mail, files, row } = bringing
  const { ticket } = await createTicket(
    unit,
    author,
    {
      subject: split?.subject ?? subjectFor(mail),
      description: contentOf(bringing, limits.description),
      category: 'other',
      priority: 'medium',
      customerName: client.name,
      ...(!isClient(author) && { clientId: client.id }),
      productName: split?.earlier.productName ?? (await findProductOf(unit, row.mailboxes)),
      requesterId: split?.requesterId,
      attachmentIds: files.stored.map(({ id }) => id),
    },
    { source: 'email', isFiled: bringing.isFiled, ...(split && { continues: split.earlier }) },
  )
  await remember(unit, author, bringing, { ticketId: ticket.id, commentId: null })
  await noteCopies(unit, author, ticket.id, bringing)
  const understood = { ...describeMail(mail), text: '', leftOut: [...files.leftOut] }
  return { ticketId: ticket.id, commentId: null, isFollowUp: false, understood }
}

/** Lets a colleague of the company write on a ticket that they have by mail. */
const writing = (author: Viewer, ticket: WholeRow): Viewer =>
  canSee(author, ticket)
    ? author
    : { ...author, managedClientIds: [...author.managedClientIds, ticket.clientId] }

const newSubjectOf = (subject: string, ticket: WholeRow): string | null => {
  const bare = topicOf(subject)
  return bare === '' || searchable(bare) === searchable(topicOf(ticket.subject)) ? null : bare
}

/** Lists the readers of the ticket who have the mail itself. Copies of an unproved mail may be invented. */
async function listAlsoReached(unit: Work, author: Viewer, ticket: WholeRow, { mail }: Bringing) {
  const addresses = [...mail.to, ...mail.cc].map(({ address }) => address)
  const reached = await listReached(unit.tx, ticket, addresses)
  return reached.filter((id) => id !== author.id)
}

/** Adds a mail to a ticket as a comment; one that is closed for long is continued by a new ticket. */
export async function becomeComment(
  unit: Work,
  author: Viewer,
  ticket: WholeRow,
  bringing: Bringing & { isInternal: boolean; isProved?: boolean },
): Promise<Became> {
  const { mail, isInternal, isProved = false } = bringing
  const viewer = writing(author, ticket)
  const isFollowUp = isClient(viewer) && !(await isReopenedByReply(unit.tx, ticket, unit.now))
  const files = isFollowUp ? bringing.files : await fitFiles(unit, ticket.id, bringing.files)
  const attachmentIds = files.stored.map(({ id }) => id)
  const understood = {
    ...describeMail(mail),
    text: '',
    leftOut: [...files.leftOut],
    newSubject: newSubjectOf(mail.subject, ticket),
  }
  if (isFollowUp) {
    const description = contentOf(bringing, limits.description)
    const input = { description, attachmentIds }
    const { ticket: next } = await continueTicket(unit, viewer, ticket.id, input, { source: 'email' })
    await remember(unit, author, bringing, { ticketId: next.id, commentId: null })
    await noteCopies(unit, viewer, next.id, bringing)
    return { ticketId: next.id, commentId: null, isFollowUp, understood }
  }
  const isThanks = isClient(viewer) && isDone(ticket.status) && saysThanks(mail.text)
  const reachedIds = isProved && isClient(viewer) ? await listAlsoReached(unit, author, ticket, bringing) : []
  const { id } = await addComment(unit, viewer, ticket.id, {
    content: contentOf({ ...bringing, files }, limits.comment),
    isInternal,
    isThanks,
    attachmentIds,
    reachedIds,
  })
  await remember(unit, author, bringing, { ticketId: ticket.id, commentId: id, isInternal })
  if (!isInternal) await noteCopies(unit, viewer, ticket.id, bringing)
  return { ticketId: ticket.id, commentId: id, isFollowUp, understood: { ...understood, isThanks } }
}
