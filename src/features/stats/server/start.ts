import { and, eq, inArray, not, like } from 'drizzle-orm'
import { isMailConfigured } from '#features/mail-settings/server/queries.ts'
import { staff } from '#features/users/contract.ts'
import type { Reader } from '#platform/server/database/database.ts'
import { clients } from '#tables/clients.ts'
import { products } from '#tables/products.ts'
import { tickets } from '#tables/tickets.ts'
import { users } from '#tables/users.ts'
import type { StartSteps } from '../contract.ts'

/** What of a new desk is set up. Each question reads one row, or two. */
export async function findStartSteps(reader: Reader): Promise<StartSteps> {
  const [email, client, product, ticket, people] = await Promise.all([
    isMailConfigured(reader),
    reader.select({ id: clients.id }).from(clients).limit(1),
    reader.select({ id: products.id }).from(products).limit(1),
    reader.select({ id: tickets.id }).from(tickets).limit(1),
    reader
      .select({ id: users.id })
      .from(users)
      // Users of the system itself have an address that can receive no mail.
      .where(
        and(inArray(users.role, [...staff]), eq(users.isActive, true), not(like(users.email, '%.invalid'))),
      )
      .limit(2),
  ])
  return {
    email,
    client: client.length > 0,
    product: product.length > 0,
    team: people.length > 1,
    ticket: ticket.length > 0,
  }
}
