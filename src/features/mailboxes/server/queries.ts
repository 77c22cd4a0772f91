import { and, asc, count, eq, gt, sql } from 'drizzle-orm'
import type { Reader } from '#platform/server/database/query-builder.ts'
import { inboundMails } from '#tables/inbound-mails.ts'
import { mailboxes } from '#tables/mailboxes.ts'
import type { ListedMailbox, Mailbox } from '../contract.ts'

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

/** @param dayStart beginning of the day whose mails are counted */
export async function listMailboxes(reader: Reader, dayStart: Date): Promise<ListedMailbox[]> {
  const rows = await reader.select().from(mailboxes).orderBy(asc(mailboxes.address))
  const { door, receivedAt, reason } = inboundMails
  const address = sql<string>`unnest(${inboundMails.mailboxes})`
  const counts = await reader
    .select({ address, mails: count(), unread: count(sql`case when ${reason} = 'unreadable' then 1 end`) })
    .from(inboundMails)
    .where(and(eq(door, 'imap'), gt(receivedAt, dayStart)))
    .groupBy(sql`1`)
  return rows.map((row) => {
    const { mails = 0, unread = 0 } = counts.find((one) => one.address === row.address) ?? {}
    return { ...shapeMailbox(row), mailsToday: mails, unreadToday: unread }
  })
}

/** @returns how many active mailboxes could not be read at the last look, and the time of the oldest look that could */
export async function findMailboxHealth(
  reader: Reader,
): Promise<{ failing: number; since: Date | undefined }> {
  const { failure, checkedAt, createdAt, isActive } = mailboxes
  const rows = await reader
    .select({ failure, checkedAt, createdAt })
    .from(mailboxes)
    .where(eq(isActive, true))
  const looks = rows.map((row) => (row.checkedAt ?? row.createdAt).getTime())
  return {
    failing: rows.filter((row) => row.failure !== null).length,
    since: looks.length === 0 ? undefined : new Date(Math.min(...looks)),
  }
}

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

/** Finds the mailbox that is read at this address. */
export async function findMailboxAt(
  reader: Reader,
  address: string,
): Promise<Pick<MailboxRow, 'address' | 'senderName'> | undefined> {
  const [row] = await reader
    .select({ address: mailboxes.address, senderName: mailboxes.senderName })
    .from(mailboxes)
    .where(and(eq(mailboxes.address, address), eq(mailboxes.isActive, true)))
  return row
}
