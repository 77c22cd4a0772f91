import { getTableName, sql } from 'drizzle-orm'
import { forgetDeletedRows } from '#features/trash/server/service.ts'
import type { FormerPerson } from '#platform/server/personal-data.ts'
import type { Work } from '#platform/server/work.ts'
import { ticketMails } from '#tables/ticket-mails.ts'
import { ticketParticipants } from '#tables/ticket-participants.ts'
import { ticketReads } from '#tables/ticket-reads.ts'

/**
 * Takes out of deleted tickets what the features of these tables delete in present ones: reading marks, mails, and
 * the person and their address among the participants. One statement, because it reads every deleted ticket.
 */
export async function forgetInDeleted(unit: Work, { id, email }: FormerPerson): Promise<void> {
  const tables = [ticketReads, ticketMails, ticketParticipants].map((table) => getTableName(table))
  const isTheirs = sql`part ->> 'table' = any(${sql.param(tables)}::text[])
    and (r ->> 'user_id' = ${id} or lower(r ->> 'address') = ${email.toLowerCase()})`
  await forgetDeletedRows(unit, ['ticket'], isTheirs)
}
