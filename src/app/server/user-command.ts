import { replacePassword } from '#features/accounts/server/service.ts'
import { createAdministrator } from '#features/auth/server/service.ts'
import { findPersonByEmail } from '#features/users/server/queries.ts'
import { hashPassword } from '#features/users/server/public/password.ts'
import { email, newPassword, personEmail, requiredText } from '#platform/contract/fields.ts'
import { limits } from '#platform/contract/limits.ts'
import { wakeNodes } from '#platform/server/bus.ts'
import { systemClock } from '#platform/server/clock.ts'
import { readEnv } from '#platform/server/process/env.ts'
import type { Progress } from '#platform/server/process/start-watch.ts'
import type { DoWork } from '#platform/server/work.ts'
import { z } from 'zod'
import { openWork } from './app.ts'
import { isHelp, readSecret, Refusal, runCommand, UsageError } from '#platform/server/process/command-line.ts'
import { openDatabase } from './open-database.ts'
import { createLogger } from './logger.ts'
import { upgradeDatabase } from './upgrade.ts'

const usage = `npm run user -- create-admin EMAIL "First Last"   creates a Super User
npm run user -- set-password EMAIL                sets a password and ends that person's sessions

The password is asked for, or read from standard input: printf %s "$PASSWORD" | npm run user -- set-password EMAIL
The database is the one the environment names, as for npm start.`

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

const readPassword = () => readSecret('New password', (text) => parsed(newPassword, text), { isNew: true })

type Task = (work: DoWork, passwordHash: string) => Promise<string>

function createAdmin([address, wholeName, ...rest]: string[]): Task {
  if (address === undefined || wholeName === undefined || rest.length > 0) throw new UsageError(usage)
  const user = { email: parsed(personEmail(), address), ...parsed(name, wholeName) }
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
      await replacePassword(unit, user.id, passwordHash)
      return `The password of ${user.firstName} ${user.lastName} is set, and the sessions are ended.`
    })
}

const tasks: Record<string, (rest: string[]) => Task> = {
  'create-admin': createAdmin,
  'set-password': changePassword,
}

async function run([command = '', ...rest]: string[], progress: Progress): Promise<string> {
  if (isHelp(command)) return usage
  const prepare = tasks[command]
  if (!prepare) throw new UsageError(usage)
  const task = prepare(rest)
  const env = readEnv()
  progress.enter('opening the database')
  const database = await openDatabase(env)
  try {
    progress.enterSlow('bringing the database up to date')
    await upgradeDatabase(database, { dataDirectory: env.DATA_DIR, log: createLogger(env.LOG_LEVEL) })
    // From here on the command may wait for input.
    progress.ready()
    const passwordHash = await hashPassword(await readPassword())
    const done = await task(openWork(database, systemClock, { wake: () => undefined }), passwordHash)
    if (!database.embedded) await wakeNodes(database.pool)
    return done
  } finally {
    await database.close()
  }
}

await runCommand(run)
