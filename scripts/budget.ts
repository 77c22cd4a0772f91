import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'

/** The most that a browser fetches of these bundles of vite.config.ts, with styles and font, in KB as they travel. */
const budgets = [
  { name: 'signed out', bundles: ['start'], maxKb: 140 },
  { name: 'list of tickets', bundles: ['start', 'app'], maxKb: 255 },
  { name: 'all that parts share', bundles: ['start', 'app', 'rare'], maxKb: 360 },
]
/** The most that a part adds which is loaded when it is asked for; the largest is the German of the desk. */
const maxPartKb = 45

interface Chunk {
  file: string
  name?: string
  isDynamicEntry?: boolean
  imports?: string[]
  css?: string[]
  assets?: string[]
}

/** Weighs a build by Vite's manifest. @param kbOf the size of a file as it travels */
export function weigh(manifest: Record<string, Chunk>, kbOf: (file: string) => number) {
  const chunks = Object.values(manifest)
  function addFiles({ file, imports = [], css = [], assets = [] }: Chunk, known: Set<string>): void {
    if (known.has(file)) return
    for (const one of [file, ...css, ...assets]) known.add(one)
    for (const key of imports) if (manifest[key]) addFiles(manifest[key], known)
  }
  function kbOfBundles(bundles: string[]): number {
    const files = new Set<string>()
    for (const bundle of bundles) {
      const chunk = chunks.find(({ name }) => name === bundle)
      if (!chunk) throw new Error(`The build has no bundle named ${bundle}.`)
      addFiles(chunk, files)
    }
    return [...files].reduce((sum, file) => sum + kbOf(file), 0)
  }
  const parts = chunks.filter(({ isDynamicEntry }) => isDynamicEntry)
  return [
    ...budgets.map(({ name, bundles, maxKb }) => ({ name, kb: kbOfBundles(bundles), maxKb })),
    ...parts.map(({ file }) => ({ name: file, kb: kbOf(file), maxKb: maxPartKb })),
  ]
}

/** Weighs the build in a folder. */
export function weighBuild(folder: string) {
  const read = (file: string) => readFileSync(join(folder, file))
  const manifest = JSON.parse(String(read('.vite/manifest.json'))) as Record<string, Chunk>
  // A woff2 is compressed already and travels as it is.
  const zip = (file: string) => (file.endsWith('.woff2') ? read(file) : gzipSync(read(file), { level: 9 }))
  return weigh(manifest, (file) => zip(file).length / 1024)
}
