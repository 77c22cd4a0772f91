import { readFile, readdir } from 'node:fs/promises'
import { extname, join } from 'node:path'
import { gzipSync } from 'node:zlib'

interface Root {
  name: string
  /** Sources, or bundles of vite.config.ts by their names. */
  roots: string[]
  maxKb: number
}

/** What a browser must load before it can show something: all that these sources import, as gzipped JavaScript. */
const firstLoads: Root[] = [
  { name: 'signed out', roots: ['start', 'landing'], maxKb: 120 },
  { name: 'shell + My Tickets', roots: ['start', 'shell'], maxKb: 178 },
]
/** What a browser that was never here fetches of the build for the list of tickets, whatever it is; test/e2e/screens/visits.spec.ts counts the rest. */
const list = { roots: ['start', 'shell', 'desk'], beside: ['.css', '.woff2'], maxFiles: 7, maxKb: 237 }
/** Loaded by every signed-in page, so a lazy chunk does not pay for it again. */
const alwaysThere = ['start', 'shell']
const maxLazyKb = 64
const maxCssKb = 20
const maxFontKb = 48

interface Chunk {
  file: string
  name?: string
  imports?: string[]
  dynamicImports?: string[]
  css?: string[]
  assets?: string[]
  isDynamicEntry?: boolean
}
type Manifest = Record<string, Chunk>
interface Line {
  name: string
  kb: number
  maxKb: number
}

/** The key of a source, or of the bundle of this name. */
const keyOf = (manifest: Manifest, root: string) =>
  manifest[root]
    ? root
    : Object.keys(manifest).find((key) => manifest[key]?.name === root && !manifest[key].isDynamicEntry)

/** The chunks that come with these: themselves and, step by step, all that they import statically. */
function closure(manifest: Manifest, roots: string[]): Set<string> {
  const reached = new Set<string>()
  const waiting = roots.filter((key) => manifest[key] !== undefined)
  for (let key = waiting.pop(); key !== undefined; key = waiting.pop()) {
    if (reached.has(key)) continue
    reached.add(key)
    waiting.push(...(manifest[key]?.imports ?? []))
  }
  return reached
}

/** What is there already wherever this lazy chunk is asked for: all that those have in common that ask for it. */
function thereBefore(manifest: Manifest, key: string): Set<string> {
  const [first = new Set<string>(), ...others] = Object.keys(manifest)
    .filter((asking) => manifest[asking]?.dynamicImports?.includes(key))
    .map((asking) => closure(manifest, [asking]))
  return new Set([...first].filter((chunk) => others.every((other) => other.has(chunk))))
}

/**
 * Weighs a build against the table above.
 * @param manifest Vite's manifest: source or chunk name to file
 * @param assets every file of the build by its path below dist/web, with its size on the wire in KB
 */
export function weigh(manifest: Manifest, assets: Map<string, number>): { lines: Line[]; broken: string[] } {
  const jsKb = (keys: Iterable<string>) =>
    [...keys]
      .map((key) => manifest[key]?.file ?? '')
      .filter((file) => file.endsWith('.js'))
      .reduce((sum, file) => sum + (assets.get(file) ?? 0), 0)
  const assetsOf = (ending: string) => [...assets].filter(([file]) => extname(file) === ending)

  const keysOf = (roots: string[]) => roots.flatMap((root) => keyOf(manifest, root) ?? [])
  const base = closure(manifest, keysOf(alwaysThere))
  const weighedAlready = new Set(firstLoads.flatMap(({ roots }) => roots))
  const lazy = Object.keys(manifest).filter(
    (key) => manifest[key]?.isDynamicEntry && !weighedAlready.has(key),
  )
  const lines = [
    ...firstLoads.map(({ name, roots, maxKb }) => ({
      name,
      kb: jsKb(closure(manifest, keysOf(roots))),
      maxKb,
    })),
    ...lazy.map((key) => {
      const before = thereBefore(manifest, key)
      const comes = [...closure(manifest, [key])].filter((chunk) => !base.has(chunk) && !before.has(chunk))
      return { name: `lazy ${key}`, kb: jsKb(comes), maxKb: maxLazyKb }
    }),
    { name: 'CSS', kb: assetsOf('.css').reduce((sum, [, kb]) => sum + kb, 0), maxKb: maxCssKb },
    ...assetsOf('.woff2').map(([file, kb]) => ({ name: `font ${file}`, kb, maxKb: maxFontKb })),
  ]

  const ofList = [...closure(manifest, keysOf(list.roots))].flatMap((key) => manifest[key] ?? [])
  const files = new Set(
    ofList
      .flatMap(({ file, css = [], assets: others = [] }) => [file, ...css, ...others])
      .filter((file) => ['.js', ...list.beside].includes(extname(file))),
  )
  lines.push({
    name: 'list of tickets, all of it',
    kb: [...files].reduce((sum, file) => sum + (assets.get(file) ?? 0), 0),
    maxKb: list.maxKb,
  })

  const missing = [...new Set([...weighedAlready, ...list.roots])].filter(
    (root) => keyOf(manifest, root) === undefined,
  )
  return {
    lines,
    broken: [
      ...missing.map(
        (key) => `${key} is not a chunk of its own any more: mend the build or scripts/budget.ts.`,
      ),
      ...(files.size > list.maxFiles
        ? [`The list of tickets needs ${files.size} files, its budget is ${list.maxFiles}.`]
        : []),
      ...lines
        .filter(({ kb, maxKb }) => kb > maxKb)
        .map(({ name, kb, maxKb }) => `${name} weighs ${kb.toFixed(1)} KB, its budget is ${maxKb} KB.`),
    ],
  }
}

async function weighFiles(folder: string): Promise<Map<string, number>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const sizes = new Map<string, number>()
  for (const entry of entries) {
    const ending = extname(entry.name)
    if (!entry.isFile() || !['.js', '.css', '.woff2'].includes(ending)) continue
    const path = join(entry.parentPath, entry.name)
    const bytes = await readFile(path)
    // A woff2 is compressed already and travels as it is.
    const onTheWire = ending === '.woff2' ? bytes.length : gzipSync(bytes, { level: 9 }).length
    sizes.set(path.slice(folder.length + 1).replaceAll('\\', '/'), onTheWire / 1024)
  }
  return sizes
}

/** Weighs the build in a folder: a table to print, and one sentence for each budget that is broken. */
export async function checkBudget(folder: string): Promise<{ table: string; broken: string[] }> {
  const manifest = JSON.parse(await readFile(join(folder, '.vite', 'manifest.json'), 'utf8')) as Manifest
  const { lines, broken } = weigh(manifest, await weighFiles(folder))
  const width = Math.max(...lines.map(({ name }) => name.length))
  const table = lines.map(
    ({ name, kb, maxKb }) => `  ${name.padEnd(width)}  ${kb.toFixed(1).padStart(6)} of ${maxKb} KB`,
  )
  return { table: table.join('\n'), broken }
}
