import type { Work } from '#platform/server/work.ts'
import { ticketMails } from '#tables/ticket-mails.ts'

/** Remembers a mail of a ticket; a Message-ID that is known stays with its first ticket. */
export async function rememberMail(
  unit: Work,
  mail: Omit<typeof ticketMails.$inferInsert, 'createdAt'>,
): Promise<void> {
  await unit.tx
    .insert(ticketMails)
    .values({ ...mail, createdAt: unit.now })
    .onConflictDoNothing()
}
