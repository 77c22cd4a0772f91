import { createInterface } from 'node:readline'
import { Writable } from 'node:stream'
import { AppError } from '#platform/contract/errors.ts'
import { watchStart, type Progress } from './start-watch.ts'
import { isStartRefusal } from './start-refused.ts'

export class UsageError extends Error {}
export class Refusal extends Error {}

export const isHelp = (word: string) => ['help', '--help', '-h'].includes(word)

function askSecretly(question: string): Promise<string> {
  const { stdin, stderr } = process
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() })
  const lines = createInterface({ input: stdin, output: silent, terminal: true })
  stderr.write(question)
  return new Promise((resolve, reject) => {
    const leave = () => {
      stderr.write('\n')
      lines.close()
    }
    lines.once('line', (line) => {
      resolve(line)
      leave()
    })
    for (const event of ['SIGINT', 'close'] as const)
      lines.once(event, () => {
        reject(new Refusal('Nothing was changed.'))
        if (event === 'SIGINT') leave()
      })
  })
}

/** Prompts for a secret, or reads it from standard input. @param check returns the normalized secret, or throws its fault */
export async function readSecret(
  name: string,
  check: (text: string) => string,
  { isNew = false } = {},
): Promise<string> {
  if (process.stdin.isTTY) {
    const secret = check(await askSecretly(`${name}: `))
    if (isNew && (await askSecretly('The same again: ')) !== secret)
      throw new Refusal(`The two ${name.replace(/^New /, '').toLowerCase()}s differ.`)
    return secret
  }
  let piped = ''
  for await (const chunk of process.stdin.setEncoding('utf8')) piped += String(chunk)
  return check(piped.replace(/\r?\n$/, ''))
}

const isExpected = (error: unknown): error is Error =>
  isStartRefusal(error) || [UsageError, Refusal, AppError].some((kind) => error instanceof kind)

/** Runs a command and prints its answer. An error is one sentence on standard error, with exit code 1, or 2 for wrong usage. */
export async function runCommand(
  run: (words: string[], progress: Progress) => Promise<string>,
): Promise<void> {
  try {
    console.log(await watchStart((progress) => run(process.argv.slice(2), progress)))
  } catch (error) {
    console.error(isExpected(error) ? error.message : error)
    process.exitCode = error instanceof UsageError ? 2 : 1
  }
}
