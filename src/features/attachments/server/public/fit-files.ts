import { lockTicket } from '#features/tickets/server/public/ticket-writes.ts'
import { limits } from '#platform/contract/limits.ts'
import type { Work } from '#platform/server/work.ts'
import { countAttachments } from '../queries.ts'

interface Brought<F> {
  stored: readonly F[]
  leftOut: readonly string[]
}

/** Locks the ticket, and leaves out the files that it has no room for. @throws {AppError} `not_found` */
export async function fitFiles<F extends { name: string }>(
  unit: Work,
  ticketId: string,
  { stored, leftOut }: Brought<F>,
): Promise<Brought<F>> {
  if (stored.length === 0) return { stored, leftOut }
  await lockTicket(unit, ticketId)
  const room = Math.max(0, limits.filesPerTicket - (await countAttachments(unit.tx, ticketId)))
  return {
    stored: stored.slice(0, room),
    leftOut: [...leftOut, ...stored.slice(room).map(({ name }) => name)],
  }
}
