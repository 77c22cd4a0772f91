import { spawn } from 'node:child_process'
import { readFileSync, realpathSync } from 'node:fs'
import { dirname, delimiter, join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = fileURLToPath(new URL('..', import.meta.url))

export interface Finished {
  code: number
  output: string
  seconds: number
}

interface How {
  cwd?: string
  env?: Record<string, string>
  /** Let the output through as it comes instead of collecting it. */
  show?: boolean
  limitMinutes?: number
}

/** True in the file that was named on the command line. `import.meta.main` would say it, but only from Node 24. */
export function isCommand(file: string): boolean {
  const named = process.argv[1]
  return named !== undefined && realpathSync(named) === file
}

/** The script behind a package's command, so that it runs on this very Node and on Windows too. */
export function commandOf(packageName: string, command = packageName): string {
  const folder = join(root, 'node_modules', packageName)
  const { bin } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as {
    bin: string | Record<string, string>
  }
  const file = typeof bin === 'string' ? bin : bin[command]
  if (file === undefined) throw new Error(`${packageName} has no command ${command}`)
  return join(folder, file)
}

/** Runs a script on this Node to its end. Never throws: a script that could not start or overran has code 1. */
export function runNode(args: string[], how: How = {}): Promise<Finished> {
  const begun = performance.now()
  const path = [join(root, 'node_modules', '.bin'), dirname(process.execPath), process.env.PATH].join(
    delimiter,
  )
  const child = spawn(process.execPath, args, {
    cwd: how.cwd ?? root,
    env: { ...process.env, ...how.env, PATH: path },
    stdio: ['ignore', how.show ? 'inherit' : 'pipe', how.show ? 'inherit' : 'pipe'],
  })
  let output = ''
  child.stdout?.setEncoding('utf8').on('data', (text: string) => (output += text))
  child.stderr?.setEncoding('utf8').on('data', (text: string) => (output += text))

  const limitMinutes = how.limitMinutes ?? 5
  const stopAsking = setTimeout(() => {
    output += `\nStopped after ${limitMinutes} minutes.\n`
    child.kill('SIGTERM')
    setTimeout(() => child.kill('SIGKILL'), 10_000).unref()
  }, limitMinutes * 60_000)

  return new Promise((resolve) => {
    const finish = (code: number) => {
      clearTimeout(stopAsking)
      resolve({ code, output, seconds: (performance.now() - begun) / 1000 })
    }
    child.once('error', (error) => {
      output += String(error)
      finish(1)
    })
    child.once('close', (code) => finish(code ?? 1))
  })
}
