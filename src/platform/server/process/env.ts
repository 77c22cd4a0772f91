import fs from 'node:fs'
import { isIP } from 'node:net'
import { parseEnv } from 'node:util'
import { z } from 'zod'
import { e164, email, personEmail } from '#platform/contract/fields.ts'
import { limits } from '#platform/contract/limits.ts'

const flag = z.enum(['on', 'off'])
const wholeNumber = (min: number, max: number) =>
  z.string().regex(/^\d+$/, 'must be a whole number').transform(Number).pipe(z.number().min(min).max(max))

const share = z
  .string()
  .regex(/^(0?\.\d+|[01](\.0+)?)$/, 'must be a number from 0 to 1')
  .transform(Number)

const timeZone = z.string().refine((name) => {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== ''
  } catch {
    return false
  }
}, 'must be an IANA time zone such as Europe/Berlin')

const phoneNumber = z.string().regex(e164, 'must be a number in international form such as +491701234567')

const webAddress = (example: string) =>
  z.url({ protocol: /^https?$/, error: `must be a web address such as ${example}` })
const withoutSlash = (url: string) => url.replace(/\/+$/, '')
const isOrigin = (url: string) => /^[a-z]+:\/\/[^/?#]+\/*$/i.test(url)

/** Who a text message is from: a number, or a name in countries that allow one. */
const smsSender = z
  .string()
  .refine(
    (sender) => e164.test(sender) || /^(?=.*[A-Za-z])[\w -]{1,11}$/.test(sender),
    'must be a number such as +491701234567, or a short name',
  )

/** @returns undefined for a text that was not percent-encoded */
function decoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text)
  } catch {
    return undefined
  }
}

/** `smtps://` is TLS from the first byte; `smtp://` is STARTTLS, or nothing with `?tls=off`. */
const smtpUrl = z
  .url({
    protocol: /^smtps?$/,
    error: 'must be an address such as smtp://user:password@smtp.example.com:587?from=desk@example.com',
  })
  .transform((text, context) => {
    const url = new URL(text)
    const fault = (message: string) => context.addIssue({ code: 'custom', message })
    const [username, password] = [decoded(url.username), decoded(url.password)]
    if (username === undefined || password === undefined)
      fault('must have its user name and password percent-encoded: % is written %25')
    else if (username === '' || password === '') fault('must hold a user name and a password')
    const from = email().safeParse(url.searchParams.get('from') ?? username)
    const replyTo = email().safeParse(url.searchParams.get('replyTo') ?? from.data)
    if (!from.success) fault('must say ?from=, an email address')
    else if (!replyTo.success) fault('must say an email address in replyTo=')
    return {
      // An address of version 6 has brackets in a URL only.
      host: url.hostname.replace(/^\[(.*)\]$/, '$1'),
      port: Number(url.port) || (url.protocol === 'smtps:' ? 465 : 587),
      username: username ?? '',
      password: password ?? '',
      fromEmail: from.data ?? '',
      replyToEmail: replyTo.data ?? '',
      companyName: url.searchParams.get('company')?.trim() || 'IMS',
      useSSL: url.protocol === 'smtps:',
      useTLS: url.searchParams.get('tls') !== 'off',
    }
  })

/** `10.0.0.0/8, 127.0.0.1, ::1` */
const addressRanges = z.string().transform((text, context) =>
  text
    .split(',')
    .map((one) => one.trim())
    .filter(Boolean)
    .flatMap((range) => {
      const [address = '', bits, ...more] = range.split('/')
      const most = isIP(address) === 4 ? 32 : 128
      const wanted = bits === undefined ? most : Number(bits)
      const isRange =
        isIP(address) !== 0 && more.length === 0 && /^\d{1,3}$/.test(bits ?? '0') && wanted <= most
      if (isRange)
        return [{ address, bits: wanted, family: most === 32 ? ('ipv4' as const) : ('ipv6' as const) }]
      context.addIssue({
        code: 'custom',
        message: `must be addresses or ranges such as 10.0.0.0/8,127.0.0.1; ${range} is none`,
      })
      return []
    }),
)

/** By the names of OpenTelemetry. */
const traceSamplers = [
  'always_on',
  'always_off',
  'traceidratio',
  'parentbased_always_on',
  'parentbased_always_off',
  'parentbased_traceidratio',
] as const

const s3Names = ['S3_ENDPOINT', 'S3_REGION', 'S3_BUCKET', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'] as const

/** All but the time zone. */
const Places = z
  .object({
    HOST: z.string().default('127.0.0.1'),
    PORT: wholeNumber(0, 65_535).prefault('3000'),
    PUBLIC_URL: webAddress('https://desk.example.com')
      .refine(isOrigin, 'must be a web address without a path, such as https://desk.example.com')
      .transform(withoutSlash)
      .optional(),
    DATA_DIR: z.string().default('./data'),
    DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/, error: 'must begin with postgres://' }).optional(),
    APP_SECRET: z.string().min(32, 'must have at least 32 characters').optional(),
    BACKUP_PASSPHRASE: z.string().min(12, 'must have at least 12 characters').optional(),
    REGISTRATION: z.enum(['open', 'approval', 'closed']).optional(),
    BOOTSTRAP: z.enum(['code', 'first', 'off']).default('code'),
    ADMIN_EMAIL: personEmail(() => 'must be an email address').optional(),
    ADMIN_PASSWORD: z
      .string()
      .min(limits.passwordMin, `must have at least ${limits.passwordMin} characters`)
      .optional(),
    WHATSAPP_NUMBER: phoneNumber.optional(),
    SMS_NUMBER: phoneNumber.optional(),
    TRUST_PROXY: z.string().default(''),
    API_DOCS: z.enum(['open', 'staff']).default('open'),
    READS_PER_MINUTE: wholeNumber(6, 1_000_000).prefault('3600'),
    WRITES_PER_MINUTE: wholeNumber(1, 1_000_000).prefault('1200'),
    REGISTRATIONS_PER_10_MINUTES: wholeNumber(1, 1_000_000).prefault('60'),
    LOGIN_FAILURES_PER_15_MINUTES: wholeNumber(1, 1_000_000).prefault('10'),
    MAILS_PER_MINUTE: wholeNumber(1, 1_000_000).prefault('5'),
    SMTP_URL: smtpUrl.optional(),
    WHATSAPP_VERIFY_TOKEN: z.string().optional(),
    WHATSAPP_APP_SECRET: z.string().optional(),
    WHATSAPP_ACCESS_TOKEN: z.string().optional(),
    WHATSAPP_PHONE_NUMBER_ID: z.string().regex(/^\d+$/, 'must be a number').optional(),
    WHATSAPP_API_URL: webAddress('https://graph.facebook.com/v23.0')
      .transform(withoutSlash)
      .default('https://graph.facebook.com/v23.0'),
    SMS_ACCOUNT_SID: z.string().regex(/^\w+$/, 'must be letters and digits').optional(),
    SMS_AUTH_TOKEN: z.string().optional(),
    SMS_FROM: smsSender.optional(),
    SMS_API_URL: webAddress('https://api.twilio.com')
      .transform(withoutSlash)
      .default('https://api.twilio.com'),
    SMS_CODES_PER_HOUR: wholeNumber(1, 1_000_000).prefault('5'),
    SMS_CODES_PER_DAY: wholeNumber(1, 1_000_000).prefault('200'),
    S3_ENDPOINT: webAddress('https://s3.example.com').optional(),
    S3_REGION: z.string().optional(),
    S3_BUCKET: z.string().optional(),
    S3_ACCESS_KEY_ID: z.string().optional(),
    S3_SECRET_ACCESS_KEY: z.string().optional(),
    S3_STS: flag.optional(),
    S3_STS_ENDPOINT: webAddress('https://sts.example.com').optional(),
    S3_ROLE_ARN: z
      .string()
      .regex(
        /^arn:[\w-]+:\w+:[\w-]*:[\w-]*:.+$/,
        'must be a name such as arn:aws:iam::123456789012:role/uploads',
      )
      .optional(),
    // The size of an attachment is a whole number of four bytes in the data model.
    MAX_UPLOAD_MB: wholeNumber(1, 2047).prefault('512'),
    CLIENT_QUOTA_GB: wholeNumber(1, 1_000_000).prefault('50'),
    DISK_FLOOR_MB: wholeNumber(0, 1_000_000).prefault('512'),
    METRICS_ALLOW: addressRanges.optional(),
    METRICS_TOKEN: z.string().min(16, 'must have at least 16 characters').optional(),
    OTEL_EXPORTER_OTLP_ENDPOINT: webAddress('http://127.0.0.1:4318').transform(withoutSlash).optional(),
    OTEL_EXPORTER_OTLP_HEADERS: z.string().default(''),
    OTEL_EXPORTER_OTLP_PROTOCOL: z.string().default('http/protobuf'),
    OTEL_RESOURCE_ATTRIBUTES: z.string().default(''),
    OTEL_SDK_DISABLED: z.enum(['true', 'false']).default('false'),
    OTEL_SERVICE_NAME: z.string().optional(),
    OTEL_TRACES_SAMPLER: z.enum(traceSamplers).default('parentbased_always_on'),
    OTEL_TRACES_SAMPLER_ARG: share.prefault('1'),
    LOAD_SHEDDING: flag.default('on'),
    LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('warn'),
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

const Env = Places.safeExtend({
  TIME_ZONE: timeZone.default(() => Intl.DateTimeFormat().resolvedOptions().timeZone),
})
export type Env = z.output<typeof Env>
/** What commands need that work on the database and the files as they are. */
export type Places = z.output<typeof Places>

/** Thrown with every fault of the environment in one message. */
export class EnvError extends Error {}

type Source = Record<string, string | undefined>

/** What a file `.env` in the working directory says counts where the environment itself says nothing. @throws {EnvError} */
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

/** The environment with some of it changed, for `readEnv`. */
export const changedEnvironment = (changes: Record<string, string | undefined>) => ({
  ...environment(),
  ...changes,
})

/** A file in the form of `.env`, for `readEnv`. @throws {Error} of the system when it cannot be read */
export const environmentOf = (file: string): Record<string, string | undefined> =>
  parseEnv(fs.readFileSync(file, 'utf8'))

/** The names by which the environment says that files lie in a bucket. */
export const bucketNames = [...s3Names, 'S3_STS', 'S3_STS_ENDPOINT', 'S3_ROLE_ARN'] as const

/** @returns what a file says, without the end of its line, or what is wrong with it */
function readSecret(file: string): { value: string } | { fault: string } {
  try {
    const value = fs.readFileSync(file, 'utf8').replace(/[\r\n]+$/, '')
    return value === '' ? { fault: `names an empty file: ${file}` } : { value }
  } catch (error) {
    return { fault: `names a file that cannot be read: ${error instanceof Error ? error.message : file}` }
  }
}

/**
 * For every variable NAME there is NAME_FILE, which names a file with its value: so containers and systemd hand out secrets.
 * @returns the values of those files, and what is wrong, a line each
 */
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
    `The environment is not usable:\n${faults.map((fault) => `  ${fault}`).join('\n')}\nSee the configuration table in README.md.`,
  )
}

/**
 * Reads the environment once. Empty values count as absent, as they are in a copied `.env`.
 * @throws {EnvError} naming every variable that is wrong.
 */
export const readEnv = (source: Source = environment()): Env => readAs(Env, source)

/** The same without looking at the time zone: the tables of `Intl` take eight megabytes of memory. @throws {EnvError} */
export const readPlaces = (source: Source = environment()): Places => readAs(Places, source)
