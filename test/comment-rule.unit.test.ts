import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { areTooMany, mostPerThousand, relativeComments } from '../scripts/comment-rule.ts'

function commentsIn(text: string) {
  const folder = mkdtempSync(join(tmpdir(), 'comments-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  mkdirSync(join(folder, 'src'))
  writeFileSync(join(folder, 'src', 'planted.ts'), text)
  return relativeComments(folder)
}

test.each([
  '/** What the screen is called. */',
  '// Who may see it.',
  '  // Whoever waits is told.',
  '/** Those that are due. */',
  '/** Of the browser. */',
  '/** So many at a time. */',
  '/** As much of it as fits. */',
  '/**\n * Which of them is meant.\n */',
])('a comment that begins with a relative clause is found: %s', (text) => {
  expect(commentsIn(`const before = 1\n${text}\nconst after = 2\n`).found).toHaveLength(1)
})

test.each([
  '/** Title of the screen. */',
  '/** Lists those that are due, whoever asks. */',
  '// A line that is broken off,\n// which goes on below.',
  "const text = 'What now?'",
  '/** Offers to others. */',
])('a comment that begins with a verb or a noun is not: %s', (text) => {
  expect(commentsIn(text).found).toEqual([])
})

test('the check counts lines, and fails when too many begin so', () => {
  const { lines } = commentsIn('/**\n * Lists people.\n *\n * @returns them\n */\n// Reads.\n/* Writes. */\n')
  expect(lines).toBe(4)
  const among = (found: number) => ({ lines: 1000, found: Array<string>(found).fill('src/planted.ts') })
  expect(areTooMany(among(mostPerThousand))).toBe(false)
  expect(areTooMany(among(mostPerThousand + 1))).toBe(true)
})

test('the comments of the sources keep to the limit', () => {
  const comments = relativeComments()
  expect(comments.lines).toBeGreaterThan(1000)
  expect(areTooMany(comments)).toBe(false)
})
