import type { CommentReaders } from '../contract.ts'

/** Says who of the client reads a public comment, in one sentence. */
export function readerWords({ names: [first = '', second = ''], total, company }: CommentReaders): string {
  const others = total - 1
  if (company === null) {
    if (total === 1) return `${first} can read this`
    return total === 2
      ? `${first} and ${second} can read this`
      : `${first} and ${others} others can read this`
  }
  if (total === 0) return `No one at ${company} can read this ticket`
  if (total === 1) return `${first} at ${company} can read this`
  return total === 2
    ? `${first} and ${second} at ${company} can read this`
    : `${first} and ${others} others at ${company} can read this`
}
