import { and, eq, inArray, isNotNull } from 'drizzle-orm'
import type { Reader } from '#platform/server/database/query-builder.ts'
import { ticketSuppliers } from '#tables/ticket-suppliers.ts'
import type { MailAddress } from '../contract.ts'
import { namesCase } from '../policy.ts'

/** Cases of one supplier that are compared with a subject. */
const mostCases = 1000

/**
 * Finds the ticket that a mail of a supplier is about: that of the thread, else the only one whose number at the
 * supplier stands in the subject.
 */
export async function findSupplierTicket(
  reader: Reader,
  mail: { address: string; subject: string; threadId: string | undefined },
): Promise<string | undefined> {
  const { ticketId, address, number } = ticketSuppliers
  const isTheirs = eq(address, mail.address)
  if (mail.threadId !== undefined) {
    const [row] = await reader
      .select({ ticketId })
      .from(ticketSuppliers)
      .where(and(isTheirs, eq(ticketId, mail.threadId)))
    if (row) return row.ticketId
  }
  const cases = await reader
    .select({ ticketId, number })
    .from(ticketSuppliers)
    .where(and(isTheirs, isNotNull(number)))
    .limit(mostCases)
  const [only, ...others] = cases.filter((one) => one.number !== null && namesCase(mail.subject, one.number))
  return others.length === 0 ? only?.ticketId : undefined
}

/** Checks whether a mail goes to the supplier of a ticket, too: its client is not to read it. */
export async function isToSupplier(
  reader: Reader,
  id: string,
  { to, cc }: { to: readonly MailAddress[]; cc: readonly MailAddress[] },
): Promise<boolean> {
  const { ticketId, address } = ticketSuppliers
  const named = [...to, ...cc].map((one) => one.address)
  const isNamed = and(eq(ticketId, id), inArray(address, named))
  return named.length > 0 && (await reader.$count(ticketSuppliers, isNamed)) > 0
}
