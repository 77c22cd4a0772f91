import { Readable } from 'node:stream'
import { stringify } from 'csv-stringify'

type Cell = string | number | null | undefined

/** Streams a table for spreadsheets with backpressure. No cell of it is ever run as a formula. */
export function csvFile(headers: readonly string[], lines: AsyncIterable<readonly Cell[]>): Readable {
  const table = stringify({
    bom: true,
    header: true,
    columns: headers.map((header, place) => ({ key: String(place), header })),
    record_delimiter: 'windows',
    escape_formulas: true,
  })
  const rows = Readable.from(lines)
  // A departing reader ends the reading, and a read error aborts the file.
  table.once('close', () => rows.destroy())
  rows.once('error', (error) => table.destroy(error))
  return rows.pipe(table)
}
