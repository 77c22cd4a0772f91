import { globSync } from 'node:fs'
import { getTableColumns, getTableName, is } from 'drizzle-orm'
import { PgTable } from 'drizzle-orm/pg-core'
import { expect, test } from 'vitest'
import { named } from './contents.ts'

const files = globSync(new URL('../../../tables/*.ts', import.meta.url).pathname)
const modules = (await Promise.all(files.map((file) => import(file)))) as Record<string, unknown>[]
const snakeCase = (name: string) => name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
const tables = new Map(
  modules
    .flatMap((one) => Object.values(one))
    .filter((one) => is(one, PgTable))
    .map((table) => [getTableName(table), Object.keys(getTableColumns(table)).map(snakeCase)]),
)

test('every table that a backup leaves out by its name is there', () => {
  expect([...tables.keys()]).toEqual(expect.arrayContaining(named.tables))
})

test('every column that names files is known to the backup, but for those of files that are gone', () => {
  const found = [...tables].flatMap(([table, columns]) =>
    columns.filter((column) => /(?:^|_)paths?$/.test(column)).map((column) => `${table}.${column}`),
  )
  const known = named.files.map(([table, column]) => `${table}.${column}`)
  expect(new Set(found)).toEqual(new Set([...known, 'object_tombstones.object_path']))
})
