import { limits } from '#platform/contract/limits.ts'
import { truncated } from '#platform/contract/truncated.ts'
import type { MailFile, ReadMail } from './read-mail.ts'

const wholeName = 'message.txt'
const nothing = '–'

export interface BroughtText {
  content: string
  /** The whole text as a file, where only its beginning is shown. */
  whole: Pick<MailFile, 'name' | 'bytes'> | undefined
}

/** Puts stored pictures where they stood. @param idOf id of the stored file with this Content-ID */
const withPictures = (text: string, idOf: (cid: string) => string | undefined): string =>
  text.replaceAll(/!\[([^\]\n]*)\]\(cid:([^)\s]+)\)/g, (_, name: string, cid: string) => {
    const id = idOf(cid)
    return id === undefined ? `[${name}]` : `![${name}](/api/attachments/${id}?inline=true)`
  })

/** Shortens a text to what a comment or a description may have. */
export function textFor(text: string, most: number): BroughtText {
  const letters = Array.from(text)
  // Addresses of pictures are longer than their Content-IDs.
  const room = most - 4000
  if (letters.length <= room) return { content: text.trim() || nothing, whole: undefined }
  return {
    content: `${letters.slice(0, room).join('').trimEnd()}\n\n[…] ${wholeName}`,
    whole: { name: wholeName, bytes: Buffer.from(text) },
  }
}

/** @param stored ids by Content-ID */
export function placePictures(content: string, stored: ReadonlyMap<string, string>, most: number): string {
  const placed = withPictures(content, (cid) => stored.get(cid))
  return Array.from(placed).length <= most ? placed : withPictures(content, () => undefined)
}

export const subjectFor = ({ subject }: Pick<ReadMail, 'subject'>): string =>
  truncated(subject.trim(), limits.subject).trim() || nothing
