import {
  cpSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { commandOf, root, runNode } from '../scripts/run.ts'

/** A block of code in CONTRIBUTING.md, whose first line says where it goes. */
interface Block {
  file: string
  /** `below` or `above` the one line that contains the anchor, `among the imports`, `at the end`, or `a new file`. */
  place: string
  anchor: string
  code: string
}

const fence = /^ *```tsx?\n([^]*?)^ *```$/gm
const marker = /^\s*\/\/ (\S+), (below|above|among the imports|at the end|a new file)(?: `(.+)`)?\n/

function blocksOf(text: string): Block[] {
  return [...text.matchAll(fence)].map(([, block = '']) => {
    const [line, file = '', place = '', anchor = ''] = marker.exec(block) ?? []
    if (line === undefined) throw new Error(`A block of the recipes does not say where it goes:\n${block}`)
    return { file, place, anchor, code: block.slice(line.length) }
  })
}

function insert(text: string, { file, place, anchor, code }: Block): string {
  if (place === 'among the imports') return code + text
  if (place === 'at the end') return `${text}\n${code}`
  const lines = text.split('\n')
  const places = lines.flatMap((line, at) => (line.includes(anchor) ? [at] : []))
  const [at] = places
  if (at === undefined || places.length > 1)
    throw new Error(
      `A recipe looks for one line with "${anchor}" in ${file}, where there are ${places.length}.`,
    )
  return lines.toSpliced(place === 'above' ? at : at + 1, 0, code).join('\n')
}

const recipes = readFileSync(join(root, 'CONTRIBUTING.md'), 'utf8').split(/^### /m).slice(1)
const copy = mkdtempSync(join(tmpdir(), 'recipes-'))
afterAll(() => rmSync(copy, { recursive: true }))

beforeAll(() => {
  const configs = globSync('{*.config.ts,tsconfig*.json,package.json}', { cwd: root })
  for (const name of ['src', 'demo', 'scripts', 'test', ...configs])
    cpSync(join(root, name), join(copy, name), { recursive: true })
  symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'))
  // Only the types: house style is for those who write the real thing.
  const rules = { options: { typeAware: true, typeCheck: true }, categories: { correctness: 'off' } }
  writeFileSync(join(copy, '.oxlintrc.json'), JSON.stringify(rules))
})

/** A feature whole, of everything else the file alone: to check all of it would take three times as long. */
const checkedWith = ({ file }: Block) => /^src\/features\/[^/]+/.exec(file)?.[0] ?? file

test('the code in the recipes of CONTRIBUTING.md compiles as it stands', { timeout: 300_000 }, async () => {
  const blocks = recipes.flatMap(blocksOf)
  expect(blocks.length).toBeGreaterThan(10)
  for (const block of blocks) {
    const file = join(copy, block.file)
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, block.place === 'a new file' ? block.code : insert(readFileSync(file, 'utf8'), block))
  }
  const checked = new Set(blocks.map(checkedWith))
  const { code, output } = await runNode([commandOf('oxlint'), ...checked], { cwd: copy })
  expect(code === 0 ? '' : output).toBe('')
})
