import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './run.ts'

/** Texts of a kind in a thousand. */
export const mostPerThousand = 5

const relative =
  /^(What|Whatever|Who|Whoever|Whom|Whose|Which|Whichever|Those|Of|(So|As) (many|much)|Where|Whether|How)\b/
const anyCase = new RegExp(relative, 'i')
const comment = /^\s*(?:\/\/|\/\*\*?|\*(?!\/))\s*(.*?)\s*(?:\*\/)?$/
const name = /(?:\b(?:test|it|describe)(?:\.\w+)?|\))\(\s*(['"`])(.+?)\1,\s*(?:\{|(?:async )?\()/g
const isTest = /^test\/|\.test\.tsx?$/

interface Text {
  line: number
  words: string
}

interface Kind {
  count: number
  found: string[]
}

/** Reads the lines of a file that are comments. */
function commentLines(file: string): Text[] {
  return file.split('\n').flatMap((source, place) => {
    const [, words = ''] = comment.exec(source) ?? []
    return words === '' ? [] : [{ line: place + 1, words }]
  })
}

/** Reads the names of tests, and of groups of them. */
function testNames(file: string): Text[] {
  return [...file.matchAll(name)].map(({ index, 2: words = '' }) => ({
    line: file.slice(0, index).split('\n').length,
    words,
  }))
}

/** Counts the texts of each kind in a folder, and finds those that begin with a relative clause. */
export function relativeTexts(folder = root) {
  const empty = (): Kind => ({ count: 0, found: [] })
  const kinds = {
    'comment lines of sources': empty(),
    'comment lines of tests': empty(),
    'names of tests': empty(),
  }
  const add = (kind: keyof typeof kinds, file: string, texts: Text[], begins: RegExp) => {
    kinds[kind].count += texts.length
    for (const { line, words } of texts)
      if (begins.test(words)) kinds[kind].found.push(`${file}:${line}: ${words}`)
  }
  for (const file of globSync('{src,test}/**/*.{ts,tsx}', { cwd: folder }).toSorted()) {
    const text = readFileSync(join(folder, file), 'utf8')
    const ofTests = isTest.test(file)
    add(`comment lines of ${ofTests ? 'tests' : 'sources'}`, file, commentLines(text), relative)
    if (ofTests) add('names of tests', file, testNames(text), anyCase)
  }
  return kinds
}

/** Tells whether so many of these texts are too many. */
export const areTooMany = ({ count, found }: Kind): boolean => found.length * 1000 > count * mostPerThousand
