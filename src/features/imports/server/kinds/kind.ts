import type { Viewer } from '#features/users/contract.ts'
import type { Work } from '#platform/server/work.ts'
import type { ImportOptions, RowNote } from '../../contract.ts'
import type { FieldName } from '../../fields/contract.ts'
import type { StandIns } from '../digests.ts'
import type { Company, References } from '../references.ts'
import type { Row } from '../row.ts'

export interface Context {
  unit: Work
  /** Super user who imports. */
  viewer: Viewer
  ip: string
  options: ImportOptions
  timeZone: string
  refs: References
  /** Everything is rolled back afterwards: do not take a number, which outlives a rollback. */
  isCheck: boolean
}

interface Made {
  id: string
  /** Name for people. */
  label: string
  notes?: readonly RowNote[]
  standIns?: StandIns
}

export interface Kind {
  /** Key of a row where no column has external ids. @throws {AppError} `invalid` for a row without it */
  naturalKey(row: Row): string
  /** Values that no two rows of a file may share, beside their external ids. */
  claims(row: Row): readonly string[]
  /** Fields to reread with a changed one. */
  besides?: Readonly<Partial<Record<FieldName, readonly FieldName[]>>>
  /**
   * Finds the company whose people a name alone may mean.
   * @param id of the earlier imported thing
   * @throws {AppError} why the row is refused
   */
  companyOf?(context: Context, row: Row, id: string | undefined): Promise<Company | undefined>
  /** Name of a row without a result. */
  label(row: Row): string
  /** Finds the id of an equal thing that was not imported. */
  findTwin?(context: Context, row: Row): Promise<string | undefined>
  /** @throws {AppError} why the row is refused */
  create(context: Context, row: Row): Promise<Made>
  /**
   * @param row only the changed fields, perhaps without a name
   * @param found fields whose person was unknown until now
   * @returns what has changed
   * @throws {AppError} why the row is refused
   */
  change(
    context: Context,
    id: string,
    row: Row,
    found: readonly FieldName[],
  ): Promise<Made & { fields: readonly string[] }>
}
