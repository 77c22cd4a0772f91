import type { Readable } from 'node:stream'
import { storeFile } from '#features/uploads/server/public/store-file.ts'
import type { Viewer } from '#features/users/contract.ts'
import { AppError } from '#platform/contract/errors.ts'
import { textFor } from './brought-text.ts'
import { readFiles, type SpooledFile } from './read-in-worker.ts'
import type { MailFile, ReadMail } from './read-mail.ts'

/** Most files of a mail that are stored one by one; the source has the others. */
const mostFiles = 50

type Parts = Parameters<typeof storeFile>[0]

interface Bringing {
  mail: ReadMail
  /** Letters of the text that are shown; a longer one is a file, too. */
  most: number
  /** Opens the source, for files that are too large to be held in memory together. */
  openRaw(): Promise<Readable>
}

/** Files of a mail that are stored as uploads of its author. */
export interface BroughtFiles {
  stored: readonly { id: string; name: string; cid: string | null }[]
  leftOut: readonly string[]
}

/**
 * Stores the files of a mail as uploads of its author, before the unit of work. What is refused, beyond the
 * quota or too much is named; the source has it.
 */
export async function bringFiles(
  parts: Parts,
  author: Viewer,
  { mail, most, openRaw }: Bringing,
): Promise<BroughtFiles> {
  const stored: BroughtFiles['stored'][number][] = []
  const leftOut = mail.files.slice(mostFiles).map(({ name }) => name)
  async function take(
    { name, bytes, cid }: Pick<MailFile, 'name' | 'bytes' | 'cid'>,
    spooled?: SpooledFile,
  ): Promise<void> {
    try {
      const id = await storeFile(parts, author, { name, content: spooled ?? bytes })
      stored.push({ id, name, cid })
    } catch (error) {
      if (!(error instanceof AppError) || !['unsupported', 'too_large'].includes(error.code)) throw error
      leftOut.push(name)
    }
  }
  const { whole } = textFor(mail.text, most)
  if (whole) await take({ ...whole, cid: null })
  const files = mail.files.slice(0, mostFiles)
  const raw = files.some(({ later }) => later) ? await openRaw() : Buffer.alloc(0)
  await readFiles(raw, files, take)
  return { stored, leftOut }
}
