import { and, eq, gt, isNull, sql, type SQL } from 'drizzle-orm'
import type { Database, Tx } from '#platform/server/database/query-builder.ts'
import { events } from '#tables/events.ts'
import { tickets } from '#tables/tickets.ts'
import { ticketCreated } from '../events.ts'
import { filedForClient } from './ticket-rows.ts'

/** Age up to which tickets of a former version are sought. */
const recentMs = 30 * 24 * 60 * 60 * 1000

/** Reads the author's standing from the fact of the filing. */
const wasFiledForClient = sql`exists (select from ${events} e where e.ticket_id = ${tickets.id}
  and e.type = ${ticketCreated.type} and e.data #>> '{after,creatorBelongs}' = 'true')`

async function settle(tx: Database | Tx, which: SQL): Promise<void> {
  await tx
    .update(tickets)
    .set({ filedForClient: sql`${filedForClient} or ${wasFiledForClient}` })
    .where(and(isNull(tickets.filedForClient), which))
}

/** Completes tickets of a former version beside this one. Runs at start, before calls are accepted. */
export const settleFilings = (db: Database, now: Date): Promise<void> =>
  settle(db, gt(tickets.createdAt, new Date(now.getTime() - recentMs)))

/** Completes a ticket that a former version has deleted. */
export const settleFiling = (tx: Tx, id: string): Promise<void> => settle(tx, eq(tickets.id, id))
