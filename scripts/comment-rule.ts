import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './run.ts'

/** Lines in a thousand. */
export const mostPerThousand = 5

const relative = /^(What|Whatever|Who|Whoever|Whom|Whose|Which|Whichever|Those|Of|(So|As) (many|much))\b/
const comment = /^\s*(?:\/\/|\/\*\*?|\*(?!\/))\s*(.*?)\s*(?:\*\/)?$/

/** Reads the lines of a text that are comments, each with its number. */
function commentLines(text: string): { line: number; words: string }[] {
  return text.split('\n').flatMap((source, place) => {
    const [, words = ''] = comment.exec(source) ?? []
    return words === '' ? [] : [{ line: place + 1, words }]
  })
}

/** Counts the comment lines of `src` in a folder, and finds those that begin with a relative clause. */
export function relativeComments(folder = root): { lines: number; found: string[] } {
  let lines = 0
  const found: string[] = []
  for (const file of globSync('src/**/*.{ts,tsx}', { cwd: folder }).toSorted()) {
    const comments = commentLines(readFileSync(join(folder, file), 'utf8'))
    lines += comments.length
    for (const { line, words } of comments) if (relative.test(words)) found.push(`${file}:${line}: ${words}`)
  }
  return { lines, found }
}

/** Tells whether so many of these lines are too many. */
export const areTooMany = ({ lines, found }: { lines: number; found: readonly string[] }): boolean =>
  found.length * 1000 > lines * mostPerThousand
