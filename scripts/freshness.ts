import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { extname, join } from 'node:path'
import { root } from './run.ts'

/** Something that is built into the folder of that name in dist. */
export interface Target {
  name: string
  /** The files it is made of, by their paths from the root. */
  sources: RegExp
}

const besideSources = [
  'package-lock.json',
  'scripts/compile-texts.ts',
  'scripts/server-bundle.ts',
  'vite.config.ts',
]

function listSources({ sources }: Target): string[] {
  return readdirSync(join(root, 'src'), { recursive: true, encoding: 'utf8' })
    .map((name) => `src/${name.replaceAll('\\', '/')}`)
    .concat(besideSources)
    .filter((path) => sources.test(path) && extname(path) !== '' && !/[.]test[.]tsx?$/.test(path))
    .toSorted()
}

function digest(paths: readonly string[], tell: (file: string) => string | Buffer): string {
  const hash = createHash('sha256')
  for (const path of paths) {
    const told = tell(join(root, path))
    hash.update(`${path} ${told.length}\n`).update(told)
  }
  return hash.digest('hex')
}

/** Size and times, of which nobody sets the last: enough to say that a file was not touched. */
function look(file: string): string {
  const { size, mtimeMs, ctimeMs } = statSync(file)
  return `${size} ${mtimeMs} ${ctimeMs}`
}

/** Says what the target was last built from. */
export const hashFileOf = ({ name }: Target) => join(root, 'dist', `.${name}-hash`)

/**
 * Says whether what lies in dist was built from the sources as they are. They are read only when one of them has been touched.
 * @returns what to call once it is built anew; undefined when there is nothing to build
 */
export function findStale(target: Target): (() => void) | undefined {
  const file = hashFileOf(target)
  const [content, looks] =
    existsSync(file) && existsSync(join(root, 'dist', target.name))
      ? readFileSync(file, 'utf8').split('\n')
      : []
  const paths = listSources(target)
  const looksNow = digest(paths, look)
  if (looks === looksNow) return undefined
  const contentNow = digest(paths, (path) => readFileSync(path))
  const note = () => writeFileSync(file, `${contentNow}\n${looksNow}\n`)
  if (content !== contentNow) return note
  try {
    note()
  } catch {
    // Nothing may be written here: so the next start reads them again.
  }
  return undefined
}
