import { and, asc, eq, inArray, ne, or } from 'drizzle-orm'
import { listNamesOf } from '#features/clients/server/queries.ts'
import { rewriteComments, rewriteTickets } from '#features/tickets/server/service.ts'
import { buryObjects } from '#features/uploads/server/service.ts'
import type { Work } from '#platform/server/work.ts'
import { attachments } from '#tables/attachments.ts'
import { chatMessages } from '#tables/chat-messages.ts'
import { comments } from '#tables/comments.ts'
import { tickets } from '#tables/tickets.ts'

/** So few that nobody waits for long, of the embedded database too, where a transaction holds up everybody. */
const atOnce = 25

/** How much of one kind was erased in one unit of work; none: all of it is. */
type Step = (unit: Work, userId: string, word: string) => Promise<number>

/** Holds the tickets of texts, in order. */
export async function holdTickets({ tx }: Work, texts: readonly { ticketId: string }[]) {
  const ids = texts.map(({ ticketId }) => ticketId)
  const held = await tx
    .select()
    .from(tickets)
    .where(inArray(tickets.id, ids))
    .orderBy(asc(tickets.id))
    .for('no key update')
  return new Map(held.map((ticket) => [ticket.id, ticket]))
}

/** What was typed as the customer stays where it is no more than what the company is called. */
const ticketTexts: Step = async (unit, userId, word) => {
  const rows = await unit.tx
    .select()
    .from(tickets)
    .where(and(eq(tickets.createdById, userId), or(ne(tickets.subject, word), ne(tickets.description, word))))
    .orderBy(asc(tickets.id))
    .limit(atOnce)
    .for('no key update')
  const names = await listNamesOf(
    unit.tx,
    rows.map(({ clientId }) => clientId),
  )
  await rewriteTickets(
    unit,
    rows.map((ticket) => ({
      ticket,
      texts: {
        subject: word,
        description: word,
        customerName: names.find(({ id }) => id === ticket.clientId)?.name ?? null,
        productName: null,
        projectName: null,
      },
    })),
  )
  return rows.length
}

const commentTexts: Step = async (unit, userId, word) => {
  const found = await unit.tx
    .select({ id: comments.id, ticketId: comments.ticketId })
    .from(comments)
    .where(and(eq(comments.userId, userId), ne(comments.content, word)))
    .limit(atOnce)
  const held = await holdTickets(unit, found)
  const rows = await unit.tx
    .select()
    .from(comments)
    .where(
      inArray(
        comments.id,
        found.map(({ id }) => id),
      ),
    )
    .for('no key update')
  await rewriteComments(
    unit,
    rows.flatMap((comment) => {
      const ticket = held.get(comment.ticketId)
      return ticket ? [{ comment, ticket, content: word }] : []
    }),
  )
  return rows.length
}

const chatTexts: Step = async (unit, userId, word) => {
  const found = await unit.tx
    .select({ id: chatMessages.id, ticketId: chatMessages.ticketId })
    .from(chatMessages)
    .where(and(eq(chatMessages.senderId, userId), ne(chatMessages.message, word)))
    .limit(atOnce)
  if (found.length === 0) return 0
  await holdTickets(unit, found)
  await unit.tx
    .update(chatMessages)
    .set({ message: word })
    .where(
      inArray(
        chatMessages.id,
        found.map(({ id }) => id),
      ),
    )
  return found.length
}

/** Rewrites some of the texts that somebody wrote: one step of many. @returns how many; 0 once all are */
export async function eraseOwnTexts(unit: Work, userId: string, word: string): Promise<number> {
  for (const step of [ticketTexts, commentTexts, chatTexts]) {
    const erased = await step(unit, userId, word)
    if (erased > 0) return erased
  }
  return 0
}

/** Takes away files that somebody has attached: what is in them cannot be replaced. @returns where they lie, to be removed there afterwards */
export async function detachOwnFiles(unit: Work, userId: string): Promise<string[]> {
  const found = await unit.tx
    .select({ id: attachments.id, ticketId: attachments.ticketId })
    .from(attachments)
    .where(eq(attachments.uploadedBy, userId))
    .limit(atOnce)
  if (found.length === 0) return []
  await holdTickets(unit, found)
  const gone = await unit.tx
    .delete(attachments)
    .where(
      inArray(
        attachments.id,
        found.map(({ id }) => id),
      ),
    )
    .returning({ objectPath: attachments.objectPath })
  await buryObjects(unit.tx, gone, unit.now)
  return gone.map(({ objectPath }) => objectPath)
}
