import { asc, eq } from 'drizzle-orm'
import type { Reader } from '#platform/server/database/query-builder.ts'
import { mailboxes } from '#tables/mailboxes.ts'
import type { Mailbox } from '../contract.ts'

export type MailboxRow = typeof mailboxes.$inferSelect

export const shapeMailbox = (row: MailboxRow): Mailbox => {
  const { secret: _, refreshToken, uidValidity: __, lastUid: ___, ...rest } = row
  return {
    ...rest,
    hasRefreshToken: refreshToken !== null,
    checkedAt: row.checkedAt?.toISOString() ?? null,
    failedAt: row.failedAt?.toISOString() ?? null,
  }
}

export const listMailboxes = async (reader: Reader): Promise<Mailbox[]> =>
  (await reader.select().from(mailboxes).orderBy(asc(mailboxes.address))).map(shapeMailbox)

export async function findMailbox(reader: Reader, id: string): Promise<MailboxRow | undefined> {
  const [row] = await reader.select().from(mailboxes).where(eq(mailboxes.id, id))
  return row
}
