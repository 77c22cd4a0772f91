import { getTableColumns, getTableName, is } from 'drizzle-orm'
import { PgTable } from 'drizzle-orm/pg-core'
import { expect, test } from 'vitest'
import { named } from './contents.ts'

const modules = import.meta.glob<Record<string, unknown>>('#tables/*.ts', { eager: true })
const tables = new Map(
  Object.values(modules)
    .flatMap((one) => Object.values(one))
    .filter((one) => is(one, PgTable))
    .map((table) => [
      getTableName(table),
      Object.keys(getTableColumns(table)).map((name) =>
        name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
      ),
    ]),
)

test('every table that a backup leaves out by its name is there', () => {
  expect([...tables.keys()]).toEqual(expect.arrayContaining(named.tables))
})

test('every column that names files is known to the backup, but for those of files that are gone', () => {
  const found = [...tables].flatMap(([table, columns]) =>
    columns.filter((column) => /(?:^|_)paths?$/.test(column)).map((column) => [table, column]),
  )
  const ofGone = [['object_tombstones', 'object_path']]
  expect(found.toSorted()).toEqual([...named.files, ...ofGone].toSorted())
})
