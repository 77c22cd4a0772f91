import { inArray } from 'drizzle-orm'
import { foldedTexts } from '#features/ticket-search/server/public/folded-texts.ts'
import { preparedSql, type Tx } from '#platform/server/database/query-builder.ts'
import { tickets } from '#tables/tickets.ts'

const storeFolded = preparedSql(
  'fold_tickets',
  `update tickets set search_text = given.text, customer_search = given.customer, product_search = given.product,
    project_search = given.project
  from unnest($1::uuid[], $2::text[], $3::text[], $4::text[], $5::text[]) as given (id, text, customer, product, project)
  where tickets.id = given.id`,
)

/** Refolds texts that an earlier version folded differently. @param ids unknown ones are ignored */
export async function foldTickets(tx: Tx, ids: readonly string[]): Promise<void> {
  const rows = await tx
    .select({
      id: tickets.id,
      ticketNumber: tickets.ticketNumber,
      subject: tickets.subject,
      description: tickets.description,
      customerName: tickets.customerName,
      productName: tickets.productName,
      projectName: tickets.projectName,
      searchText: tickets.searchText,
    })
    .from(tickets)
    .where(inArray(tickets.id, [...ids]))
  const changed = rows
    .map((row) => ({ id: row.id, stored: row.searchText, ...foldedTexts(row) }))
    .filter(({ searchText, stored }) => searchText !== stored)
  if (changed.length === 0) return
  await storeFolded(tx, [
    changed.map(({ id }) => id),
    changed.map(({ searchText }) => searchText),
    changed.map(({ customerSearch }) => customerSearch),
    changed.map(({ productSearch }) => productSearch),
    changed.map(({ projectSearch }) => projectSearch),
  ])
}
