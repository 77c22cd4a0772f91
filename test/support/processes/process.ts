import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { layEmptyDatabase } from '#test/empty-database.ts'
import { root } from '../../../scripts/run.ts'

type Program = 'main' | `${'user' | 'import' | 'backup' | 'restore' | 'move'}-command`

/**
 * The script of the server or of a command beside it. The set-up of the tests has built it; a start takes half as long as from the sources.
 * A watch changes those and builds nothing, so it starts them.
 */
export function scriptOf(program: Program): string {
  if (process.env.VITEST_MODE !== 'WATCH') return join(root, 'dist/server', `${program}.js`)
  const folder = /^(backup|restore|move)-/.test(program) ? 'features/backup' : 'app'
  return join(root, 'src', folder, 'server', `${program}.ts`)
}

/** Compiled code of the processes, for the next ones. */
export const compileCache = join(root, 'node_modules/.cache/compiled')

interface Ended {
  code: number | null
  signal: string | null
  output: string
}

/** The server as its owner runs it: a process of its own. */
export class ServerProcess {
  readonly child: ChildProcess
  readonly ended: Promise<Ended>
  #output = ''

  /**
   * @param options.script what is run instead of the server; it says in the same words where it listens
   * @param options.isFirst it makes its database itself, as on an empty machine; else a data directory without one is given an
   *   empty one first, which is much quicker
   */
  constructor(env: Record<string, string>, { script = scriptOf('main'), isFirst = false } = {}) {
    if (!isFirst && env['DATABASE_URL'] === undefined && env['DATA_DIR'] !== undefined)
      layEmptyDatabase(env['DATA_DIR'])
    const { PATH = '', HOME = '' } = process.env
    this.child = spawn(process.execPath, [script], {
      env: {
        PATH,
        HOME,
        PORT: '0',
        LOG_LEVEL: 'silent',
        NODE_COMPILE_CACHE: compileCache,
        // A busy test machine must not be taken for a crowd.
        LOAD_SHEDDING: 'off',
        READS_PER_MINUTE: '1000000',
        WRITES_PER_MINUTE: '1000000',
        ...env,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    const leave = () => this.child.kill('SIGKILL')
    // Nor does it outlive a run that ends early.
    process.once('exit', leave)
    this.child.once('exit', () => process.off('exit', leave))
    const add = (text: string) => (this.#output += text)
    this.child.stdout?.setEncoding('utf8').on('data', add)
    this.child.stderr?.setEncoding('utf8').on('data', add)
    this.ended = once(this.child, 'close').then(([code, signal]) => ({
      code: code as number | null,
      signal: signal as string | null,
      output: this.#output,
    }))
  }

  /** The address it says it listens on, once it has said what to do first. */
  async url(): Promise<string> {
    for (;;) {
      const [, url] = /listens on (\S+)\n[^]*^Open .+[.]\n/m.exec(this.#output) ?? []
      if (url !== undefined) return url
      if (this.child.exitCode !== null || this.child.signalCode !== null)
        throw new Error(`the server ended: ${this.#output}`)
      await new Promise((resolve) => setTimeout(resolve, 10))
    }
  }

  end(signal: 'SIGTERM' | 'SIGKILL' | 'SIGUSR2'): Promise<Ended> {
    this.child.kill(signal)
    return this.ended
  }
}
