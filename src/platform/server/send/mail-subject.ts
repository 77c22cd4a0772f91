import { bareSubject } from '#platform/contract/bare-subject.ts'
import { oneLine } from '../one-line.ts'

const mostLetters = 250

/** @returns "Re: The printer"; undefined when nothing is left of it */
export function replySubject(subject: string): string | undefined {
  const bare = Array.from(bareSubject(oneLine(subject)))
    .slice(0, mostLetters)
    .join('')
    .trimEnd()
  return bare === '' ? undefined : `Re: ${bare}`
}
