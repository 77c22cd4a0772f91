import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'

const documents = [
  'README.md',
  'ARCHITECTURE.md',
  'CONTRIBUTING.md',
  'SECURITY.md',
  ...globSync('docs/**/*.md'),
]

/** The files of code that a document names with their folders. */
function namedPaths(text: string): string[] {
  return [...text.matchAll(/`((?:[\w.-]+\/)+[\w.-]+\.(?:tsx?|mjs|sql))`/g)].map(([, path = '']) => path)
}

/** From the root, or from `src`. */
const isThere = (path: string) => existsSync(path) || existsSync(join('src', path))

test.each(documents)('every file that %s names is there', (document) => {
  expect(namedPaths(readFileSync(document, 'utf8')).filter((path) => !isThere(path))).toEqual([])
})

test.each(documents)('every link of %s leads to a file', (document) => {
  const links = [...readFileSync(document, 'utf8').matchAll(/\]\(((?!https?:|#|mailto:)[^)#\s]+)/g)]
  const broken = links.map(([, to = '']) => to).filter((to) => !existsSync(join(dirname(document), to)))
  expect(broken).toEqual([])
})
