import { readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { extname, join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { findStale, hashFileOf, type Target } from './freshness.ts'
import { isCommand, root, runNode } from './run.ts'

const web = join(root, 'dist', 'web')
const server = join(root, 'dist', 'server')

const compressible = ['.js', '.css', '.svg', '.json', '.txt', '.webmanifest']
const smallestWorthCompressing = 1024

/** Lays a .gz and a .br beside each asset, so that the server never compresses the same file twice. */
async function compressAssets(): Promise<void> {
  const toBrotli = promisify(brotliCompress)
  const toGzip = promisify(gzip)
  const entries = await readdir(web, { recursive: true, withFileTypes: true })
  const files = entries
    .filter((entry) => entry.isFile() && compressible.includes(extname(entry.name)))
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((file) => !file.startsWith(join(web, '.vite')))
  for (const file of files) {
    if ((await stat(file)).size < smallestWorthCompressing) continue
    const text = await readFile(file)
    const brotliOptions = { params: { [constants.BROTLI_PARAM_SIZE_HINT]: text.length } }
    await writeFile(`${file}.br`, await toBrotli(text, brotliOptions))
    await writeFile(`${file}.gz`, await toGzip(text, { level: 9 }))
  }
}

interface Built extends Target {
  name: 'web' | 'server'
  build(vite: typeof import('vite')): Promise<void>
}

const targets: readonly Built[] = [
  {
    name: 'web',
    // The import rule lets web code import little else.
    sources:
      /^(src\/((app|platform|features\/.+)\/web|platform\/contract|locales)\/|src\/app\/product[.]ts$|src\/features\/.+\/(contract|policy)[.]ts$|scripts\/(compile-texts|page-files)[.]ts$|vite[.]config[.]ts$|package-lock[.]json$)/,
    async build(vite) {
      await vite.build({ configFile: join(root, 'vite.config.ts'), logLevel: 'warn' })
      await compressAssets()
    },
  },
  {
    name: 'server',
    sources: /^(src\/(?!.+\/web\/).+[.]ts$|scripts\/server-bundle[.]ts$|package-lock[.]json$)/,
    async build(vite) {
      const { serverBundle } = await import('./server-bundle.ts')
      await vite.build(serverBundle(server))
    },
  },
]

/** @returns whether it had to be built */
async function buildWhereStale(target: Built, isForced: boolean): Promise<boolean> {
  const hashFile = hashFileOf(target)
  if (isForced) await rm(hashFile, { force: true })
  const note = findStale(target)
  if (note === undefined) return false
  // Tests set NODE_ENV, and Vite would bundle React's development half for them.
  process.env.NODE_ENV = 'production'
  const vite = await import('vite').catch(() => undefined)
  if (vite === undefined) {
    console.error(
      'The web and the server must be built, but the tools are not installed: run `npm ci`, then `npm run build`.',
    )
    process.exit(1)
  }
  await rm(hashFile, { force: true })
  await target.build(vite)
  note()
  return true
}

/**
 * Builds the web into dist/web unless that is what lies there already. The work is done by another process, so a
 * server that has to build first does not carry the bundler in its memory ever after.
 * @returns the folder of the built web
 */
export async function ensureWebBuilt(): Promise<string> {
  const { code, output } = await runNode([import.meta.filename, '--no-budget', 'web'])
  if (code !== 0) throw new Error(`The web could not be built.\n${output}`)
  return web
}

async function command(): Promise<void> {
  const chosen = targets.filter(({ name }) => process.argv.includes(name))
  if (process.argv.includes('--is-fresh')) {
    process.exitCode = chosen.some((target) => findStale(target)) ? 1 : 0
    return
  }
  const showsBudget = !process.argv.includes('--no-budget')
  for (const target of chosen.length > 0 ? chosen : targets) {
    const isNew = await buildWhereStale(target, process.argv.includes('--force'))
    if (showsBudget) console.log(isNew ? `Built dist/${target.name}.` : `dist/${target.name} is up to date.`)
  }
  if (!showsBudget) return
  const { weighBuild } = await import('./budget.ts')
  for (const { name, kb, maxKb } of weighBuild(web)) {
    console.log(`${kb.toFixed(1).padStart(8)} of ${maxKb} KB  ${name}${kb > maxKb ? '  TOO MUCH' : ''}`)
    if (kb > maxKb) process.exitCode = 1
  }
}

if (isCommand(import.meta.filename)) await command()
