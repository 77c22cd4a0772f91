import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { areTooMany, mostPerThousand, relativeTexts } from '../scripts/comment-rule.ts'

function textsIn(file: string, text: string) {
  const folder = mkdtempSync(join(tmpdir(), 'comments-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  mkdirSync(join(folder, 'src'))
  writeFileSync(join(folder, 'src', file), text)
  return relativeTexts(folder)
}
const commentsIn = (text: string) => textsIn('planted.ts', text)['comment lines of sources']
const namesIn = (text: string) => textsIn('planted.test.ts', text)['names of tests']

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

test('comments of a test file are counted by themselves', () => {
  const kinds = textsIn('planted.test.tsx', '// What it takes.\n// Lists people.\n')
  expect(kinds['comment lines of tests']).toEqual({
    count: 2,
    found: ['src/planted.test.tsx:1: What it takes.'],
  })
  expect(kinds['comment lines of sources'].count).toBe(0)
})

test.each(['what is read', 'Whoever asks', 'of two one is told', 'those who wait', 'how far it has come'])(
  'a name of a test that begins with a relative clause is found: %s',
  (name) => {
    const text = [
      `test('${name}', async ({ page }) => {})`,
      `test.each([1])('${name}', (one) => {})`,
      `test.each([\n  1,\n])(\n  '${name}',\n  { timeout: 1 },\n  () => {},\n)`,
      `describe("${name}", () => {})`,
      "test('a caller who asks is told what is read', () => {})",
      `expect(textOf('${name}', page)).toBe('${name}')`,
    ].join('\n')
    const { count, found } = namesIn(text)
    expect(count).toBe(5)
    expect(found).toEqual([1, 2, 5, 10].map((line) => expect.stringContaining(`:${line}: ${name}`)))
  },
)

test('the check counts comment lines, and fails when too many begin so', () => {
  const { count } = commentsIn('/**\n * Lists people.\n *\n * @returns them\n */\n// Reads.\n/* Writes. */\n')
  expect(count).toBe(4)
  const among = (found: number) => ({ count: 1000, found: Array<string>(found).fill('src/planted.ts') })
  expect(areTooMany(among(mostPerThousand))).toBe(false)
  expect(areTooMany(among(mostPerThousand + 1))).toBe(true)
})

test.each(Object.entries(relativeTexts()))('the %s keep to the limit', (_kind, texts) => {
  expect(texts.count).toBeGreaterThan(1000)
  expect(areTooMany(texts)).toBe(false)
})
