import { i18n } from '#platform/contract/i18n.ts'
import { eq, sql, type SQL } from 'drizzle-orm'
import type { Viewer } from '#features/users/contract.ts'
import { isStaff } from '#features/users/policy.ts'
import { personColumns } from '#features/users/server/queries.ts'
import { forbidden, notFound } from '#platform/contract/errors.ts'
import type { Reader } from '#platform/server/database/query-builder.ts'
import { byName } from '#platform/server/own-names.ts'
import { newestRows, selectTexts, type FoundTexts, type TextSearch } from '#platform/server/personal-data.ts'
import { savedAnswers } from '#tables/saved-answers.ts'
import { users } from '#tables/users.ts'
import type { SavedAnswer } from '../contract.ts'
import { canChangeAnswer, canSeeAnswer } from '../policy.ts'

const selectAnswers = (reader: Reader) =>
  reader
    .select({
      id: savedAnswers.id,
      title: savedAnswers.title,
      text: savedAnswers.text,
      sharedWith: savedAnswers.sharedWith,
      createdAt: savedAnswers.createdAt,
      updatedAt: savedAnswers.updatedAt,
      owner: personColumns,
    })
    .from(savedAnswers)
    .innerJoin(users, eq(users.id, savedAnswers.ownerId))

type Row = Awaited<ReturnType<typeof selectAnswers>>[number]

const shapeAnswer = (row: Row): SavedAnswer => ({
  ...row,
  createdAt: row.createdAt.toISOString(),
  updatedAt: row.updatedAt.toISOString(),
})

const byTitle = (one: SavedAnswer, other: SavedAnswer) =>
  byName({ id: one.id, name: one.title }, { id: other.id, name: other.title })

/** The SQL twin of `canSeeAnswer`. */
export function visibleTo(viewer: Pick<Viewer, 'id' | 'role'>): SQL {
  const { ownerId, sharedWith } = savedAnswers
  if (!isStaff(viewer)) return sql`false`
  const isShared =
    viewer.role === 'super_user'
      ? sql`cardinality(${sharedWith}) > 0`
      : sql`${viewer.role} = any(${sharedWith})`
  return sql`(${ownerId} = ${viewer.id} or ${isShared})`
}

export async function listSavedAnswers(reader: Reader, viewer: Viewer): Promise<SavedAnswer[]> {
  const rows = await selectAnswers(reader).where(visibleTo(viewer))
  return rows.map(shapeAnswer).toSorted(byTitle)
}

/** @throws {AppError} `not_found`, also for an answer that the viewer may not see */
export async function requireAnswer(reader: Reader, viewer: Viewer, id: string): Promise<SavedAnswer> {
  const [row] = await selectAnswers(reader).where(eq(savedAnswers.id, id))
  if (!row || !canSeeAnswer(viewer, row)) throw notFound()
  return shapeAnswer(row)
}

/** @throws {AppError} `not_found`; `forbidden` without the right to change it */
export async function requireOwnAnswer(reader: Reader, viewer: Viewer, id: string): Promise<SavedAnswer> {
  const answer = await requireAnswer(reader, viewer, id)
  if (!canChangeAnswer(viewer, answer))
    throw forbidden(i18n.t('Only its owner, helpdesk and super users may change a saved answer.'))
  return answer
}

/** Selects texts of the newest answers that this viewer sees, which may name people. */
export async function findTexts({ viewer }: TextSearch<Viewer>): Promise<FoundTexts> {
  const { id, title: name, text, createdAt } = savedAnswers
  const from = sql`${newestRows(savedAnswers)} where ${visibleTo(viewer)}`
  return { rows: selectTexts('answer', { id, name, createdAt, texts: [name, text] }, from), isCut: false }
}
