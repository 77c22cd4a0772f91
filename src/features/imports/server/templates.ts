import type { Readable } from 'node:stream'
import { csvFile } from '#platform/server/call/csv-file.ts'
import { importFieldsOf, type ImportKind } from '../fields/contract.ts'

/** Ids of the template rows, by which they refer to one another. */
const exampleIds: Record<ImportKind, string> = {
  clients: 'C-1',
  people: 'P-1',
  products: 'PR-1',
  tickets: 'T-1',
  comments: 'M-1',
}

/** Builds a file of one importable row, whose headings match automatically. */
export function templateOf(kind: ImportKind): Readable {
  const cells = importFieldsOf(kind).flatMap(({ name, example }) => {
    const cell = name === 'externalId' ? exampleIds[kind] : example
    return cell === undefined ? [] : [{ name, cell }]
  })
  async function* lines() {
    yield cells.map(({ cell }) => cell)
  }
  return csvFile(
    cells.map(({ name }) => name),
    lines(),
  )
}
