import fs from 'node:fs'
import path from 'node:path'

type Manifest = Record<string, { file: string; name?: string }>

/** Finds the bundle of the signed-in application in `root`, so that the page can preload it. @returns HTML */
export function preloadOf(root: string): string {
  // A copy of a build may lack files that begin with a dot; pages load without them, too.
  const file = path.join(root, '.vite', 'manifest.json')
  if (!fs.existsSync(file)) return ''
  const manifest = JSON.parse(fs.readFileSync(file, 'utf8')) as Manifest
  const app = Object.values(manifest).find(({ name }) => name === 'app')
  return app ? `<link rel="modulepreload" crossorigin href="/${app.file}">` : ''
}
