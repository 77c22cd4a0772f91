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

/** Old Office files are all of one container. */
const found: Record<string, AttachableType> = {
  'image/jpeg': 'image/jpeg',
  'image/png': 'image/png',
  'application/pdf': 'application/pdf',
  'application/x-cfb': 'application/msword',
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document':
    'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
}

/** Characters that no text has; tab, the ends of lines and pages, and escape are allowed. */
const isControl = (byte: number) => byte < 32 && ![9, 10, 12, 13, 27].includes(byte)

/** Whether these bytes read as text: UTF-8, or one of the older codes of one byte a character. */
function isText(head: Buffer): boolean {
  return !head.some((byte) => isControl(byte) || byte === 127)
}

/** A Word file whose parts stand in an order that hides its kind from its first megabyte; never one with macros. */
const isWordArchive = (tail: Buffer) =>
  ['[Content_Types].xml', 'word/document.xml'].every((name) => tail.includes(name)) &&
  !tail.includes('vbaProject.bin')

/** The type of a file by its content; undefined for one that nobody may attach. */
async function typeOf({ head, tail }: Ends): Promise<AttachableType | undefined> {
  const { fileTypeFromBuffer } = await import('file-type')
  const type = await fileTypeFromBuffer(head)
  if (type?.mime === 'application/zip' && isWordArchive(tail)) return attachable.docx
  if (type && type.mime !== 'application/xml') return found[type.mime]
  return isText(head) ? 'text/plain' : undefined
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
  if ((await typeOf(ends)) !== expected)
    throw new AppError(
      'unsupported',
      i18n.t('{fileName} is not what its name says: its content is not that of a .{endingOf} file.', {
        fileName,
        endingOf: endingOf(fileName),
      }),
    )
  return expected
}
