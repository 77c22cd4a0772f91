import { createInterface } from 'node:readline'
import { Writable } from 'node:stream'
import { createAdministrator, endSessions } from '#features/auth/server/service.ts'
import { findPersonByEmail } from '#features/users/server/queries.ts'
import { hashPassword, setPassword } from '#features/users/server/service.ts'
import { AppError } from '#platform/contract/errors.ts'
import { email, newPassword, requiredText } from '#platform/contract/fields.ts'
import { limits } from '#platform/contract/limits.ts'
import { wakeNodes } from '#platform/server/bus.ts'
import { systemClock } from '#platform/server/clock.ts'
import { readEnv } from '#platform/server/process/env.ts'
import type { DoWork } from '#platform/server/work.ts'
import { z } from 'zod'
import { openWork } from './app.ts'
import { isStartRefusal } from './start-refused.ts'
import { createLogger, openDatabase } from './start.ts'
import { upgradeDatabase } from './upgrade.ts'

const usage = `npm run user -- create-admin EMAIL "First Last"   creates a Super User
npm run user -- set-password EMAIL                sets a password and ends that person's sessions

The password is asked for, or read from standard input: printf %s "$PASSWORD" | npm run user -- set-password EMAIL
The database is the one the environment names, as for npm start.`

/** The command line is not understood. */
class UsageError extends Error {}
/** The request cannot be fulfilled. */
class Refusal extends Error {}

const name = z
  .string()
  .trim()
  .regex(/^\S+\s+\S/, 'The name must be a first name and a last name, in one pair of quotes')
  .transform((whole) => {
    const [, firstName = '', lastName = ''] = /^(\S+)\s+(.+)$/s.exec(whole) ?? []
    return { firstName, lastName }
  })
  .pipe(
    z.object({
      firstName: requiredText(() => 'First name', limits.name),
      lastName: requiredText(() => 'Last name', limits.name),
    }),
  )

function parsed<S extends z.ZodType>(schema: S, value: unknown): z.output<S> {
  const result = schema.safeParse(value)
  if (result.success) return result.data
  throw new Refusal(result.error.issues[0]?.message)
}

/** Asks on a terminal, without showing what is typed. */
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

async function readPassword(): Promise<string> {
  if (process.stdin.isTTY) {
    const password = parsed(newPassword, await askSecretly('New password: '))
    if ((await askSecretly('The same again: ')) !== password) throw new Refusal('The two passwords differ.')
    return password
  }
  let piped = ''
  for await (const chunk of process.stdin.setEncoding('utf8')) piped += String(chunk)
  return parsed(newPassword, piped.replace(/\r?\n$/, ''))
}

type Task = (work: DoWork, passwordHash: string) => Promise<string>

function createAdmin([address, wholeName, ...rest]: string[]): Task {
  if (address === undefined || wholeName === undefined || rest.length > 0) throw new UsageError(usage)
  const user = { email: parsed(email(), address), ...parsed(name, wholeName) }
  return async (work, passwordHash) => {
    const created = await work((unit) => createAdministrator(unit, { ...user, passwordHash }))
    return `${created.firstName} ${created.lastName} can sign in as Super User with ${created.email}.`
  }
}

function changePassword([address, ...rest]: string[]): Task {
  if (address === undefined || rest.length > 0) throw new UsageError(usage)
  const wanted = parsed(email(), address)
  return (work, passwordHash) =>
    work(async (unit) => {
      const user = await findPersonByEmail(unit.tx, wanted)
      if (!user) throw new Refusal(`There is no user with the address ${wanted}.`)
      await setPassword(unit, user.id, passwordHash, { actorId: null })
      await endSessions(unit, user.id)
      return `The password of ${user.firstName} ${user.lastName} is set, and the sessions are ended.`
    })
}

const tasks: Record<string, (rest: string[]) => Task> = {
  'create-admin': createAdmin,
  'set-password': changePassword,
}

async function run([command = '', ...rest]: string[]): Promise<string> {
  if (['help', '--help', '-h'].includes(command)) return usage
  const prepare = tasks[command]
  if (!prepare) throw new UsageError(usage)
  const task = prepare(rest)
  const env = readEnv()
  const database = await openDatabase(env)
  try {
    await upgradeDatabase(database, { dataDirectory: env.DATA_DIR, log: createLogger(env.LOG_LEVEL) })
    const passwordHash = await hashPassword(await readPassword())
    const done = await task(openWork(database, systemClock, { wake: () => undefined }), passwordHash)
    if (!database.embedded) await wakeNodes(database.pool)
    return done
  } finally {
    await database.close()
  }
}

try {
  console.log(await run(process.argv.slice(2)))
} catch (error) {
  const isExpected =
    isStartRefusal(error) || [UsageError, Refusal, AppError].some((kind) => error instanceof kind)
  console.error(isExpected && error instanceof Error ? error.message : error)
  process.exitCode = error instanceof UsageError ? 2 : 1
}
