import { spawn, type ChildProcess } from 'node:child_process'
import { ensureWebBuilt } from './build.ts'
import { commandOf, root } from './run.ts'

// The server serves dist/web as always; the page to work on is Vite's, which passes calls and sockets on to it.
await ensureWebBuilt()

const env = { ...process.env, DATA_DIR: process.env.DATA_DIR ?? './data' }
const start = (...args: string[]) => spawn(process.execPath, args, { cwd: root, env, stdio: 'inherit' })
const both: ChildProcess[] = [
  start('--watch', '--watch-preserve-output', 'src/app/server/main.ts'),
  start(commandOf('vite'), '--clearScreen', 'false'),
]

function stopBoth(): void {
  for (const child of both) child.kill('SIGTERM')
}
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, stopBoth)
for (const child of both) child.once('exit', stopBoth)
