import { existsSync, readFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { root } from './run.ts'

const aliases: [RegExp, string][] = [
  [/^#(app|features|tables|platform)\//, 'src/$1/'],
  [/^#demo\//, 'demo/'],
  [/^#test\//, 'test/support/'],
]

const importOfValues = /(?:^(?:im|ex)port(?! type) [^']*?from|^import|import\()\s*'([.#][^']+)'/gm

function importsOf(file: string): string[] {
  const text = readFileSync(join(root, file), 'utf8')
  return [...text.matchAll(importOfValues)].map(([, named = '']) => {
    if (named.startsWith('.')) return resolve('/', dirname(file), named).slice(1)
    return aliases.reduce((path, [alias, to]) => path.replace(alias, to), named)
  })
}

/** The source files that run with this one, at once or later, itself included; without those that are left out, and what only they bring. */
export function reachableFrom(first: string, leftOut: readonly string[]): string[] {
  const reached = new Set<string>()
  const waiting = [first]
  for (let file = waiting.pop(); file !== undefined; file = waiting.pop()) {
    if (
      reached.has(file) ||
      leftOut.includes(file) ||
      !/[.]tsx?$/.test(file) ||
      !existsSync(join(root, file))
    )
      continue
    reached.add(file)
    waiting.push(...importsOf(file))
  }
  return [...reached].toSorted()
}
