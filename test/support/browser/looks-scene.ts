import { priorities, statuses } from '#features/tickets/contract.ts'
import { aComment, aTicket, change } from '#test/factories.ts'
import type { Caller } from '#test/harness.ts'
import { say } from './chat.ts'

/** A word that no line holds. */
export const long = 'Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft'

/** One ticket of each status and priority, one with words that do not break, and comments of both kinds. */
export async function someTickets(by: Caller): Promise<string> {
  for (const [place, status] of statuses.entries()) {
    const { id } = await aTicket(by, {
      subject: `A ticket that is ${status}`,
      priority: priorities[place % priorities.length],
    })
    await change(by, id, { status, assignedToId: place % 2 ? by.id : null })
  }
  const { id } = await aTicket(by, { subject: long, description: long, customerName: long.slice(0, 60) })
  await change(by, id, { assignedToId: by.id })
  await aComment(by, id, long)
  await aComment(by, id, 'They have not paid since May.', true)
  await say(by, id, long)
  return id
}
