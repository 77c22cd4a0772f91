import { i18n } from '#platform/contract/i18n.ts'
import { AppError } from '#platform/contract/errors.ts'
import { attachable, type AttachableType } from '../contract.ts'

export interface Ends {
  head: Buffer
  tail: Buffer
}
export const headBytes = 1024 * 1024
/** A zip archive ends with its table of contents. */
export const tailBytes = 128 * 1024

/** Control characters of terminals: bells, line ends, other alphabets, pauses, ends and colours. */
const ofTerminals = [7, 8, 9, 10, 11, 12, 13, 14, 15, 17, 19, 26, 27]
const isNoText = (code: number) => code < 32 && !ofTerminals.includes(code)

/** Detects UTF-16 with a byte order mark, UTF-8, and single-byte encodings. */
function isText(head: Buffer): boolean {
  const mark = head.length >= 2 ? head.readUInt16BE(0) : 0
  if (mark !== 0xff_fe && mark !== 0xfe_ff) return !head.some(isNoText)
  try {
    const decoder = new TextDecoder(mark === 0xff_fe ? 'utf-16le' : 'utf-16be', { fatal: true })
    // The head may end inside a character.
    const letters = Array.from(decoder.decode(head, { stream: true }))
    return !letters.some((letter) => isNoText(letter.codePointAt(0) ?? 0))
  } catch {
    return false
  }
}

/** Detects Office files whose kind is not in the first megabyte; rejects macros. */
const isOfficeArchive = (tail: Buffer, part: string) =>
  ['[Content_Types].xml', part].every((name) => tail.includes(name)) && !tail.includes('vbaProject.bin')
const partOf: Partial<Record<AttachableType, string>> = {
  [attachable.docx]: 'word/document.xml',
  [attachable.xlsx]: 'xl/workbook.xml',
  [attachable.pptx]: 'ppt/presentation.xml',
}

/** Alternative types; old Office files and Outlook mails share a container. */
const alsoFound: Partial<Record<AttachableType, readonly string[]>> = {
  [attachable.doc]: ['application/x-cfb'],
  [attachable.msg]: ['application/x-cfb'],
  [attachable.heic]: ['image/heif', 'image/heic-sequence', 'image/heif-sequence'],
}
const texts: readonly AttachableType[] = [attachable.txt, attachable.csv, attachable.eml]
/** Signatures: with files, empty, or split. */
const archives = ['PK\u0003\u0004', 'PK\u0005\u0006', 'PK\u0007\u0008']

async function isOfType(type: AttachableType, { head, tail }: Ends): Promise<boolean> {
  // Any text is accepted: many texts begin like another type.
  if (texts.includes(type)) return isText(head)
  // Other zip-based files are accepted too, as they are only ever downloaded.
  if (type === attachable.zip) return archives.includes(head.toString('latin1', 0, 4))
  const { fileTypeFromBuffer } = await import('file-type')
  const found = (await fileTypeFromBuffer(head))?.mime
  const part = partOf[type]
  if (found === 'application/zip' && part !== undefined) return isOfficeArchive(tail, part)
  return found === type || (found !== undefined && alsoFound[type]?.includes(found) === true)
}

const endingOf = (fileName: string) => /\.(\w+)$/.exec(fileName)?.[1]?.toLowerCase() ?? ''
const isKnown = (ending: string): ending is keyof typeof attachable => Object.hasOwn(attachable, ending)

const known = Object.keys(attachable).join(', ')

/** @throws {AppError} `unsupported`, naming the file */
export function expectedType(fileName: string): AttachableType {
  const ending = endingOf(fileName)
  if (isKnown(ending)) return attachable[ending]
  throw new AppError(
    'unsupported',
    i18n.t('{fileName} cannot be attached. You can only upload: {known}', { fileName, known }),
  )
}

/** @throws {AppError} `unsupported`, naming the file, when content and name differ */
export async function checkContent(fileName: string, ends: Ends): Promise<AttachableType> {
  const expected = expectedType(fileName)
  if (!(await isOfType(expected, ends)))
    throw new AppError(
      'unsupported',
      i18n.t('{fileName} is not what its name says: its content is not that of a .{endingOf} file.', {
        fileName,
        endingOf: endingOf(fileName),
      }),
    )
  return expected
}
