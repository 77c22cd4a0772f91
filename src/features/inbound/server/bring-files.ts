import { storeFile } from '#features/uploads/server/public/store-file.ts'
import type { Viewer } from '#features/users/contract.ts'
import { AppError } from '#platform/contract/errors.ts'
import type { BroughtFiles } from './become.ts'
import { mostFiles, textFor } from './mail-text.ts'
import type { ReadMail } from './message/read-mail.ts'

type Parts = Parameters<typeof storeFile>[0]

/**
 * Stores the files of a mail as uploads of its author, before the unit of work. What is refused, beyond the
 * quota or too much is named; the source has it.
 * @param most letters of the text that are shown; a longer one is a file, too
 */
export async function bringFiles(
  parts: Parts,
  author: Viewer,
  mail: ReadMail,
  most: number,
): Promise<BroughtFiles> {
  const { whole } = textFor(mail.text, most)
  const files = [...(whole ? [{ ...whole, cid: null }] : []), ...mail.files]
  const ids: string[] = []
  const byCid = new Map<string, string>()
  const leftOut: string[] = files.slice(mostFiles).map(({ name }) => name)
  for (const { name, bytes, cid } of files.slice(0, mostFiles))
    try {
      const id = await storeFile(parts, author, { name, bytes })
      ids.push(id)
      if (cid !== null) byCid.set(cid, id)
    } catch (error) {
      if (!(error instanceof AppError) || !['unsupported', 'too_large'].includes(error.code)) throw error
      leftOut.push(name)
    }
  return { ids, byCid, leftOut }
}
