// The server as `npm start` runs it: built, and begun by plain JavaScript, which spares it the compiler of types.
import { spawnSync } from 'node:child_process'
import { enableCompileCache, flushCompileCache } from 'node:module'
import { fileURLToPath } from 'node:url'

// In a process of its own, so that a server that has to build first does not carry the bundler in its memory ever after. And not before
// this one: the shell in which packages are installed goes on with the Node that it has found before.
const build = fileURLToPath(new URL('build.ts', import.meta.url))
const { status } = spawnSync(process.execPath, [build, '--no-budget'], { stdio: 'inherit' })
if (status !== 0) process.exit(1)

const built = new URL('../dist/server/', import.meta.url)

// What the last start has compiled need not be compiled again. It goes when the server is built anew.
enableCompileCache(fileURLToPath(new URL('compiled', built)))
await import(new URL('main.js', built).href)
flushCompileCache()
