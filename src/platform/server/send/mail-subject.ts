import { oneLine } from '../one-line.ts'

const marks =
  'antw|antwort|aw|enc|fw|fwd|odp|pd|r|re|ref|res|rif|rv|sv|tr|vb|vl|vs|wg|ynt|回复|答复|转发|返信'
const replyMarks = new RegExp(String.raw`^(?:(?:${marks})(?:\[\d+\])?\s*[:：]\s*)+`, 'i')
const mostLetters = 250

/** Drops "Re:", "AW:", "Fwd:" and their like, by which mail programs of several languages begin. */
export const bareSubject = (subject: string): string => oneLine(subject).replace(replyMarks, '')

/** @returns "Re: The printer"; undefined when nothing is left of it */
export function replySubject(subject: string): string | undefined {
  const bare = Array.from(bareSubject(subject)).slice(0, mostLetters).join('').trimEnd()
  return bare === '' ? undefined : `Re: ${bare}`
}
