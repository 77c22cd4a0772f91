import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { ReadMail } from '#features/mail-reading/server/public/read-mail.ts'

const folder = join(import.meta.dirname, '../../src/features/mail-reading/server/public/corpus')

/** Kinds of the corpus: "D01" and so on. */
export const corpusIds = readdirSync(folder)
  .filter((name) => name.endsWith('.eml'))
  .map((name) => name.slice(0, -4))
  .toSorted()

/** Bytes of a mail, as it was received. */
export const corpusMail = (id: string): Buffer => readFileSync(join(folder, `${id}.eml`))

/** The expected result: a title, and the mail without empty fields. */
export const corpusResult = (id: string): { title: string; mail: object } =>
  JSON.parse(readFileSync(join(folder, `${id}.json`), 'utf8'))

const isEmpty = (value: unknown) =>
  value === null || value === '' || (Array.isArray(value) && value.length === 0)

/** Leaves out empty fields, all headers and the bytes of files, so that a mail compares with its expected result. */
export function viewOf({ headers: _headers, whole: _whole, files, ...mail }: ReadMail): object {
  const named = files.map(({ bytes, ...file }) => ({ ...file, bytes: bytes.length }))
  const fields = Object.entries({ ...mail, date: mail.date?.toISOString() ?? null, files: named })
  return Object.fromEntries(fields.filter(([name, value]) => name === 'returnPath' || !isEmpty(value)))
}
