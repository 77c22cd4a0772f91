import { isDeepStrictEqual } from 'node:util'
import { eq, sql } from 'drizzle-orm'
import { rewriteComments, rewriteTickets } from '#features/tickets/server/service.ts'
import type { Work } from '#platform/server/work.ts'
import { chatMessages } from '#tables/chat-messages.ts'
import { comments } from '#tables/comments.ts'
import { tickets } from '#tables/tickets.ts'
import { holdTickets } from './own-texts.ts'
import { places } from './places.ts'
import type { Traces } from './traces.ts'
import { eraseTracesFrom, holdRows, walk, type Parts } from './walk.ts'

/** Holds the tickets of these rows, which come before them. */
async function holdTicketsOf(
  unit: Work,
  table: typeof comments | typeof chatMessages,
  ctids: readonly string[],
) {
  const found = await unit.tx
    .select({ ticketId: table.ticketId })
    .from(table)
    .where(sql`ctid = any(${sql.param([...ctids])}::tid[])`)
  return holdTickets(unit, found)
}

const fromTickets = (parts: Parts, { pattern, erase }: Traces) =>
  walk(
    parts,
    { table: tickets, columns: ['subject', 'description', 'customerName', 'productName', 'projectName'] },
    pattern,
    async (unit, ctids) => {
      const rewritten = (await holdRows(unit, tickets, ctids)).flatMap((ticket) => {
        const { subject, description, customerName, productName, projectName } = ticket
        const before = { subject, description, customerName, productName, projectName }
        const texts = {
          subject: erase(subject),
          description: erase(description),
          customerName: customerName && erase(customerName),
          productName: productName && erase(productName),
          projectName: projectName && erase(projectName),
        }
        return isDeepStrictEqual(texts, before) ? [] : [{ ticket, texts }]
      })
      await rewriteTickets(unit, rewritten)
      return rewritten.length
    },
  )

const fromComments = (parts: Parts, { pattern, erase, isIn }: Traces) =>
  walk(parts, { table: comments, columns: ['content'] }, pattern, async (unit, ctids) => {
    const held = await holdTicketsOf(unit, comments, ctids)
    const rewritten = (await holdRows(unit, comments, ctids)).flatMap((comment) => {
      const ticket = held.get(comment.ticketId)
      return ticket && isIn(comment.content) ? [{ comment, ticket, content: erase(comment.content) }] : []
    })
    await rewriteComments(unit, rewritten)
    return rewritten.length
  })

const fromChats = (parts: Parts, { pattern, erase, isIn }: Traces) =>
  walk(parts, { table: chatMessages, columns: ['message'] }, pattern, async (unit, ctids) => {
    await holdTicketsOf(unit, chatMessages, ctids)
    const rows = (await holdRows(unit, chatMessages, ctids)).filter(({ message }) => isIn(message))
    for (const { id, message } of rows)
      await unit.tx
        .update(chatMessages)
        .set({ message: erase(message) })
        .where(eq(chatMessages.id, id))
    return rows.length
  })

/** Takes the traces of a person out of everything that others have written. @returns how many texts had any */
export async function eraseFromOthers(parts: Parts, traces: Traces): Promise<number> {
  let erased = 0
  for (const from of [fromTickets, fromComments, fromChats]) erased += await from(parts, traces)
  for (const place of places) erased += await eraseTracesFrom(parts, place, traces)
  return erased
}
