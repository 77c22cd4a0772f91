import { and, asc, desc, eq, inArray, sql, type SQL } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { listPeople, listSignedUp, personColumns } from '#features/users/server/queries.ts'
import { canSeeInternal } from '#features/tickets/policy.ts'
import { staff, type Person, type Viewer } from '#features/users/contract.ts'
import { i18n } from '#platform/contract/i18n.ts'
import { invalid, notFound } from '#platform/contract/errors.ts'
import { searchable } from '#platform/contract/searchable.ts'
import { prepared, pipelined, type Reader } from '#platform/server/database/query-builder.ts'
import { selectTexts, type FoundTexts, type TextSearch } from '#platform/server/personal-data.ts'
import { comments } from '#tables/comments.ts'
import { tickets } from '#tables/tickets.ts'
import { users } from '#tables/users.ts'
import type { Attachment } from '#features/attachments/contract.ts'
import { commentPageSize, type Comment } from '../contract.ts'
import { isMeantBy } from '../policy.ts'

const named = alias(comments, 'named')

const isReadable = sql`(${sql.placeholder('withInternal')}::boolean or not ${comments.isInternal})`

/** Clients must not read what was corrected. */
const formerContent = sql<string | null>`case when ${sql.placeholder('withInternal')}::boolean
  then ${comments.formerContent} end`

/** Lets only giver and receiver of a handover read its draft. */
const isPartyToDraft = sql`${sql.placeholder('viewerId')}::uuid in (${comments.userId}, ${comments.handedToId})`
const handedDraft = sql<string | null>`case when ${isPartyToDraft} then ${comments.handedDraft} end`

/** @param viewerId null: nobody, who reads no draft */
type Reading = { withInternal: boolean; viewerId: string | null }
const readingOf = (viewer: Viewer): Reading => ({
  withInternal: canSeeInternal(viewer),
  viewerId: viewer.id,
})

const selectComments = (reader: Reader, which: SQL | undefined) =>
  reader
    .select({
      id: comments.id,
      ticketId: comments.ticketId,
      content: comments.content,
      isInternal: comments.isInternal,
      createdAt: comments.createdAt,
      editedAt: comments.editedAt,
      formerContent,
      handedToId: comments.handedToId,
      handedDraft,
      mentions: comments.mentions,
      user: personColumns,
    })
    .from(comments)
    .innerJoin(users, eq(users.id, comments.userId))
    .where(and(which, isReadable))
type Row = Awaited<ReturnType<typeof selectComments>>[number]

/** One more than a page tells whether older ones exist. */
const selectNewest = (reader: Reader, which?: SQL) =>
  selectComments(reader, and(eq(comments.ticketId, sql.placeholder('ticketId')), which))
    .orderBy(desc(comments.createdAt), desc(comments.id))
    .limit(commentPageSize + 1)

type OfTicket = Reading & { ticketId: string }
const newestComments = prepared<OfTicket, Row[]>('comments_of_ticket', (reader) => selectNewest(reader))

const commentsBefore = prepared<OfTicket & { before: string }, Row[]>('comments_before', (reader) =>
  selectNewest(
    reader,
    sql`(${comments.createdAt}, ${comments.id}) < (
      select ${named.createdAt}, ${named.id} from ${comments} ${named} where ${named.id} = ${sql.placeholder('before')})`,
  ),
)
const commentById = prepared<Omit<OfTicket, 'viewerId'> & { id: string }, { id: string }[]>(
  'comment_of_ticket',
  (reader) =>
    reader
      .select({ id: comments.id })
      .from(comments)
      .where(
        and(
          eq(comments.id, sql.placeholder('id')),
          eq(comments.ticketId, sql.placeholder('ticketId')),
          isReadable,
        ),
      ),
)

async function shapeComments(reader: Reader, rows: readonly Row[]) {
  const people = await listPeople(
    reader,
    rows.flatMap(({ mentions }) => mentions),
  )
  return rows.map(({ handedToId, handedDraft, ...row }) => ({
    ...row,
    ...(handedToId !== null && handedDraft !== null && { handed: { toId: handedToId, draft: handedDraft } }),
    createdAt: row.createdAt.toISOString(),
    editedAt: row.editedAt?.toISOString() ?? null,
    mentions: people.filter(({ id }) => row.mentions.includes(id)),
  }))
}
export type BareComment = Omit<Comment, 'attachments'> & { ticketId: string }

export interface BareComments {
  comments: BareComment[]
  hasMoreComments: boolean
}

const shapePage = async (reader: Reader, rows: readonly Row[]): Promise<BareComments> => ({
  comments: await shapeComments(reader, rows.slice(0, commentPageSize).toReversed()),
  hasMoreComments: rows.length > commentPageSize,
})

export const listComments = async (reader: Reader, viewer: Viewer, ticketId: string): Promise<BareComments> =>
  shapePage(reader, await newestComments(reader, { ticketId, ...readingOf(viewer) }))

/** @param before the id of a comment @throws {AppError} `invalid` for a hidden one, or another ticket's */
export async function listCommentsBefore(
  reader: Reader,
  viewer: Viewer,
  ticketId: string,
  before: string,
): Promise<BareComments> {
  const { withInternal, viewerId } = readingOf(viewer)
  const [known, rows] = await pipelined([
    commentById(reader, { ticketId, withInternal, id: before }),
    commentsBefore(reader, { ticketId, withInternal, viewerId, before }),
  ])
  if (known.length === 0) throw invalid('before', i18n.t('before must be the id of a comment of this ticket'))
  return shapePage(reader, rows)
}

export function withFiles(
  some: readonly BareComment[],
  files: readonly Attachment[],
): (BareComment & Comment)[] {
  const byComment = Map.groupBy(files, ({ commentId }) => commentId)
  return some.map((comment) => ({ ...comment, attachments: byComment.get(comment.id) ?? [] }))
}

/** Lists comments of tickets without drafts that were handed over. */
export async function listCommentsOf(
  reader: Reader,
  ticketIds: readonly string[],
  withInternal: boolean,
): Promise<BareComment[]> {
  const ofThem = selectComments(reader, inArray(comments.ticketId, [...ticketIds])).orderBy(
    asc(comments.createdAt),
    asc(comments.id),
  )
  return shapeComments(reader, await ofThem.prepare('').execute({ withInternal, viewerId: null }))
}

/** Lists comments without regard to rights. */
export async function listCommentTexts(reader: Reader, ids: readonly string[]) {
  if (ids.length === 0) return []
  const { id, content, isInternal, mentions } = comments
  return reader
    .select({ id, content, isInternal, mentions })
    .from(comments)
    .where(inArray(comments.id, [...ids]))
}

export async function findCommentTicket(reader: Reader, id: string): Promise<string | undefined> {
  const [row] = await reader.select({ ticketId: comments.ticketId }).from(comments).where(eq(comments.id, id))
  return row?.ticketId
}

const mostListed = 20

/** Lists team members whose names contain the text, those beginning with it first. */
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

/** @throws {AppError} `not_found` */
export async function requireComment(
  reader: Reader,
  viewer: Viewer,
  ticketId: string,
  id: string,
): Promise<BareComment> {
  const one = selectComments(reader, and(eq(comments.id, id), eq(comments.ticketId, ticketId)))
  const [comment] = await shapeComments(reader, await one.prepare('').execute({ ...readingOf(viewer) }))
  if (!comment) throw notFound()
  return comment
}

/** Corrected texts and handed drafts of others, which are in no index of words. */
export async function findTexts({ userId }: TextSearch<Viewer>): Promise<FoundTexts> {
  const { createdAt, ticketId, formerContent, handedDraft, userId: authorId } = comments
  const rows = selectTexts(
    'ticket',
    { id: tickets.id, name: tickets.ticketNumber, createdAt, texts: [formerContent, handedDraft] },
    sql`${comments} join ${tickets} on ${tickets.id} = ${ticketId}
      where (${formerContent} is not null or ${handedDraft} is not null) and ${authorId} <> ${userId}`,
  )
  return { rows, isCut: false }
}

export async function findComment(reader: Reader, id: string) {
  const [row] = await reader.select().from(comments).where(eq(comments.id, id))
  return row
}
