import { and, asc, count, eq, inArray, isNull, or, sql, type SQLWrapper } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { Reader } from '#platform/server/database/database.ts'
import { attachments } from '#tables/attachments.ts'
import { chatMessages } from '#tables/chat-messages.ts'
import { clientUsers } from '#tables/client-users.ts'
import { comments } from '#tables/comments.ts'
import { products } from '#tables/products.ts'
import { tickets } from '#tables/tickets.ts'
import { users } from '#tables/users.ts'

const ticketsAtOnce = 200
const assignee = alias(users, 'assignee')

const nameOf = ({ firstName, lastName }: Record<'firstName' | 'lastName', SQLWrapper>) =>
  sql<string>`${firstName} || ' ' || ${lastName}`

export async function countTickets(reader: Reader, clientId: string): Promise<number> {
  const [row] = await reader.select({ total: count() }).from(tickets).where(eq(tickets.clientId, clientId))
  return row?.total ?? 0
}

/** The company's own people; who of the team looks after it is not theirs. */
export const listPeopleOf = (reader: Reader, clientId: string) =>
  reader
    .select({
      firstName: users.firstName,
      lastName: users.lastName,
      email: users.email,
      companyName: users.companyName,
      mobileNumber: users.mobileNumber,
      role: clientUsers.role,
      isActive: users.isActive,
    })
    .from(clientUsers)
    .innerJoin(users, eq(users.id, clientUsers.userId))
    .where(and(eq(clientUsers.clientId, clientId), eq(users.role, 'client')))
    .orderBy(asc(users.email))

export const listProductsOf = (reader: Reader, clientId: string) =>
  reader
    .select({
      name: products.name,
      description: products.description,
      version: products.version,
      status: products.status,
      techStack: products.techStack,
      repositoryUrl: products.repositoryUrl,
      documentation: products.documentation,
      isActive: products.isActive,
      createdAt: products.createdAt,
    })
    .from(products)
    .where(eq(products.clientId, clientId))
    .orderBy(asc(products.name), asc(products.id))

/** The tickets of a company in the order in which they were created, some at a time. */
export async function* ticketsOf(reader: Reader, clientId: string) {
  for (let last: { createdAt: Date; id: string } | undefined; ;) {
    const after: typeof last = last
    const some = await reader
      .select({
        id: tickets.id,
        ticketNumber: tickets.ticketNumber,
        subject: tickets.subject,
        description: tickets.description,
        status: tickets.status,
        priority: tickets.priority,
        category: tickets.category,
        requester: nameOf(users),
        requesterEmail: users.email,
        assignedTo: sql<string | null>`${nameOf(assignee)}`,
        customerName: tickets.customerName,
        productName: tickets.productName,
        projectName: tickets.projectName,
        source: tickets.source,
        createdAt: tickets.createdAt,
        updatedAt: tickets.publicUpdatedAt,
        resolvedAt: tickets.resolvedAt,
      })
      .from(tickets)
      .innerJoin(users, eq(users.id, tickets.createdById))
      .leftJoin(assignee, eq(assignee.id, tickets.assignedToId))
      .where(
        and(
          eq(tickets.clientId, clientId),
          after &&
            sql`(${tickets.createdAt}, ${tickets.id}) > (${after.createdAt.toISOString()}::timestamptz, ${after.id}::uuid)`,
        ),
      )
      .orderBy(asc(tickets.createdAt), asc(tickets.id))
      .limit(ticketsAtOnce)
    if (some.length > 0) yield some
    last = some.at(-1)
    if (!last || some.length < ticketsAtOnce) return
  }
}

export const listCommentsOf = (reader: Reader, ticketIds: readonly string[], withInternal: boolean) =>
  reader
    .select({
      ticketNumber: tickets.ticketNumber,
      author: nameOf(users),
      content: comments.content,
      isInternal: comments.isInternal,
      createdAt: comments.createdAt,
    })
    .from(comments)
    .innerJoin(tickets, eq(tickets.id, comments.ticketId))
    .innerJoin(users, eq(users.id, comments.userId))
    .where(
      and(
        inArray(comments.ticketId, [...ticketIds]),
        withInternal ? undefined : eq(comments.isInternal, false),
      ),
    )
    .orderBy(asc(tickets.createdAt), asc(tickets.id), asc(comments.createdAt), asc(comments.id))

export const listMessagesOf = (reader: Reader, ticketIds: readonly string[]) =>
  reader
    .select({
      ticketNumber: tickets.ticketNumber,
      sender: nameOf(users),
      message: chatMessages.message,
      createdAt: chatMessages.createdAt,
    })
    .from(chatMessages)
    .innerJoin(tickets, eq(tickets.id, chatMessages.ticketId))
    .innerJoin(users, eq(users.id, chatMessages.senderId))
    .where(inArray(chatMessages.ticketId, [...ticketIds]))
    .orderBy(asc(tickets.createdAt), asc(tickets.id), asc(chatMessages.createdAt), asc(chatMessages.id))

export const listFilesOf = (reader: Reader, ticketIds: readonly string[], withInternal: boolean) =>
  reader
    .select({
      ticketNumber: tickets.ticketNumber,
      fileName: attachments.fileName,
      fileSize: attachments.fileSize,
      objectPath: attachments.objectPath,
      createdAt: attachments.createdAt,
    })
    .from(attachments)
    .innerJoin(tickets, eq(tickets.id, attachments.ticketId))
    .leftJoin(comments, eq(comments.id, attachments.commentId))
    .where(
      and(
        inArray(attachments.ticketId, [...ticketIds]),
        withInternal ? undefined : or(isNull(attachments.commentId), eq(comments.isInternal, false)),
      ),
    )
    .orderBy(asc(attachments.createdAt), asc(attachments.id))
