import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach } from 'vitest'
import { ServerProcess } from './process.ts'

/** Gives each test of a file a data directory of its own, and ends the servers that it started there. */
export function inDataDirectory() {
  let directory = ''
  let running: ServerProcess[] = []
  beforeEach(() => {
    directory = fs.mkdtempSync(path.join(os.tmpdir(), 'signalbox-start-'))
  })
  afterEach(async () => {
    await Promise.all(running.map((server) => server.end('SIGKILL')))
    running = []
    fs.rmSync(directory, { recursive: true, force: true })
  })
  return {
    directory: () => directory,
    start(env: Record<string, string> = {}, how: { isFirst?: boolean } = {}): ServerProcess {
      const server = new ServerProcess({ DATA_DIR: directory, ...env }, how)
      running.push(server)
      return server
    },
  }
}
