import { eq, inArray, lt } from 'drizzle-orm'
import { listAble } from '#features/auth/server/queries.ts'
import { listClientsOf } from '#features/clients/server/queries.ts'
import { cancelDeliveries, queueDelivery } from '#features/deliveries/server/service.ts'
import { NewTicket } from '#features/tickets/contract.ts'
import { addComment } from '#features/comments/server/service.ts'
import { requireVisible } from '#features/tickets/server/queries.ts'
import { createTicket } from '#features/conversation/server/service.ts'
import type { Viewer } from '#features/users/contract.ts'
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

/** A message of somebody who writes to the channel. */
export interface Received {
  /** The provider's id; a repeated one is taken in once. */
  id: string
  /** Digits, as the provider vouches for them. */
  phoneNumber: string
  /** When it was sent, as the provider says. */
  sentAt: Date
  /** Name that the sender gives; proves nothing. */
  senderName: string
  /** Undefined for a picture, a voice message and the like. */
  text: string | undefined
}

const hourMs = 60 * 60 * 1000
/** After a day of silence the conversation begins anew; it is also how long the provider lets us answer. */
const silenceMs = 24 * hourMs
const messagesPerHour = 60
/** For so long the provider delivers a message again that was not acknowledged, as in a downtime. */
const deliveredForMs = 7 * 24 * hourMs
/** Longer than a message is taken in, so that its id is known when a captured notification is sent again. */
const keptForMs = 30 * 24 * hourMs
const channelName = { firstName: 'WhatsApp', lastName: 'Messages' }
/** Addresses that nobody may have, as people may have taken the former before they were reserved. */
const channelEmail = (take: number) => `whatsapp${take > 1 ? `-${take}` : ''}@channel.invalid`
const channelCompany = 'WhatsApp'

/**
 * The user who files what comes through the channel. Nobody can sign in as them, and as a client who belongs to no company they see
 * their own tickets only.
 */
async function channelViewer(unit: Work): Promise<Viewer> {
  await lockName(unit, 'channel user')
  const { id } = await findOrCreateChannel(unit)
  return { id, role: 'client', managedClientIds: [] }
}

/** Passes over whoever can sign in: nobody else gets a password, for no link to set one is mailed to such an address. */
async function findOrCreateChannel(unit: Work, take = 1): Promise<{ id: string }> {
  const email = channelEmail(take)
  const known = await findUserByEmail(unit.tx, email)
  if (!known) {
    const user = { ...channelName, email, passwordHash: null, companyName: channelCompany }
    return createUser(unit, { ...user, role: 'client', isEmailConfirmed: true }, { actorId: null })
  }
  return known.password === null && known.role === 'client' ? known : findOrCreateChannel(unit, take + 1)
}

/** Sender, as far as that is proved, and the company they name where a form would ask. */
interface Sender {
  viewer: Viewer
  companyName: string
  /** How the ticket says where it came from. */
  origin: string
}

/** The active user whose number it is proved to be. */
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

/** Any sender will do: their name and number stand in the ticket, for staff to find out. */
const channelSender = async (unit: Work, { senderName, phoneNumber }: Received): Promise<Sender> => ({
  viewer: await channelViewer(unit),
  companyName: channelCompany,
  origin: `Sent through WhatsApp by ${senderName || 'somebody'} (+${phoneNumber}).`,
})

/** The conversation with this number, held to the end of the transaction, so that two messages take turns. */
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

/** Every message is recorded as it is acted upon: an id that is there already was taken in before. */
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
    expiresAt: new Date(unit.now.getTime() + keptForMs),
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

/** @returns whether this viewer may see the ticket, and so has commented on it */
async function commentAs(unit: Work, viewer: Viewer, ticketNumber: string, content: string) {
  try {
    const { id } = await requireVisible(unit.tx, viewer, ticketNumber)
    await addComment(unit, viewer, id, { content, isInternal: false })
    return true
  } catch (error) {
    if (error instanceof AppError && error.code === 'not_found') return false
    throw error
  }
}

/**
 * Comments as the sender, or as the channel on what was filed before the number was proved.
 * @returns whether there still is a ticket that is theirs to see
 */
async function comment(unit: Work, received: Received, ticketNumber: string, content: string) {
  const sender = await findSender(unit, received)
  if (sender && (await commentAs(unit, sender.viewer, ticketNumber, content))) return true
  return commentAs(unit, await channelViewer(unit), ticketNumber, content)
}

/** Does what the person's answer leads to. @returns where the conversation stands then, and what they are told */
async function advance(
  unit: Work,
  now: Conversation,
  received: Received,
): Promise<{ next: Conversation; reply: string }> {
  const turn = answerDialogue(now, received.text)
  if (turn.kind === 'reply') return turn
  if (turn.kind === 'comment') {
    const isThere = await comment(unit, received, turn.ticketNumber, turn.content)
    return isThere
      ? { next: now, reply: prompts.added(turn.ticketNumber) }
      : { next: { ...beginning, step: 'subject' }, reply: prompts.subject }
  }
  const ticketNumber = await submit(unit, received, turn.ticket)
  return {
    next: { ...beginning, step: 'complete', activeTicketNumber: ticketNumber },
    reply: prompts.submitted(ticketNumber),
  }
}

/** Whether the provider may deliver it now: another time, somebody plays back what they have captured. */
const isFresh = ({ now }: Work, { sentAt }: Received) =>
  Math.abs(now.getTime() - sentAt.getTime()) <= deliveredForMs

/** Says once an hour that nothing more is read, lest somebody believes it is. */
async function refuseMore(unit: Work, phoneNumber: string, since: Date): Promise<void> {
  const reply = { phoneNumber, message: prompts.tooMany(messagesPerHour) }
  if (!(await hasReplied(unit.tx, reply, since))) await queueReply(unit, reply)
}

/** Takes in one message: once, in turn with others of its number, and with the reply queued in the same transaction. */
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

/** Ends what was dictated from a number, which is somebody else's now. @param mobileNumber E.164 */
export const endConversation = (unit: Work, mobileNumber: string) =>
  unit.tx
    .delete(messagingConversations)
    .where(inArray(messagingConversations.phoneNumber, spellingsOf(mobileNumber.replace('+', ''))))

/** Deletes all that the channel keeps under the number of a person: the conversation, received messages, and replies. */
export async function forgetPerson(unit: Work, { number }: FormerPerson): Promise<void> {
  if (number === undefined) return
  await endConversation(unit, number)
  for (const phoneNumber of spellingsOf(number.replace('+', ''))) {
    await unit.tx.delete(channelMessages).where(eq(channelMessages.phoneNumber, phoneNumber))
    await cancelDeliveries(unit, channelReply, { payload: { phoneNumber } })
  }
}

/** Forgets what came in through the channel a month ago. */
export async function forgetOldMessages(unit: Work): Promise<void> {
  const edge = new Date(unit.now.getTime() - keptForMs)
  await unit.tx.delete(channelMessages).where(lt(channelMessages.createdAt, edge))
}
