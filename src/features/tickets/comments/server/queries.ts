import { and, asc, eq, inArray, sql, type SQL } from 'drizzle-orm'
import { listPeople, listSignedUp, personColumns } from '#features/users/server/queries.ts'
import { staff, type Person } from '#features/users/contract.ts'
import { searchable } from '#platform/contract/searchable.ts'
import type { Reader } from '#platform/server/database/database.ts'
import { prepared } from '#platform/server/database/query-builder.ts'
import { comments } from '#tables/comments.ts'
import { users } from '#tables/users.ts'
import type { Comment } from '../contract.ts'
import { isMeantBy } from '../policy.ts'

const selectComments = (reader: Reader, ofTickets: SQL) =>
  reader
    .select({
      id: comments.id,
      ticketId: comments.ticketId,
      content: comments.content,
      isInternal: comments.isInternal,
      createdAt: comments.createdAt,
      mentions: comments.mentions,
      user: personColumns,
    })
    .from(comments)
    .innerJoin(users, eq(users.id, comments.userId))
    .where(and(ofTickets, sql`(${sql.placeholder('withInternal')}::boolean or not ${comments.isInternal})`))
    .orderBy(asc(comments.createdAt), asc(comments.id))
type Row = Awaited<ReturnType<typeof selectComments>>[number]
const commentsOf = prepared<{ ticketId: string; withInternal: boolean }, Row[]>(
  'comments_of_ticket',
  (reader) => selectComments(reader, eq(comments.ticketId, sql.placeholder('ticketId'))),
)

async function shapeComments(reader: Reader, rows: readonly Row[]) {
  const people = await listPeople(
    reader,
    rows.flatMap(({ mentions }) => mentions),
  )
  return rows.map((row) => ({
    ...row,
    createdAt: row.createdAt.toISOString(),
    mentions: people.filter(({ id }) => row.mentions.includes(id)),
  }))
}
/** A comment without its files. */
export type BareComment = Omit<Comment, 'attachments'> & { ticketId: string }

/** The comments of a ticket without their files, oldest first. */
export async function listComments(
  reader: Reader,
  ticketId: string,
  withInternal: boolean,
): Promise<BareComment[]> {
  return shapeComments(reader, await commentsOf(reader, { ticketId, withInternal }))
}

/** The same of several tickets. */
export async function listCommentsOf(
  reader: Reader,
  ticketIds: readonly string[],
  withInternal: boolean,
): Promise<BareComment[]> {
  const ofThem = inArray(comments.ticketId, [...ticketIds])
  return shapeComments(reader, await selectComments(reader, ofThem).prepare('').execute({ withInternal }))
}

/** Comments as they are stored, without regard to rights. */
export async function listCommentTexts(reader: Reader, ids: readonly string[]) {
  if (ids.length === 0) return []
  const { id, content, isInternal, mentions } = comments
  return reader
    .select({ id, content, isInternal, mentions })
    .from(comments)
    .where(inArray(comments.id, [...ids]))
}

/** In which ticket a comment stands. */
export async function findCommentTicket(reader: Reader, id: string): Promise<string | undefined> {
  const [row] = await reader.select({ ticketId: comments.ticketId }).from(comments).where(eq(comments.id, id))
  return row?.ticketId
}

const mostListed = 20

/** Members of the team whose names have the typed text, those that begin with it first. */
export async function listMentionable(reader: Reader, typed: string): Promise<Person[]> {
  const [text, isMeant] = [searchable(typed), isMeantBy(typed)]
  const team = (await listSignedUp(reader, staff)).map(({ role: _, ...person }) => ({
    person,
    name: searchable(`${person.firstName} ${person.lastName}`),
  }))
  return team
    .filter(({ person }) => isMeant(person))
    .sort((one, other) => Number(other.name.startsWith(text)) - Number(one.name.startsWith(text)))
    .slice(0, mostListed)
    .map(({ person }) => person)
}
