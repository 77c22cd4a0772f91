import { eq, max, sql, type SQL } from 'drizzle-orm'
import { findClient } from '#features/clients/server/queries.ts'
import { findProduct } from '#features/products/server/queries.ts'
import { statuses, unresolvedStatuses } from '#features/tickets/contract.ts'
import { notFound } from '#platform/contract/errors.ts'
import { startsOfDays } from '#platform/server/clock.ts'
import type { Reader } from '#platform/server/database/query-builder.ts'
import { clientUsers } from '#tables/client-users.ts'
import { products } from '#tables/products.ts'
import { tickets } from '#tables/tickets.ts'
import { weeksShown, type ClientFigures, type ProductFigures } from '../contract.ts'
import { durationWords } from './duration.ts'
import { byPeriod, dayNames, periodsOf, sumOf, sumOfSpans } from './queries.ts'
import type { Summing, Sums } from '#features/ticket-list/server/public/sums.ts'
import type { Totals } from '#features/ticket-list/server/public/totals.ts'

const daysInWeek = 7

const byStatusOf = (key: string, which: SQL): Summing => ({
  key: `${key} by status`,
  rows: sql`select ${tickets.status}, count(*) from ${tickets} where ${which} group by ${tickets.status}`,
  of: ({ status }) => ({ [status]: 1 }),
})

const within = (key: 'clientId' | 'productId', id: string, summing: Summing): Summing => ({
  ...summing,
  of: (ticket) => (ticket[key] === id ? summing.of(ticket) : {}),
})

function tallied(sums: Sums) {
  const [total, open] = [sumOf(sums, statuses), sumOf(sums, unresolvedStatuses)]
  return {
    byStatus: statuses
      .map((status) => ({ status, tickets: sumOf(sums, [status]) }))
      .filter((one) => one.tickets > 0),
    totalTickets: total,
    openTickets: open,
    resolvedTickets: total - open,
  }
}

/** @throws {AppError} `not_found` */
export async function findClientFigures(
  reader: Reader,
  sum: Totals['sum'],
  { clientId, now, timeZone }: { clientId: string; now: Date; timeZone: string },
): Promise<ClientFigures> {
  if (!(await findClient(reader, clientId))) throw notFound()
  const which = eq(tickets.clientId, clientId)
  const days = startsOfDays(now, weeksShown * daysInWeek, timeZone)
  const starts = days.filter((_, place) => place % daysInWeek === 0)
  const [sums, totalProducts, totalUsers] = await Promise.all([
    sum(
      ...[byStatusOf(clientId, which), byPeriod(clientId, starts, which)].map((summing) =>
        within('clientId', clientId, summing),
      ),
    ),
    reader.$count(products, eq(products.clientId, clientId)),
    reader.$count(clientUsers, eq(clientUsers.clientId, clientId)),
  ])
  const nameOf = dayNames(timeZone)
  return {
    ...tallied(sums),
    totalProducts,
    totalUsers,
    weeks: periodsOf(sums, starts).map(({ start, ...counts }) => ({ from: nameOf(start), ...counts })),
  }
}

const timeTaken = (key: string, which: SQL): Summing => ({
  key: `${key} time taken`,
  rows: sql`select unnest(array['finished', 'tookMs']), unnest(array[count(*), ${sumOfSpans(tickets.createdAt, tickets.resolvedAt)}])
    from ${tickets} where ${which} and ${tickets.resolvedAt} is not null`,
  of: ({ createdAt, resolvedAt }) => ({
    finished: resolvedAt === null ? 0 : 1,
    tookMs: resolvedAt === null ? 0 : Date.parse(resolvedAt) - Date.parse(createdAt),
  }),
})

/** @throws {AppError} `not_found` */
export async function findProductFigures(
  reader: Reader,
  sum: Totals['sum'],
  productId: string,
): Promise<ProductFigures> {
  await findProduct(reader, productId)
  const which = eq(tickets.productId, productId)
  const [sums, [row]] = await Promise.all([
    sum(
      ...[byStatusOf(productId, which), timeTaken(productId, which)].map((summing) =>
        within('productId', productId, summing),
      ),
    ),
    reader
      .select({ lastActivity: max(tickets.updatedAt) })
      .from(tickets)
      .where(which),
  ])
  const { finished = 0, tookMs = 0 } = sums
  return {
    ...tallied(sums),
    averageResolutionTime: finished === 0 ? 'N/A' : durationWords(tookMs / 1000 / finished),
    lastActivity: row?.lastActivity?.toISOString() ?? null,
  }
}
