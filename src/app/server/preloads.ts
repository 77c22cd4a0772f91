import fs from 'node:fs'
import path from 'node:path'

/** What Vite writes of a build: each part by a key of its own. */
type Manifest = Record<string, { file: string; name?: string; isDynamicEntry?: boolean }>

function readManifest(root: string): Manifest {
  // Whoever copies a build may leave out files that begin with a dot; pages load without them, too.
  const file = path.join(root, '.vite', 'manifest.json')
  return fs.existsSync(file) ? (JSON.parse(fs.readFileSync(file, 'utf8')) as Manifest) : {}
}

/**
 * Makes the function that names, for the page of somebody who is signed in, the bundles of `vite.config.ts` that it would otherwise ask for one
 * after another.
 * @param root where the build lies
 */
export function createPreloads(root: string) {
  const chunks = Object.values(readManifest(root))
  function linkTo(bundle: string): string {
    const found = chunks.find(({ name, isDynamicEntry }) => name === bundle && !isDynamicEntry)
    return found ? `<link rel="modulepreload" crossorigin href="/${found.file}">` : ''
  }
  const shell = linkTo('shell')
  const desk = linkTo('desk')
  /** @returns HTML */
  return (pathname: string) => (pathname === '/tickets' ? shell + desk : shell)
}
