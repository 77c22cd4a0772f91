import { eq, inArray, lt } from 'drizzle-orm'
import { listAble } from '#features/auth/server/queries.ts'
import { listClientsOf } from '#features/clients/server/queries.ts'
import { cancelDeliveries, queueDelivery } from '#features/deliveries/server/service.ts'
import { listTicketEntries } from '#features/event-log/server/queries.ts'
import { NewTicket } from '#features/tickets/contract.ts'
import { addComment } from '#features/comments/server/service.ts'
import { canSee } from '#features/tickets/policy.ts'
import { ticketCreated } from '#features/tickets/server/events.ts'
import { findTicketByNumber, findWholeTicket, requireVisible } from '#features/tickets/server/queries.ts'
import { isReopenedByReply } from '#features/tickets/server/public/reopening.ts'
import { continueTicket, createTicket } from '#features/conversation/server/service.ts'
import type { Viewer } from '#features/users/contract.ts'
import { isClient } from '#features/users/policy.ts'
import { findUserByEmail, findUserByProvedNumber } from '#features/users/server/queries.ts'
import { createUser } from '#features/users/server/service.ts'
import { AppError } from '#platform/contract/errors.ts'
import { onlyRow } from '#platform/server/database/database.ts'
import { lockName } from '#platform/server/database/lock-name.ts'
import type { FormerPerson } from '#platform/server/personal-data.ts'
import type { Work } from '#platform/server/work.ts'
import { channelMessages } from '#tables/channel-messages.ts'
import { messagingConversations } from '#tables/messaging-conversations.ts'
import { beginning, prompts, answerDialogue, type Conversation, type Dictated } from './conversation.ts'
import { channelReply, type ReplyPayload } from './deliveries.ts'
import { spellingsOf } from './number-spellings.ts'
import { countReceived, hasReplied } from './queries.ts'

export interface Received {
  /** Id of the provider; a repeated message is taken in once. */
  id: string
  /** Digits, verified by the provider. */
  phoneNumber: string
  /** Time of sending, by the provider. */
  sentAt: Date
  /** Unverified name. */
  senderName: string
  /** Undefined for a picture, a voice message and the like. */
  text: string | undefined
}

const hourMs = 60 * 60 * 1000
/** Silence after which the conversation restarts; also the provider's limit for replies. */
const silenceMs = 24 * hourMs
const messagesPerHour = 60
/** Time for which the provider redelivers unacknowledged messages, as after a downtime. */
const deliveredForMs = 7 * 24 * hourMs
/** Longer than messages are accepted, so that a replayed notification is recognised. */
const storedForMs = 30 * 24 * hourMs
const channelName = { firstName: 'WhatsApp', lastName: 'Messages' }
/** Reserved addresses; people may have taken the first one before that. */
const channelEmail = (take: number) => `whatsapp${take > 1 ? `-${take}` : ''}@channel.invalid`
const channelCompany = 'WhatsApp'

/** Finds the user for channel tickets: without sign-in or company, they see only their own tickets. */
async function channelViewer(unit: Work): Promise<Viewer> {
  await lockName(unit, 'channel user')
  const { id } = await findOrCreateChannel(unit)
  return { id, role: 'client', managedClientIds: [], clientIds: [] }
}

/** Skips users with a password: they are people. Links to set one are never mailed to these addresses. */
async function findOrCreateChannel(unit: Work, take = 1): Promise<{ id: string }> {
  const email = channelEmail(take)
  const known = await findUserByEmail(unit.tx, email)
  if (!known) {
    const user = { ...channelName, email, passwordHash: null, companyName: channelCompany }
    return createUser(unit, { ...user, role: 'client', isEmailConfirmed: true }, { actorId: null })
  }
  return known.password === null && known.role === 'client' ? known : findOrCreateChannel(unit, take + 1)
}

/** Sender, as far as verified, with the company that a form would ask for. */
interface Sender {
  viewer: Viewer
  companyName: string
  origin: string
}

/** Finds the active user with this verified number. */
async function findSender(unit: Work, { phoneNumber }: Received): Promise<Sender | undefined> {
  const spellings = spellingsOf(phoneNumber).map((digits) => `+${digits}`)
  const user = await findUserByProvedNumber(unit.tx, spellings)
  const [viewer] = user ? await listAble(unit.tx, [user.id]) : []
  if (!user || !viewer) return undefined
  const [own] = await listClientsOf(unit.tx, user.id)
  return {
    viewer,
    companyName: user.companyName || own?.name || channelCompany,
    origin: 'Sent through WhatsApp.',
  }
}

/** Accepts any sender: the ticket states name and number for staff to check. */
const channelSender = async (unit: Work, { senderName, phoneNumber }: Received): Promise<Sender> => ({
  viewer: await channelViewer(unit),
  companyName: channelCompany,
  origin: `Sent through WhatsApp by ${senderName || 'somebody'} (+${phoneNumber}).`,
})

/** Locks the conversation with this number, which serializes its messages. */
async function lockConversation(unit: Work, phoneNumber: string): Promise<Conversation> {
  const { now } = unit
  const rows = await unit.tx
    .insert(messagingConversations)
    .values({ phoneNumber, lastActivity: now, createdAt: now, updatedAt: now })
    .onConflictDoUpdate({ target: messagingConversations.phoneNumber, set: { updatedAt: now } })
    .returning()
  const row = onlyRow(rows)
  return now.getTime() - row.lastActivity.getTime() > silenceMs ? beginning : row
}

/** Records the message; a known id is a repetition. */
async function isNew(unit: Work, { id, phoneNumber }: Received): Promise<boolean> {
  const taken = await unit.tx
    .insert(channelMessages)
    .values({
      id,
      phoneNumber,
      createdAt: unit.now,
    })
    .onConflictDoNothing()
    .returning({ id: channelMessages.id })
  return taken.length > 0
}

const queueReply = (unit: Work, payload: ReplyPayload) =>
  queueDelivery(unit, {
    kind: channelReply,
    payload,
    expiresAt: new Date(unit.now.getTime() + storedForMs),
  })

async function submit(unit: Work, received: Received, dictated: Dictated): Promise<string> {
  const { viewer, companyName, origin } =
    (await findSender(unit, received)) ?? (await channelSender(unit, received))
  const input = NewTicket.parse({ ...dictated, customerName: companyName })
  const { ticket } = await createTicket(
    unit,
    viewer,
    { ...input, description: `${input.description}\n\n${origin}` },
    { source: 'whatsapp' },
  )
  return ticket.ticketNumber
}

/**
 * Adds a text to a ticket, or to a new one that continues it where it is closed for long.
 * @returns number of the ticket with the text; undefined: the sender cannot see the ticket
 */
async function commentAs(unit: Work, { viewer, origin }: Sender, ticketNumber: string, content: string) {
  try {
    const ticket = await requireVisible(unit.tx, viewer, ticketNumber)
    if (isClient(viewer) && !(await isReopenedByReply(unit.tx, ticket, unit.now))) {
      const input = { description: `${content}\n\n${origin}`, attachmentIds: [] }
      const next = await continueTicket(unit, viewer, ticket.id, input, { source: 'whatsapp' })
      return next.ticket.ticketNumber
    }
    // In another person's ticket the text says by which number it came.
    const isOwn = ticket.createdById === viewer.id
    const said = isOwn ? content : `${content}\n\n${origin}`
    await addComment(unit, viewer, ticket.id, { content: said, isInternal: false })
    return ticketNumber
  } catch (error) {
    if (error instanceof AppError && error.code === 'not_found') return undefined
    throw error
  }
}

/** Lets the channel write on a ticket that it filed, also once the desk has named its requester. */
async function writing(unit: Work, channel: Sender, ticketNumber: string): Promise<Sender> {
  const { viewer } = channel
  const id = await findTicketByNumber(unit.tx, ticketNumber)
  const ticket = id === undefined ? undefined : await findWholeTicket(unit.tx, id)
  if (!ticket || canSee(viewer, ticket)) return channel
  const [filed] = await listTicketEntries(unit.tx, ticket.id, [ticketCreated.type])
  if (filed?.actorId !== viewer.id) return channel
  return { ...channel, viewer: { ...viewer, managedClientIds: [ticket.clientId] } }
}

/** @returns as `commentAs`; undefined when no ticket is left to write on */
async function comment(unit: Work, received: Received, ticketNumber: string, content: string) {
  const sender = await findSender(unit, received)
  const own = sender && (await commentAs(unit, sender, ticketNumber, content))
  if (own !== undefined) return own
  const channel = await channelSender(unit, received)
  return commentAs(unit, await writing(unit, channel, ticketNumber), ticketNumber, content)
}

async function advance(
  unit: Work,
  now: Conversation,
  received: Received,
): Promise<{ next: Conversation; reply: string }> {
  const turn = answerDialogue(now, received.text)
  if (turn.kind === 'reply') return turn
  if (turn.kind === 'comment') {
    const reached = await comment(unit, received, turn.ticketNumber, turn.content)
    if (reached === undefined)
      return { next: { ...beginning, step: 'subject' }, reply: prompts.lost(turn.ticketNumber) }
    if (reached === turn.ticketNumber) return { next: now, reply: prompts.added(reached) }
    return {
      next: { ...now, activeTicketNumber: reached },
      reply: prompts.continued(turn.ticketNumber, reached),
    }
  }
  const ticketNumber = await submit(unit, received, turn.ticket)
  return {
    next: { ...beginning, step: 'complete', activeTicketNumber: ticketNumber },
    reply: prompts.submitted(ticketNumber),
  }
}

/** Checks that the provider may deliver it now; captured notifications replayed later are refused. */
const isFresh = ({ now }: Work, { sentAt }: Received) =>
  Math.abs(now.getTime() - sentAt.getTime()) <= deliveredForMs

/** Announces once an hour that further messages are not read. */
async function refuseMore(unit: Work, phoneNumber: string, since: Date): Promise<void> {
  const reply = { phoneNumber, message: prompts.tooMany(messagesPerHour) }
  if (!(await hasReplied(unit.tx, reply, since))) await queueReply(unit, reply)
}

/** Takes in a message once, serialized per number, and queues the reply in the same transaction. */
export async function receive(unit: Work, received: Received): Promise<void> {
  const { phoneNumber } = received
  if (!isFresh(unit, received)) return
  const now = await lockConversation(unit, phoneNumber)
  const hourAgo = new Date(unit.now.getTime() - hourMs)
  const before = await countReceived(unit.tx, phoneNumber, hourAgo)
  if (before >= messagesPerHour) return refuseMore(unit, phoneNumber, hourAgo)
  if (!(await isNew(unit, received))) return
  const { next, reply } = await advance(unit, now, received)
  const { step, subject, description, priority, activeTicketNumber } = next
  await unit.tx
    .update(messagingConversations)
    .set({ step, subject, description, priority, activeTicketNumber, lastActivity: unit.now })
    .where(eq(messagingConversations.phoneNumber, phoneNumber))
  await queueReply(unit, { phoneNumber, message: reply })
}

/** Ends the dictation of a number that now belongs to another user. @param mobileNumber E.164 */
export const endConversation = (unit: Work, mobileNumber: string) =>
  unit.tx
    .delete(messagingConversations)
    .where(inArray(messagingConversations.phoneNumber, spellingsOf(mobileNumber.replace('+', ''))))

/** Deletes all channel data of a person's number: conversation, messages and replies. */
export async function forgetPerson(unit: Work, { number }: FormerPerson): Promise<void> {
  if (number === undefined) return
  await endConversation(unit, number)
  for (const phoneNumber of spellingsOf(number.replace('+', ''))) {
    await unit.tx.delete(channelMessages).where(eq(channelMessages.phoneNumber, phoneNumber))
    await cancelDeliveries(unit, channelReply, { payload: { phoneNumber } })
  }
}

export async function forgetOldMessages(unit: Work): Promise<void> {
  const edge = new Date(unit.now.getTime() - storedForMs)
  await unit.tx.delete(channelMessages).where(lt(channelMessages.createdAt, edge))
}
