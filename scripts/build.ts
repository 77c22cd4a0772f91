import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { glob, readFile, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { extname, join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { checkBudget } from './budget.ts'
import { isCommand, root, runNode } from './run.ts'

const dist = join(root, 'dist')
const web = join(dist, 'web')
const hashFile = join(dist, '.build-hash')

/** Everything the bundle is made of; the import rule lets web code import little else. */
const sources = [
  'src/**/web/**/*',
  'src/app/product.ts',
  'src/features/**/contract.ts',
  'src/features/**/policy.ts',
  'src/platform/contract/**/*',
  'vite.config.ts',
  'package-lock.json',
]
const compressible = ['.js', '.css', '.svg', '.json', '.txt', '.webmanifest']
const smallestWorthCompressing = 1024

async function hashOfSources(): Promise<string> {
  const paths: string[] = []
  for await (const file of glob(sources, { cwd: root, withFileTypes: true })) {
    if (file.isFile() && !/[.]test[.]tsx?$/.test(file.name)) paths.push(join(file.parentPath, file.name))
  }
  const hash = createHash('sha256')
  for (const path of paths.toSorted()) {
    const text = await readFile(path)
    hash.update(`${path.slice(root.length).replaceAll('\\', '/')} ${text.length}\n`).update(text)
  }
  return hash.digest('hex')
}

async function isFresh(hash: string): Promise<boolean> {
  return existsSync(hashFile) && (await readFile(hashFile, 'utf8')) === hash
}

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

async function buildWeb(hash: string): Promise<void> {
  // Tests set NODE_ENV, and Vite would bundle React's development half for them.
  process.env.NODE_ENV = 'production'
  const vite = await import('vite').catch(() => undefined)
  if (vite === undefined) {
    console.error(
      'The web must be built, but its tools are not installed: run `npm ci`, then `npm run build`.',
    )
    process.exit(1)
  }
  await rm(hashFile, { force: true })
  await vite.build({ configFile: join(root, 'vite.config.ts'), logLevel: 'warn' })
  await compressAssets()
  await writeFile(hashFile, hash)
}

/**
 * Builds the web into dist/web unless that is what lies there already. The work is done by another process, so a
 * server that has to build first does not carry the bundler in its memory ever after.
 * @returns the folder of the built web; undefined where SKIP_WEB_BUILD says to go without and none lies there
 */
export async function ensureWebBuilt(): Promise<string | undefined> {
  if (process.env.SKIP_WEB_BUILD) return existsSync(join(web, 'index.html')) ? web : undefined
  if (await isFresh(await hashOfSources())) return web
  const { code, output } = await runNode([import.meta.filename, '--no-budget'])
  if (code !== 0) throw new Error(`The web could not be built.\n${output}`)
  return web
}

async function command(): Promise<void> {
  const hash = await hashOfSources()
  const fresh = !process.argv.includes('--force') && (await isFresh(hash))
  if (!fresh) await buildWeb(hash)
  if (process.argv.includes('--no-budget')) return
  console.log(fresh ? 'dist/web is up to date.' : 'Built dist/web.')
  const { table, broken } = await checkBudget(web)
  console.log(table)
  for (const sentence of broken) console.error(sentence)
  if (broken.length > 0) process.exitCode = 1
}

if (isCommand(import.meta.filename)) await command()
