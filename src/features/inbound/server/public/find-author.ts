import { and, asc, eq } from 'drizzle-orm'
import { isStaff } from '#features/users/policy.ts'
import { invalid } from '#platform/contract/errors.ts'
import { i18n } from '#platform/contract/i18n.ts'
import { isReservedEmail } from '#platform/contract/fields.ts'
import type { Reader } from '#platform/server/database/query-builder.ts'
import { clients } from '#tables/clients.ts'
import { clientUsers } from '#tables/client-users.ts'
import { inboundRules } from '#tables/inbound-rules.ts'
import { users } from '#tables/users.ts'
import type { Author } from '../../policy.ts'
import { findMailClientId } from '../queries.ts'

const findRule = async (reader: Reader, address: string) =>
  (await reader.select().from(inboundRules).where(eq(inboundRules.address, address)))[0]

async function shapeAuthor(
  reader: Reader,
  row: typeof users.$inferSelect,
  isRemembered: boolean,
): Promise<Author> {
  const belongings = isStaff(row)
    ? []
    : await reader
        .select({ id: clients.id, name: clients.name, role: clientUsers.role })
        .from(clientUsers)
        .innerJoin(clients, eq(clients.id, clientUsers.clientId))
        .where(and(eq(clientUsers.userId, row.id), eq(clients.isActive, true)))
        .orderBy(asc(clientUsers.createdAt), asc(clients.id))
  return {
    id: row.id,
    role: row.role,
    managedClientIds: belongings
      .filter(({ role }) => role === 'admin' || role === 'contact')
      .map(({ id }) => id),
    clientIds: belongings.map(({ id }) => id),
    isActive: row.isActive,
    // Without a password nobody else can read what is filed under this address.
    isBelieved: isRemembered || row.emailProvedAt !== null || row.password === null,
    mailClientId: belongings.length > 1 ? await findMailClientId(reader, row.id) : null,
    clients: belongings.map(({ id, name }) => ({ id, name })),
  }
}

/** @throws {AppError} `invalid` on `personId` for nobody, and for staff */
export async function requireAuthor(reader: Reader, personId: string): Promise<Author> {
  const [row] = await reader.select().from(users).where(eq(users.id, personId))
  const author = row && row.erasedAt === null ? await shapeAuthor(reader, row, true) : undefined
  if (!author?.isActive || isStaff(author))
    throw invalid('personId', i18n.t('The person must be an active person of a client'))
  return author
}

/** Finds the person of an address: by a remembered rule, else by their own address. */
export async function findAuthor(
  reader: Reader,
  address: string,
): Promise<{ author: Author | undefined; isBlocked: boolean }> {
  const rule = await findRule(reader, address)
  const [row] = await reader
    .select()
    .from(users)
    .where(rule?.userId ? eq(users.id, rule.userId) : eq(users.email, address))
  const isPerson = row !== undefined && row.erasedAt === null && !isReservedEmail(row.email)
  return {
    author: isPerson ? await shapeAuthor(reader, row, rule?.kind === 'person') : undefined,
    isBlocked: rule?.kind === 'block',
  }
}
