import { existsSync, globSync, readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { expect, test } from 'vitest'

const documents = [
  'README.md',
  'ARCHITECTURE.md',
  'CONTRIBUTING.md',
  'SECURITY.md',
  ...globSync(['docs/**/*.md', 'src/**/*.md']),
]
const read = (file: string) => readFileSync(file, 'utf8')

const found = (matches: Iterable<RegExpMatchArray>) => [...matches].map(([, path = '']) => path)

/** The files of code that a document names with their folders, and folders below `src`. */
const namedPaths = (text: string) =>
  found(text.matchAll(/`((?:[\w.-]+\/)+[\w.-]+\.(?:tsx?|mjs|sql)|src\/[\w./-]+)`/g))

/** Looks from the root, from `src`, and from the folder of the document. */
const placeOf = (path: string, document: string) =>
  ['', 'src', dirname(document)].map((folder) => join(folder, path)).find((place) => existsSync(place))

const notThere = (paths: readonly string[], document: string) =>
  paths.filter((path) => placeOf(path, document) === undefined)

test.each(documents)('every file that %s names is there', (document) => {
  expect(notThere(namedPaths(read(document)), document)).toEqual([])
})

const readmes = globSync('src/features/*/README.md')

test.each(readmes)('every folder and every file of its feature that %s names is there', (document) => {
  const own = found(read(document).matchAll(/`([\w.-]+\.tsx?|(?:[\w.-]+\/)+)`/g))
  expect(notThere(own, document)).toEqual([])
})

test.each(readmes)('%s is one screen', (document) => {
  const lines = read(document).trimEnd().split('\n')
  expect(lines.length).toBeLessThanOrEqual(45)
  expect(lines.filter((line) => line.length > 100)).toEqual([])
})

/** Beyond this many files, tests left out, a feature needs a page to read first. */
const mostWithoutReadme = 20

test('a feature of more than twenty files has a README', () => {
  const files = globSync('src/features/**/*.{ts,tsx}', { exclude: ['**/*.test.*'] })
  const features = Object.entries(Object.groupBy(files, (file) => file.split(/[\\/]/)[2] ?? ''))
  const large = features.filter(([, own = []]) => own.length > mostWithoutReadme)
  expect(large.length).toBeGreaterThan(10)
  const bare = large.filter(([feature]) => !existsSync(join('src/features', feature, 'README.md')))
  expect(bare.map(([feature]) => feature)).toEqual([])
})

/** The functions that a document names right after their file. */
const namedFunctions = (text: string) =>
  [...text.matchAll(/`((?:[\w.-]+\/)+[\w.-]+\.tsx?)`\s+`(\w+)\(\)`/g)].map(([, path = '', name = '']) => ({
    path,
    name,
  }))

test.each(documents)('every function that %s names beside its file is declared there', (document) => {
  const missing = namedFunctions(read(document)).filter(({ path, name }) => {
    const place = placeOf(path, document)
    return !place || !new RegExp(String.raw`\b(?:function|const) ${name}\b`).test(read(place))
  })
  expect(missing).toEqual([])
})

test.each(documents)('every link of %s leads to a file', (document) => {
  const links = [...read(document).matchAll(/\]\(((?!https?:|#|mailto:)[^)#\s]+)/g)]
  const broken = links.map(([, to = '']) => to).filter((to) => !existsSync(join(dirname(document), to)))
  expect(broken).toEqual([])
})

const anchorOf = (heading: string) =>
  heading
    .toLowerCase()
    .replaceAll(/[^\w\- ]/g, '')
    .replaceAll(' ', '-')
const anchorsOf = (document: string) =>
  [...read(document).matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) => anchorOf(heading))

test.each(documents)('every link of %s to a heading leads there', (document) => {
  const links = [...read(document).matchAll(/\]\(([^)#\s:]*)#([^)\s]+)\)/g)]
  const broken = links.filter(
    ([, to = '', anchor = '']) =>
      !anchorsOf(to === '' ? document : join(dirname(document), to)).includes(anchor),
  )
  expect(broken.map(([link]) => link)).toEqual([])
})

/** The guides; the benchmarks write most lines of `docs/performance.md`. */
const guides = documents.filter((file) => !file.startsWith('src') && !file.endsWith('performance.md'))

test.each(guides)('the lines of %s end at 100 characters', (document) => {
  const lines = read(document)
    .replaceAll(/^ *```[^]*?^ *```$/gm, '')
    .split('\n')
  expect(lines.filter((line) => line.length > 100 && !line.startsWith('|'))).toEqual([])
})

const records = globSync('docs/decisions/[0-9]*.md').toSorted()

test('a decision record says when it was made and whether it holds, and has a number of its own', () => {
  const numbers = records.map((file) => basename(file).slice(0, 4))
  expect(numbers).toEqual([...new Set(numbers)])
  const beginning =
    /^# (\d+)\. .+\n\n\d{4}-\d\d-\d\d, (accepted|superseded by \[\d+\]\(.+\.md\)).*\n\n## Context\n/
  for (const file of records)
    expect([file, Number(beginning.exec(read(file))?.[1])]).toEqual([
      file,
      Number(basename(file).slice(0, 4)),
    ])
})

test('a decision record is one page, and the index names each by its title', () => {
  const long = records.filter((file) => {
    const lines = read(file).trimEnd().split('\n')
    return lines.length > 60 || lines.some((line) => line.length > 100)
  })
  expect(long).toEqual([])
  const listed = [...read('docs/decisions/README.md').matchAll(/^- \[(\d+)\]\((.+)\)\s+([^]+?)$(?!\n {2})/gm)]
  const titled = records.map((file) => {
    const [, number, title] = /^# (\d+)\. (.+)$/m.exec(read(file)) ?? []
    return [number, basename(file), title]
  })
  expect(listed.map(([, number, file, title = '']) => [number, file, title.replaceAll(/\s+/g, ' ')])).toEqual(
    titled,
  )
})

test('.env.example names every variable that the server reads', () => {
  const variables = [...read('src/platform/server/process/variables.ts').matchAll(/^ {2}([A-Z][A-Z\d_]+):/gm)]
  expect(variables.length).toBeGreaterThan(40)
  const words = new Set(read('.env.example').match(/[A-Z][A-Z\d_]+/g))
  expect(variables.map(([, name = '']) => name).filter((name) => !words.has(name))).toEqual([])
})

const twin = /The[\s*]+(?:SQL )?twin (?:is|of) `(\w+)`/g

test('the test of a policy names both of each pair that call each other twins', () => {
  const policies = globSync('src/features/**/policy.ts')
  const pairs = policies.flatMap((policy) =>
    [...read(policy).matchAll(twin)].map(([, bySql = '']) => ({ policy, bySql })),
  )
  expect(pairs.length).toBeGreaterThan(2)
  const untested = pairs.filter(({ policy, bySql }) => {
    const tested = policy.replace('.ts', '.test.ts')
    return !existsSync(tested) || !read(tested).includes(bySql)
  })
  expect(untested).toEqual([])
})

/** Maps features to those they import, by the names of their folders. */
function featureImports(): Map<string, Set<string>> {
  const graph = new Map<string, Set<string>>()
  for (const file of globSync('src/features/**/*.{ts,tsx}', { exclude: ['**/*.test.*'] })) {
    const [, , feature = ''] = file.replaceAll('\\', '/').split('/')
    const named = [...read(file).matchAll(/(?:from|import\() ?'#features\/([\w-]+)\//g)]
    const known = graph.get(feature) ?? new Set()
    graph.set(feature, new Set([...known, ...named.map(([, to = '']) => to)].filter((to) => to !== feature)))
  }
  return graph
}

/** Everything that can be reached from a feature, itself left out. */
function reached(graph: Map<string, Set<string>>, from: string): Set<string> {
  const next = [...(graph.get(from) ?? [])]
  return new Set(next.flatMap((to) => [to, ...reached(graph, to)]))
}

test('the graph of ARCHITECTURE.md has the arrows between features that others do not imply', () => {
  const graph = featureImports()
  const arrows = [...graph].flatMap(([from, direct]) =>
    [...direct]
      .filter((to) => ![...direct].some((other) => other !== to && reached(graph, other).has(to)))
      .map((to) => `${from} > ${to}`),
  )
  const drawn = [...read('ARCHITECTURE.md').matchAll(/^ {2}([\w& -]+) --> ([\w& -]+)$/gm)].flatMap(
    ([, from = '', to = '']) =>
      from.split(' & ').flatMap((one) => to.split(' & ').map((other) => `${one} > ${other}`)),
  )
  expect(drawn.toSorted()).toEqual(arrows.toSorted())
})
