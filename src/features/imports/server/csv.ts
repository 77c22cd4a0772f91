import { i18n } from '#platform/contract/i18n.ts'
import { Readable } from 'node:stream'
import { setImmediate as nextTick } from 'node:timers/promises'
import { CsvError, parse } from 'csv-parse'
import { invalid } from '#platform/contract/errors.ts'
import { importLimits } from '../contract.ts'
import { shortened } from './values.ts'

/** Opens the file from its beginning. */
export type OpenFile = () => Promise<AsyncIterable<Uint8Array>>

export interface Inspected {
  delimiter: string
  headings: string[]
  samples: string[][]
  totalRows: number
}

const delimiters = [',', ';', '\t'] as const
const beginningBytes = 64 * 1024
/** Bytes read before yielding to others: a short row costs as much time as a long one. */
const pieceBytes = 4 * 1024
const nul = String.fromCodePoint(0)

const notText = () =>
  invalid(
    'file',
    i18n.t(
      'The file is not UTF-8 text. Save it as “CSV UTF-8”, which spreadsheet programs offer, and try again.',
    ),
  )

async function* inPieces(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  for await (const chunk of bytes)
    for (let at = 0; at < chunk.length; at += pieceBytes) {
      if (at > 0) await nextTick()
      yield chunk.subarray(at, at + pieceBytes)
    }
}

/** Line that tells Excel the delimiter. */
const separatorLine = /^\s*"?sep=([^"\r\n])"?[;,\t]*(?=\r|\n|$)/i
const separatorLength = 20

/** Reads at least this many characters, if there are. */
async function takeBeginning(text: AsyncGenerator<string>, length: number): Promise<string> {
  let beginning = ''
  while (beginning.length < length) {
    const { value, done } = await text.next()
    if (done === true) break
    beginning += value
  }
  return beginning
}

/** Blanks Excel's line, so that line numbers stay those of the file. */
async function* withoutSeparator(text: AsyncGenerator<string>): AsyncGenerator<string> {
  yield (await takeBeginning(text, separatorLength)).replace(separatorLine, '')
  yield* text
}

/** @throws {AppError} `invalid` for anything but UTF-8 */
async function* decoded(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  // Strips the byte order mark.
  const decoder = new TextDecoder('utf-8', { fatal: true })
  const decode = (...given: Parameters<typeof decoder.decode>) => {
    try {
      return decoder.decode(...given)
    } catch {
      throw notText()
    }
  }
  for await (const piece of inPieces(bytes)) {
    const text = decode(piece, { stream: true })
    // UTF-16 without a byte order mark is full of them.
    if (text.includes(nul)) throw notText()
    yield text
  }
  yield decode()
}

/** Finds the delimiter by Excel's line, or else the most frequent one in the first line. */
async function detectDelimiter(open: OpenFile): Promise<string> {
  const text = decoded(await open())
  const beginning = await takeBeginning(text, beginningBytes)
  await text.return(undefined)
  const [, named] = separatorLine.exec(beginning) ?? []
  if (named !== undefined) return named
  const [headings = ''] = beginning
    .replaceAll(/"[^"]*"/g, '')
    .trimStart()
    .split(/\r?\n|\r/, 1)
  const counted = delimiters.map((delimiter) => ({ delimiter, count: headings.split(delimiter).length }))
  return counted.reduce((best, one) => (one.count > best.count ? one : best)).delimiter
}

/** @returns the refusal of invalid CSV; undefined for another error */
function refusalOf(error: unknown) {
  if (!(error instanceof CsvError)) return undefined
  const line = Number(error['lines'] ?? 0)
  return error.code === 'CSV_MAX_RECORD_SIZE'
    ? invalid('file', i18n.t('Line {line}: a row is too long, or a quote is not closed.', { line }))
    : invalid('file', i18n.t('Line {line}: the quotes of this row are not in order.', { line }))
}

/** Streams the rows, headings first. @throws {AppError} `invalid` on `file`, with the line */
export async function* readCsv(open: OpenFile, delimiter: string): AsyncGenerator<string[]> {
  const text = Readable.from(withoutSeparator(decoded(await open())))
  const rows = parse({
    delimiter,
    relax_column_count: true,
    skip_empty_lines: true,
    skip_records_with_empty_values: true,
    max_record_size: importLimits.rowBytes,
  })
  text.once('error', (error) => rows.destroy(error))
  try {
    for await (const row of text.pipe(rows)) yield row as string[]
  } catch (error) {
    throw refusalOf(error) ?? error
  } finally {
    text.destroy()
  }
}

/** Reads the whole file once to verify it. @throws {AppError} `invalid` on `file` for a faulty one */
export async function inspectCsv(open: OpenFile): Promise<Inspected> {
  const delimiter = await detectDelimiter(open)
  const samples: string[][] = []
  let headings: string[] | undefined
  let totalRows = 0
  for await (const row of readCsv(open, delimiter)) {
    if (!headings) {
      headings = row.map((heading) => heading.trim())
      continue
    }
    if (samples.length < importLimits.samples) samples.push(row.slice(0, headings.length).map(shortened))
    if (++totalRows > importLimits.rows)
      throw invalid(
        'file',
        i18n.t('The file has more than {rows} rows. Divide it into several.', { rows: importLimits.rows }),
      )
  }
  if (!headings) throw invalid('file', i18n.t('The file is empty. Its first line must name the columns.'))
  if (headings.length > importLimits.columns)
    throw invalid(
      'file',
      i18n.t('The file has more than {columns} columns.', { columns: importLimits.columns }),
    )
  if (totalRows === 0) throw invalid('file', i18n.t('The file has no rows below its headings.'))
  return { delimiter, headings, samples, totalRows }
}
