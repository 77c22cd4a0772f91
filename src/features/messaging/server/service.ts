import { randomUUID } from 'node:crypto'
import { and, eq, isNotNull, lt, sql } from 'drizzle-orm'
import { NewTicket } from '#features/tickets/contract.ts'
import { addComment } from '#features/tickets/comments/server/service.ts'
import { findTicketDetail } from '#features/tickets/server/queries.ts'
import { createTicket } from '#features/tickets/server/service.ts'
import type { Viewer } from '#features/users/contract.ts'
import { findPersonByEmail } from '#features/users/server/queries.ts'
import { createUser } from '#features/users/server/service.ts'
import { AppError } from '#platform/contract/errors.ts'
import { onlyRow } from '#platform/server/database.ts'
import type { Work } from '#platform/server/work.ts'
import { channelMessages } from '#tables/channel-messages.ts'
import { messagingConversations } from '#tables/messaging-conversations.ts'
import { beginning, prompts, takeTurn, type Conversation, type Dictated } from './conversation.ts'
import { countReceived } from './queries.ts'

/** A message of somebody who writes to the channel. */
export interface Received {
  /** The provider's id; a repeated one is taken in once. */
  id: string
  /** Digits, as the provider vouches for them. */
  phoneNumber: string
  /** What the sender calls themselves; proves nothing. */
  senderName: string
  /** Undefined for a picture, a voice message and the like. */
  text: string | undefined
}

const hourMs = 60 * 60 * 1000
/** After a day of silence the conversation begins anew; it is also how long the provider lets us answer. */
const silenceMs = 24 * hourMs
const messagesPerHour = 60
const keptForMs = 30 * 24 * hourMs
/** The address cannot receive mail: RFC 2606 keeps `.invalid` free. */
const channelUser = { email: 'whatsapp@channel.invalid', firstName: 'WhatsApp', lastName: 'Messages' }
const channelCompany = 'WhatsApp'

/**
 * The user who files what comes through the channel. Nobody can sign in as them, and as a client who belongs to no company they see
 * their own tickets only.
 */
async function channelViewer(unit: Work): Promise<Viewer> {
  await unit.tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${channelUser.email}, 0))`)
  const known = await findPersonByEmail(unit.tx, channelUser.email)
  const { id } =
    known ??
    (await createUser(
      unit,
      { ...channelUser, passwordHash: null, role: 'client', companyName: channelCompany },
      { actorId: null },
    ))
  return { id, role: 'client', managedClientIds: [] }
}

/** The conversation with this number, held to the end of the transaction, so that two messages take turns. */
async function holdConversation(unit: Work, phoneNumber: string): Promise<Conversation> {
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
async function isNew(unit: Work, { id, phoneNumber, text }: Received): Promise<boolean> {
  const taken = await unit.tx
    .insert(channelMessages)
    .values({
      id,
      direction: 'in',
      phoneNumber,
      message: (text ?? '').replaceAll('\0', ''),
      createdAt: unit.now,
    })
    .onConflictDoNothing()
    .returning({ id: channelMessages.id })
  return taken.length > 0
}

const queueReply = (unit: Work, phoneNumber: string, message: string) =>
  unit.tx.insert(channelMessages).values({
    id: randomUUID(),
    direction: 'out',
    phoneNumber,
    message,
    dueAt: unit.now,
    createdAt: unit.now,
  })

async function submit(unit: Work, received: Received, dictated: Dictated): Promise<string> {
  const viewer = await channelViewer(unit)
  const from = `Sent through WhatsApp by ${received.senderName || 'somebody'} (+${received.phoneNumber}).`
  const input = NewTicket.parse({ ...dictated, customerName: channelCompany })
  const id = await createTicket(
    unit,
    viewer,
    { ...input, description: `${input.description}\n\n${from}` },
    'whatsapp',
  )
  return (await findTicketDetail(unit.tx, viewer, id)).ticketNumber
}

/** @returns whether the ticket is still there. */
async function comment(unit: Work, ticketNumber: string, content: string): Promise<boolean> {
  const viewer = await channelViewer(unit)
  try {
    const { id } = await findTicketDetail(unit.tx, viewer, ticketNumber)
    await addComment(unit, viewer, id, { content, isInternal: false })
    return true
  } catch (error) {
    if (error instanceof AppError && error.code === 'not_found') return false
    throw error
  }
}

/** Does what the person's answer leads to. @returns where the conversation stands then, and what they are told */
async function advance(
  unit: Work,
  now: Conversation,
  received: Received,
): Promise<{ next: Conversation; reply: string }> {
  const turn = takeTurn(now, received.text)
  if (turn.kind === 'reply') return turn
  if (turn.kind === 'comment') {
    const isThere = await comment(unit, turn.ticketNumber, turn.content)
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

/** Takes in one message: once, in turn with others of its number, and with the reply queued in the same transaction. */
export async function receive(unit: Work, received: Received): Promise<void> {
  const { phoneNumber } = received
  const now = await holdConversation(unit, phoneNumber)
  const before = await countReceived(unit.tx, phoneNumber, new Date(unit.now.getTime() - hourMs))
  if (before >= messagesPerHour || !(await isNew(unit, received))) return
  const { next, reply } = await advance(unit, now, received)
  const { step, subject, description, priority, activeTicketNumber } = next
  await unit.tx
    .update(messagingConversations)
    .set({ step, subject, description, priority, activeTicketNumber, lastActivity: unit.now })
    .where(eq(messagingConversations.phoneNumber, phoneNumber))
  await queueReply(unit, phoneNumber, reply)
}

/** Takes a due reply for sending: until `until` no other node tries it. @returns false when another has it */
export async function takeDue(
  unit: Work,
  reply: { id: string; attempts: number },
  until: Date,
): Promise<boolean> {
  const taken = await unit.tx
    .update(channelMessages)
    .set({ dueAt: until, attempts: reply.attempts + 1 })
    .where(
      and(
        eq(channelMessages.id, reply.id),
        eq(channelMessages.attempts, reply.attempts),
        isNotNull(channelMessages.dueAt),
      ),
    )
    .returning({ id: channelMessages.id })
  return taken.length > 0
}

/** Notes how sending ended; `dueAt` null: it is not tried again. */
export async function noteSent(
  unit: Work,
  id: string,
  outcome: { failure: string | null; dueAt: Date | null },
): Promise<void> {
  await unit.tx.update(channelMessages).set(outcome).where(eq(channelMessages.id, id))
}

/** Forgets what went through the channel a month ago. */
export async function forgetOldMessages(unit: Work): Promise<void> {
  const edge = new Date(unit.now.getTime() - keptForMs)
  await unit.tx.delete(channelMessages).where(lt(channelMessages.createdAt, edge))
}
