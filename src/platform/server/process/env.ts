import fs from 'node:fs'
import { parseEnv } from 'node:util'
import { z } from 'zod'
import {
  basics,
  callLimits,
  clock,
  database,
  files,
  inboundMail,
  mail,
  sms,
  telemetry,
  whatsApp,
} from './variables.ts'

const s3Names = ['S3_ENDPOINT', 'S3_REGION', 'S3_BUCKET', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'] as const

/** All but the time zone. */
const Places = z
  .object({
    ...basics,
    ...database,
    ...files,
    ...mail,
    ...inboundMail,
    ...sms,
    ...whatsApp,
    ...callLimits,
    ...telemetry,
  })
  .refine((env) => !env.DATABASE_URL || env.APP_SECRET, {
    path: ['APP_SECRET'],
    message: 'is required together with DATABASE_URL, and the same on every node',
  })
  .refine((env) => !env.ADMIN_EMAIL === !env.ADMIN_PASSWORD, {
    path: ['ADMIN_PASSWORD'],
    message: 'and ADMIN_EMAIL are given together or not at all',
  })
  .refine(
    (env) =>
      new Set(
        [
          env.WHATSAPP_VERIFY_TOKEN,
          env.WHATSAPP_APP_SECRET,
          env.WHATSAPP_ACCESS_TOKEN,
          env.WHATSAPP_PHONE_NUMBER_ID,
        ].map((value) => value === undefined),
      ).size === 1,
    {
      path: ['WHATSAPP_VERIFY_TOKEN'],
      message:
        'is given together with WHATSAPP_APP_SECRET, WHATSAPP_ACCESS_TOKEN and WHATSAPP_PHONE_NUMBER_ID, or none of them is',
    },
  )
  .refine((env) => !env.INBOUND_SMTP_PORT || env.INBOUND_ADDRESSES, {
    path: ['INBOUND_ADDRESSES'],
    message: 'is required together with INBOUND_SMTP_PORT',
  })
  .refine((env) => env.INBOUND_FIRST_HOP === 'off' || env.INBOUND_PROTOCOL === 'smtp', {
    path: ['INBOUND_FIRST_HOP'],
    message: 'is for SMTP: by LMTP a mail server of your own stands before this port',
  })
  .refine((env) => !env.INBOUND_SMTP_CERT === !env.INBOUND_SMTP_KEY, {
    path: ['INBOUND_SMTP_KEY'],
    message: 'and INBOUND_SMTP_CERT are given together or not at all',
  })
  .refine((env) => !env.SMS_ACCOUNT_SID === !env.SMS_AUTH_TOKEN, {
    path: ['SMS_AUTH_TOKEN'],
    message: 'and SMS_ACCOUNT_SID are given together or not at all',
  })
  .refine((env) => !env.SMS_ACCOUNT_SID || env.SMS_FROM !== undefined || env.SMS_NUMBER !== undefined, {
    path: ['SMS_FROM'],
    message: 'or SMS_NUMBER is required together with SMS_ACCOUNT_SID',
  })
  .refine((env) => !env.OTEL_EXPORTER_OTLP_ENDPOINT || env.OTEL_EXPORTER_OTLP_PROTOCOL === 'http/protobuf', {
    path: ['OTEL_EXPORTER_OTLP_PROTOCOL'],
    message: 'must be http/protobuf, which collectors take on port 4318',
  })
  .superRefine((env, faults) => {
    const missing = s3Names.filter((name) => !env[name])
    const hasMore = env.S3_STS === 'on' || env.S3_STS_ENDPOINT !== undefined || env.S3_ROLE_ARN !== undefined
    if (missing.length === s3Names.length && !hasMore) return
    for (const name of missing)
      faults.addIssue({
        code: 'custom',
        path: [name],
        message: 'is required: the S3 settings are given together or not at all',
      })
  })

const Env = Places.safeExtend(clock)
export type Env = z.output<typeof Env>
/** Settings for commands that work directly on database and files. */
export type Places = z.output<typeof Places>

export class EnvError extends Error {}

type Source = Record<string, string | undefined>

/** Reads the environment; a file `.env` in the working directory fills gaps. @throws {EnvError} */
function environment(): Source {
  if (fs.existsSync('.env'))
    try {
      process.loadEnvFile('.env')
    } catch (cause) {
      throw new EnvError(
        `${fs.realpathSync('.env')} cannot be read by the user who runs this. Change its permissions, or remove it.`,
        { cause },
      )
    }
  return process.env
}

export const changedEnvironment = (changes: Record<string, string | undefined>) => ({
  ...environment(),
  ...changes,
})

/** Parses a file in the form of `.env`, for `readEnv`. @throws {Error} of the system when it cannot be read */
export const environmentOf = (file: string): Record<string, string | undefined> =>
  parseEnv(fs.readFileSync(file, 'utf8'))

export const bucketNames = [...s3Names, 'S3_STS', 'S3_STS_ENDPOINT', 'S3_ROLE_ARN'] as const

function readSecret(file: string): { value: string } | { fault: string } {
  try {
    const value = fs.readFileSync(file, 'utf8').replace(/[\r\n]+$/, '')
    return value === '' ? { fault: `names an empty file: ${file}` } : { value }
  } catch (error) {
    return { fault: `names a file that cannot be read: ${error instanceof Error ? error.message : file}` }
  }
}

/** Reads the secret file NAME_FILE of each variable NAME, as containers and systemd provide. @returns faults, a line each */
function readSecretFiles(given: Record<string, string>): {
  values: Record<string, string>
  faults: string[]
} {
  const values: Record<string, string> = {}
  const faults: string[] = []
  for (const name of Object.keys(Env.shape)) {
    const file = given[`${name}_FILE`]
    if (file === undefined) continue
    const read =
      given[name] === undefined ? readSecret(file) : { fault: `and ${name} are not given together` }
    if ('value' in read) values[name] = read.value
    else faults.push(`${name}_FILE ${read.fault}`)
  }
  return { values, faults }
}

function readAs<T>(schema: z.ZodType<T>, source: Source): T {
  const given: Record<string, string> = {}
  for (const [name, value] of Object.entries(source)) if (value) given[name] = value
  const { values, faults } = readSecretFiles(given)
  const parsed = schema.safeParse({ ...given, ...values })
  if (parsed.success && faults.length === 0) return parsed.data
  for (const issue of parsed.error?.issues ?? []) faults.push(`${issue.path.join('.')} ${issue.message}`)
  throw new EnvError(
    `The environment is not usable:\n${faults.map((fault) => `  ${fault}`).join('\n')}\nSee docs/configuration.md.`,
  )
}

/** Parses the environment. Empty values count as absent, as in a copied `.env`. @throws {EnvError} naming every wrong variable */
export const readEnv = (source: Source = environment()): Env => readAs(Env, source)

/** The same without checking the time zone: the tables of `Intl` take eight megabytes of memory. @throws {EnvError} */
export const readPlaces = (source: Source = environment()): Places => readAs(Places, source)
