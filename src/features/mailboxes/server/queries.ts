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

export async function isAnyActive(reader: Reader): Promise<boolean> {
  const [row] = await reader
    .select({ id: mailboxes.id })
    .from(mailboxes)
    .where(eq(mailboxes.isActive, true))
    .limit(1)
  return row !== undefined
}

/** Lists the addresses of the mailboxes that are read. */
export async function listMailboxAddresses(reader: Reader): Promise<string[]> {
  const rows = await reader
    .select({ address: mailboxes.address })
    .from(mailboxes)
    .where(eq(mailboxes.isActive, true))
    .orderBy(asc(mailboxes.createdAt))
  return rows.map(({ address }) => address)
}
