import type { Viewer } from '#features/users/contract.ts'
import type { Work } from '#platform/server/work.ts'
import type { ImportOptions, RowNote } from '../../contract.ts'
import type { FieldName } from '../../fields/contract.ts'
import type { StandIns } from '../digests.ts'
import type { Company, References } from '../references.ts'
import type { Row } from '../row.ts'

/** Context in which a row becomes something. */
export interface Context {
  unit: Work
  /** Person who imports. */
  viewer: Viewer
  ip: string
  options: ImportOptions
  timeZone: string
  refs: References
  /** Everything is rolled back afterwards: what a rollback leaves behind, such as a number, is not to be taken. */
  isCheck: boolean
}

/** Result of a row. */
interface Made {
  id: string
  /** By what people know it. */
  label: string
  notes?: readonly RowNote[]
  standIns?: StandIns
}

/** How rows of one kind become what they are. */
export interface Kind {
  /**
   * By what a row is known again where no column has external ids.
   * @throws {AppError} `invalid` for a row that does not say it
   */
  naturalKey(row: Row): string
  /** Values that no two rows of a file may share, beside their external ids. */
  claims(row: Row): readonly string[]
  /** By field, what the row says besides where that has changed. */
  besides?: Readonly<Partial<Record<FieldName, readonly FieldName[]>>>
  /**
   * The company whose people a name alone may mean; undefined where there is none.
   * @param id of what the row has become before
   * @throws {AppError} why the row is refused
   */
  companyOf?(context: Context, row: Row, id: string | undefined): Promise<Company | undefined>
  /** By what people know a row that has not become anything. */
  label(row: Row): string
  /**
   * Finds a thing that is here already, was not imported, and is the same.
   * @returns its id
   */
  findTwin?(context: Context, row: Row): Promise<string | undefined>
  /** @throws {AppError} why the row is refused */
  create(context: Context, row: Row): Promise<Made>
  /**
   * @param row says only what is to be changed, and may not say by what people know it
   * @param found the fields of it that named nobody who was known, until now
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
