// A command beside the server: as it was built, if that was of the sources as they are, else from the sources, which needs twice the memory.
// Nothing is built here: who backs up at night may be allowed to write nothing, and have no tools.
import { spawnSync } from 'node:child_process'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

const [source] = process.argv.splice(2, 1)
// In a process of its own, so that this one goes without the compiler of types.
const build = fileURLToPath(new URL('build.ts', import.meta.url))
const { status } = spawnSync(process.execPath, [build, '--is-fresh', 'server'], { stdio: 'ignore' })
const built = `dist/server/${path.basename(source, '.ts')}.js`
await import(new URL(`../${status === 0 ? built : source}`, import.meta.url).href)
