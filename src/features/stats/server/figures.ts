import { count, eq, max, sql, type SQL } from 'drizzle-orm'
import { findClient } from '#features/clients/server/queries.ts'
import { findProduct } from '#features/products/server/queries.ts'
import { notFound } from '#platform/contract/errors.ts'
import { startsOfDays } from '#platform/server/clock.ts'
import type { Reader } from '#platform/server/database/database.ts'
import { clientUsers } from '#tables/client-users.ts'
import { products } from '#tables/products.ts'
import { tickets } from '#tables/tickets.ts'
import { weeksTold, type ClientFigures, type ProductFigures } from '../contract.ts'
import { durationWords } from './duration.ts'
import { countByPeriod, dayNames, isOpen } from './queries.ts'

const daysInWeek = 7

async function countByStatus(reader: Reader, which: SQL) {
  const byStatus = await reader
    .select({ status: tickets.status, tickets: count() })
    .from(tickets)
    .where(which)
    .groupBy(tickets.status)
  const total = byStatus.reduce((sum, one) => sum + one.tickets, 0)
  const open = byStatus.filter(({ status }) => isOpen(status)).reduce((sum, one) => sum + one.tickets, 0)
  return { byStatus, totalTickets: total, openTickets: open, resolvedTickets: total - open }
}

/** The figures of a client company. @throws {AppError} `not_found` */
export async function findClientFigures(
  reader: Reader,
  clientId: string,
  now: Date,
  timeZone: string,
): Promise<ClientFigures> {
  if (!(await findClient(reader, clientId))) throw notFound()
  const which = eq(tickets.clientId, clientId)
  const days = startsOfDays(now, weeksTold * daysInWeek, timeZone)
  const starts = days.filter((_, place) => place % daysInWeek === 0)
  const created = await countByPeriod(reader, tickets.createdAt, starts, which)
  const resolved = await countByPeriod(reader, tickets.resolvedAt, starts, which)
  const nameOf = dayNames(timeZone)
  return {
    ...(await countByStatus(reader, which)),
    totalProducts: await reader.$count(products, eq(products.clientId, clientId)),
    totalUsers: await reader.$count(clientUsers, eq(clientUsers.clientId, clientId)),
    weeks: starts.map((start, place) => ({
      from: nameOf(start),
      created: created.get(place + 1) ?? 0,
      resolved: resolved.get(place + 1) ?? 0,
    })),
  }
}

/** The figures of a product. @throws {AppError} `not_found` */
export async function findProductFigures(reader: Reader, productId: string): Promise<ProductFigures> {
  await findProduct(reader, productId)
  const which = eq(tickets.productId, productId)
  const [row] = await reader
    .select({
      meanS: sql<string | null>`extract(epoch from avg(${tickets.resolvedAt} - ${tickets.createdAt}))`,
      lastActivity: max(tickets.updatedAt),
    })
    .from(tickets)
    .where(which)
  const meanS = row?.meanS ?? null
  return {
    ...(await countByStatus(reader, which)),
    averageResolutionTime: meanS === null ? 'N/A' : durationWords(Number(meanS)),
    lastActivity: row?.lastActivity?.toISOString() ?? null,
  }
}
