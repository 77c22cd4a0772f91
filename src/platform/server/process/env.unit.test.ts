import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { EnvError, readEnv } from './env.ts'
import { smsAccountOf } from '../send/sms.ts'

const faultsOf = (source: Record<string, string>) => {
  try {
    readEnv(source)
  } catch (error) {
    if (error instanceof EnvError) return error.message
    throw error
  }
  return 'none'
}

test('a file .env that cannot be read is refused in one sentence', () => {
  const folder = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), 'signalbox-env-')))
  const before = process.cwd()
  onTestFinished(() => {
    process.chdir(before)
    fs.rmSync(folder, { recursive: true })
  })
  process.chdir(folder)
  // The user who runs the tests may be allowed to read every file.
  fs.mkdirSync('.env')
  expect(() => readEnv()).toThrow(`${folder}/.env cannot be read by the user who runs this.`)
  expect(() => readEnv()).toThrow(EnvError)
})

test('an empty environment gives a private server on this machine', () => {
  const env = readEnv({})
  expect([env.REGISTRATION, env.DATABASE_URL, env.PUBLIC_URL, env.APP_SECRET]).toEqual([
    undefined,
    undefined,
    undefined,
    undefined,
  ])
  expect(env).toMatchObject({
    HOST: '127.0.0.1',
    PORT: 3000,
    DATA_DIR: './data',
    BOOTSTRAP: 'code',
  })
})

test('an empty variable counts as absent', () => {
  expect(readEnv({ PORT: '', PUBLIC_URL: '', REGISTRATION: '', DATABASE_URL: '' })).toEqual(readEnv({}))
})

test('every faulty variable is named in one message', () => {
  const message = faultsOf({
    PORT: '70000',
    PUBLIC_URL: 'desk.example.com',
    DATABASE_URL: 'mysql://db',
    REGISTRATION: 'sometimes',
    TIME_ZONE: 'Berlin',
    APP_SECRET: 'short',
    ADMIN_EMAIL: 'nobody',
    LOG_LEVEL: 'loud',
    WRITES_PER_MINUTE: '0',
  })
  for (const name of [
    'PORT',
    'PUBLIC_URL',
    'DATABASE_URL',
    'REGISTRATION',
    'TIME_ZONE',
    'APP_SECRET',
    'ADMIN_EMAIL',
    'LOG_LEVEL',
    'WRITES_PER_MINUTE',
  ])
    expect(message).toContain(`\n  ${name} `)
  expect(message).toContain('docs/configuration.md')
})

test.each([
  [{ PORT: 'three' }, 'PORT must be a whole number'],
  [{ PORT: '-1' }, 'PORT'],
  [{ TIME_ZONE: 'Mars/Olympus' }, 'TIME_ZONE must be an IANA time zone'],
  [{ PUBLIC_URL: 'ftp://desk.example.com' }, 'PUBLIC_URL must be a web address'],
  [{ PUBLIC_URL: 'https://example.com/desk' }, 'PUBLIC_URL must be a web address without a path'],
  [{ PUBLIC_URL: 'https://desk.example.com/?at=1' }, 'PUBLIC_URL must be a web address without a path'],
  [{ DATABASE_URL: 'postgres://db/desk' }, 'APP_SECRET is required together with DATABASE_URL'],
  [{ ADMIN_EMAIL: 'a@example.com' }, 'ADMIN_PASSWORD and ADMIN_EMAIL are given together'],
  [{ ADMIN_PASSWORD: 'secret' }, 'ADMIN_PASSWORD and ADMIN_EMAIL are given together'],
  [
    { ADMIN_EMAIL: 'a@example.com', ADMIN_PASSWORD: '12345' },
    'ADMIN_PASSWORD must have at least 6 characters',
  ],
  [{ OTEL_EXPORTER_OTLP_ENDPOINT: 'collector:4317' }, 'OTEL_EXPORTER_OTLP_ENDPOINT must be a web address'],
  [
    { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://collector:4317', OTEL_EXPORTER_OTLP_PROTOCOL: 'grpc' },
    'OTEL_EXPORTER_OTLP_PROTOCOL must be http/protobuf',
  ],
  [{ OTEL_TRACES_SAMPLER: 'jaeger_remote' }, 'OTEL_TRACES_SAMPLER'],
  [{ OTEL_TRACES_SAMPLER_ARG: '1.5' }, 'OTEL_TRACES_SAMPLER_ARG must be a number from 0 to 1'],
  [{ S3_STS_ENDPOINT: 'sts' }, 'S3_STS_ENDPOINT must be a web address'],
  [{ S3_ROLE_ARN: 'uploads' }, 'S3_ROLE_ARN must be a name such as arn:aws:iam::123456789012:role/uploads'],
  [
    { S3_ROLE_ARN: 'arn:aws:iam::123456789012:role/uploads' },
    'S3_BUCKET is required: the S3 settings are given together',
  ],
])('the environment %j is refused with: %s', (source, message) => {
  expect(faultsOf(source as Record<string, string>)).toContain(message)
})

test('an environment for a server with its own PostgreSQL is accepted', () => {
  const source = {
    DATABASE_URL: 'postgresql://u:p@db:5432/desk',
    APP_SECRET: 'x'.repeat(32),
    PORT: '0',
    TIME_ZONE: 'Asia/Kathmandu',
  }
  expect(readEnv(source)).toMatchObject({ ...source, PORT: 0 })
})

test('text messages need a whole account, or none', () => {
  const account = { SMS_ACCOUNT_SID: 'AC0123', SMS_AUTH_TOKEN: 'token' }
  expect(faultsOf({ SMS_ACCOUNT_SID: 'AC0123', SMS_NUMBER: '+4930123456' })).toContain(
    '\n  SMS_AUTH_TOKEN and',
  )
  expect(faultsOf({ SMS_AUTH_TOKEN: 'token', SMS_NUMBER: '+4930123456' })).toContain('\n  SMS_AUTH_TOKEN and')
  expect(faultsOf(account)).toContain('\n  SMS_FROM or SMS_NUMBER is required')
  for (const SMS_FROM of ['0123', '+0123', 'A name that is long', '123456'])
    expect(faultsOf({ ...account, SMS_FROM })).toContain('\n  SMS_FROM must be')
  for (const [name, value] of [
    ['SMS_ACCOUNT_SID', 'a/b'],
    ['SMS_API_URL', 'ftp://sms.example.com'],
    ['SMS_CODES_PER_HOUR', '0'],
  ] as const)
    expect(faultsOf({ ...account, SMS_NUMBER: '+4930123456', [name]: value })).toContain(`\n  ${name} `)

  expect(smsAccountOf(readEnv({}))).toBeUndefined()
  expect(smsAccountOf(readEnv({ SMS_NUMBER: '+4930123456' }))).toBeUndefined()
  expect(smsAccountOf(readEnv({ ...account, SMS_NUMBER: '+4930123456' }))).toEqual({
    accountSid: 'AC0123',
    authToken: 'token',
    from: '+4930123456',
    apiUrl: 'https://api.twilio.com',
  })
  const own = { SMS_FROM: 'Signalbox', SMS_API_URL: 'http://127.0.0.1:9000/' }
  expect(smsAccountOf(readEnv({ ...account, ...own, SMS_NUMBER: '+4930123456' }))).toMatchObject({
    from: 'Signalbox',
    apiUrl: 'http://127.0.0.1:9000',
  })
})

test.each([
  ['mail.example.com', 'must be an address such as smtp://'],
  ['http://desk:hidden@mail.example.com', 'must be an address such as smtp://'],
  ['smtp://mail.example.com?from=desk@example.com', 'must hold a user name and a password'],
  ['smtp://desk:hidden@mail.example.com', 'must say ?from=, an email address'],
  ['smtp://desk:hidden@mail.example.com?from=desk', 'must say ?from=, an email address'],
  [
    'smtp://desk:hidden@mail.example.com?from=a@example.com&replyTo=x',
    'must say an email address in replyTo=',
  ],
  ['smtp://desk:100%hidden@mail.example.com?from=a@example.com', 'percent-encoded: % is written %25'],
])('the environment refuses SMTP_URL=%s without telling its password', (SMTP_URL, why) => {
  const message = faultsOf({ SMTP_URL })
  expect(message).toContain('\n  SMTP_URL ')
  expect(message).toContain(why)
  expect(message).not.toContain('hidden')
})

test('a value may stand in a file that NAME_FILE names, which has to be there, to say something and to be the only one', () => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'signalbox-env-'))
  onTestFinished(() => fs.rmSync(folder, { recursive: true }))
  const file = (name: string, text: string) => {
    fs.writeFileSync(path.join(folder, name), text)
    return path.join(folder, name)
  }
  const secret = ` ${'x'.repeat(40)} `
  const given = {
    APP_SECRET_FILE: file('secret', `${secret}\n`),
    DATABASE_URL_FILE: file('database', 'postgres://u:p@db/desk\r\n'),
    PORT_FILE: '',
  }
  expect(readEnv(given)).toMatchObject({
    APP_SECRET: secret,
    DATABASE_URL: 'postgres://u:p@db/desk',
    PORT: 3000,
  })

  const missing = path.join(folder, 'missing')
  const message = faultsOf({
    ...given,
    APP_SECRET: 'y'.repeat(40),
    DATABASE_URL_FILE: file('empty', '\n'),
    SMTP_URL_FILE: missing,
    PORT_FILE: file('port', 'three'),
  })
  for (const fault of [
    'APP_SECRET_FILE and APP_SECRET are not given together',
    `DATABASE_URL_FILE names an empty file: ${path.join(folder, 'empty')}`,
    'SMTP_URL_FILE names a file that cannot be read: ENOENT',
    'PORT must be a whole number',
  ])
    expect(message).toContain(`\n  ${fault}`)
})
