import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { root } from '../run.ts'

const port = 4790
/** Where the server that is measured answers. */
export const origin = `http://127.0.0.1:${port}`

/** The start script of package.json, read so that the one that is measured is the one that is shipped. */
const startCommand = (
  JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { scripts: { start: string } }
).scripts.start
  .split(' ')
  .slice(1)

interface Started {
  server: ChildProcess
  pid: number
  readyMs: number
}

/** Starts the server as `npm start` does, without the set-up before it. @throws when it ends before it answers */
export async function startBuilt(env: Record<string, string>): Promise<Started> {
  const begun = performance.now()
  const server = spawn(process.execPath, startCommand, {
    cwd: root,
    env: { ...process.env, PORT: String(port), LOG_LEVEL: 'warn', LOAD_SHEDDING: 'off', ...env },
    stdio: 'ignore',
  })
  for (;;) {
    const answer = await fetch(`${origin}/healthz`).catch(() => undefined)
    if (answer?.ok) break
    if (server.exitCode !== null) throw new Error(`the server ended with ${server.exitCode}`)
    await wait(5)
  }
  if (server.pid === undefined) throw new Error('the server has no process')
  return { server, pid: server.pid, readyMs: performance.now() - begun }
}

export async function end(server: ChildProcess): Promise<void> {
  server.kill('SIGTERM')
  await once(server, 'exit')
}

/** The memory that a process has in use, in MiB. Linux only. */
export function memoryOf(pid: number): number {
  const [, kib = 'NaN'] = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? []
  return Number(kib) / 1024
}
