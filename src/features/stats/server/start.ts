import { and, eq, inArray, notInArray, type Column } from 'drizzle-orm'
import { isMailConfigured } from '#features/mail-settings/server/queries.ts'
import { staff } from '#features/users/contract.ts'
import { canReceiveMail } from '#features/users/server/queries.ts'
import type { Reader } from '#platform/server/database/query-builder.ts'
import { clients } from '#tables/clients.ts'
import { demoRows } from '#tables/demo-rows.ts'
import { products } from '#tables/products.ts'
import { tickets } from '#tables/tickets.ts'
import { users } from '#tables/users.ts'
import type { StartSteps } from '../contract.ts'

const ticketsInUse = 10

/** Checks the steps of a new desk, ignoring demo data. Each reads a few rows. */
export async function findStartSteps(reader: Reader): Promise<StartSteps> {
  const isOwn = (id: Column) => notInArray(id, reader.select({ id: demoRows.rowId }).from(demoRows))
  const [email, client, product, ticket, people] = await Promise.all([
    isMailConfigured(reader),
    reader.select({ id: clients.id }).from(clients).where(isOwn(clients.id)).limit(1),
    reader.select({ id: products.id }).from(products).where(isOwn(products.id)).limit(1),
    reader.select({ id: tickets.id }).from(tickets).where(isOwn(tickets.id)).limit(ticketsInUse),
    reader
      .select({ id: users.id })
      .from(users)
      .where(and(inArray(users.role, [...staff]), eq(users.isActive, true), canReceiveMail))
      .limit(2),
  ])
  return {
    email,
    client: client.length > 0,
    product: product.length > 0,
    team: people.length > 1,
    ticket: ticket.length > 0,
    isInUse: ticket.length >= ticketsInUse,
  }
}
