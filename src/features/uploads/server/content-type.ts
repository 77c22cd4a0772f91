import { i18n } from '#platform/contract/i18n.ts'
import { AppError } from '#platform/contract/errors.ts'
import { attachable, type AttachableType } from '../contract.ts'

/** The parts of a file by which its type is found: its begin and its end. */
export interface Ends {
  head: Buffer
  tail: Buffer
}
export const headBytes = 1024 * 1024
/** A zip archive ends with its table of contents. */
export const tailBytes = 128 * 1024

/** Characters that terminals write beside letters: bells, line ends, other alphabets, pauses, ends and colours. */
const ofTerminals = [7, 8, 9, 10, 11, 12, 13, 14, 15, 17, 19, 26, 27]
const isNoText = (code: number) => code < 32 && !ofTerminals.includes(code)

/** Whether these bytes read as text: UTF-16 with its mark, UTF-8, or one of the older codes of one byte a character. */
function isText(head: Buffer): boolean {
  const mark = head.length >= 2 ? head.readUInt16BE(0) : 0
  if (mark !== 0xff_fe && mark !== 0xfe_ff) return !head.some(isNoText)
  try {
    const decoder = new TextDecoder(mark === 0xff_fe ? 'utf-16le' : 'utf-16be', { fatal: true })
    // The head may end in the middle of a letter.
    const letters = Array.from(decoder.decode(head, { stream: true }))
    return !letters.some((letter) => isNoText(letter.codePointAt(0) ?? 0))
  } catch {
    return false
  }
}

/** An Office file whose parts stand in an order that hides its kind from its first megabyte; never one with macros. */
const isOfficeArchive = (tail: Buffer, part: string) =>
  ['[Content_Types].xml', part].every((name) => tail.includes(name)) && !tail.includes('vbaProject.bin')
/** The part that only an Office file of this kind has. */
const partOf: Partial<Record<AttachableType, string>> = {
  [attachable.docx]: 'word/document.xml',
  [attachable.xlsx]: 'xl/workbook.xml',
  [attachable.pptx]: 'ppt/presentation.xml',
}

/** The types by other names; old Office files and mails of Outlook are of one container. */
const alsoFound: Partial<Record<AttachableType, readonly string[]>> = {
  [attachable.doc]: ['application/x-cfb'],
  [attachable.msg]: ['application/x-cfb'],
  [attachable.heic]: ['image/heif', 'image/heic-sequence', 'image/heif-sequence'],
}
const texts: readonly AttachableType[] = [attachable.txt, attachable.csv, attachable.eml]
/** How an archive begins: with a file, with its end where it has none, or as the first of several. */
const archives = ['PK\u0003\u0004', 'PK\u0005\u0006', 'PK\u0007\u0008']

/** Whether the content is of this type. */
async function isOfType(type: AttachableType, { head, tail }: Ends): Promise<boolean> {
  // Text is what reads as text: the first letters of many are the signature of something else.
  if (texts.includes(type)) return isText(head)
  // So are many other files, which are as harmless when they are only ever saved.
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

/**
 * The type that a file of this name must have.
 * @throws {AppError} `unsupported`, naming the file
 */
export function expectedType(fileName: string): AttachableType {
  const ending = endingOf(fileName)
  if (isKnown(ending)) return attachable[ending]
  throw new AppError(
    'unsupported',
    i18n.t('{fileName} cannot be attached. You can only upload: {known}', { fileName, known }),
  )
}

/** The type of a file by its content. @throws {AppError} `unsupported`, naming the file, when it does not fit the name */
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
