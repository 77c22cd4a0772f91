import { isIP } from 'node:net'
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

/** Sender of a text message: a number, or a name in countries that allow one. */
const smsSender = z
  .string()
  .refine(
    (sender) => e164.test(sender) || /^(?=.*[A-Za-z])[\w -]{1,11}$/.test(sender),
    'must be a number such as +491701234567, or a short name',
  )

/** @returns undefined for invalid percent-encoding */
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
      // IPv6 addresses have brackets in a URL only.
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

/** Parses `10.0.0.0/8, 127.0.0.1, ::1`. */
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

/** Addresses such as `support@desk.example,sales@desk.example`. */
const mailboxes = z
  .string()
  .transform((text) =>
    text
      .split(',')
      .map((address) => address.trim())
      .filter(Boolean),
  )
  .pipe(z.array(email()).min(1).max(50, 'must name at most 50 addresses'))

/** Names of OpenTelemetry. */
const traceSamplers = [
  'always_on',
  'always_off',
  'traceidratio',
  'parentbased_always_on',
  'parentbased_always_off',
  'parentbased_traceidratio',
] as const

// `node scripts/configuration-doc.ts` makes `docs/configuration.md` of the following.

export const basics = {
  HOST: z.string().default('127.0.0.1').meta({
    description: 'Address to listen on; `0.0.0.0` listens on all addresses.',
  }),
  PORT: wholeNumber(0, 65_535).prefault('3000').meta({
    description: 'Port to listen on; `0` takes a free one.',
  }),
  PUBLIC_URL: webAddress('https://desk.example.com')
    .refine(isOrigin, 'must be a web address without a path, such as https://desk.example.com')
    .transform(withoutSlash)
    .optional()
    .meta({
      description:
        'Address that people type, such as `https://desk.example.com`. Links in mails and addresses of uploads lead to it. With `https`, browsers send cookies over TLS only.',
      default: 'the address it listens on',
    }),
  TRUST_PROXY: z.string().default('').meta({
    description:
      'Addresses and ranges (CIDR) of proxies, separated by commas, whose `X-Forwarded-…` headers the server believes.',
  }),
  APP_SECRET: z.string().min(32, 'must have at least 32 characters').optional().meta({
    description:
      'Signs and encrypts what the installation stores; at least 32 characters. Required with `DATABASE_URL`, and the same on every node.',
    default: 'generated into `DATA_DIR`',
  }),
  REGISTRATION: z.enum(['open', 'approval', 'closed']).optional().meta({
    description:
      'With `open` everybody gets the role they ask for. With `approval` staff roles wait for a Super User. With `closed` nobody registers. Without it, a server that listens on its own machine only and has no `PUBLIC_URL` begins with `open`. The first request from another machine, through a proxy or by another name switches it to `approval` for good. The log and Super Users are told. Super Users can require approval on top of `open`, by a button.',
    default: '`open` on this machine only, otherwise `approval`',
  }),
  BOOTSTRAP: z.enum(['code', 'first', 'off']).default('code').meta({
    description:
      'How the first administrator registers from another machine, or anywhere with `PUBLIC_URL`. With `code` the log tells a code; with `first` the first person who asks is the administrator; with `off` nobody becomes one this way.',
  }),
  ADMIN_EMAIL: personEmail(() => 'must be an email address')
    .optional()
    .meta({
      description:
        'Creates the first administrator at start, with an address that nobody has registered. Given together with `ADMIN_PASSWORD`.',
    }),
  ADMIN_PASSWORD: z
    .string()
    .min(limits.passwordMin, `must have at least ${limits.passwordMin} characters`)
    .optional()
    .meta({ description: `Password of that administrator; at least ${limits.passwordMin} characters.` }),
  API_DOCS: z.enum(['open', 'staff']).default('open').meta({
    description: 'Readers of `/api-docs`: everybody, or staff who are signed in.',
  }),
}

export const clock = {
  TIME_ZONE: timeZone
    .default(() => Intl.DateTimeFormat().resolvedOptions().timeZone)
    .meta({
      description:
        'IANA name such as `Europe/Berlin`. Decides when a day and a week begin, and when summaries are mailed.',
      default: 'that of the system',
    }),
}

export const database = {
  DATA_DIR: z.string().default('./data').meta({
    description: 'Directory of the embedded database, the generated secret, and files without a bucket.',
  }),
  DATABASE_URL: z
    .url({ protocol: /^postgres(ql)?$/, error: 'must begin with postgres://' })
    .optional()
    .meta({
      description:
        'PostgreSQL server, as `postgres://user:password@host/database`. Without it the server uses the embedded database.',
    }),
  BACKUP_PASSPHRASE: z.string().min(12, 'must have at least 12 characters').optional().meta({
    description: 'Encrypts every backup, and opens encrypted ones; at least 12 characters.',
  }),
}

const bucket = 'The five settings of the bucket are given together or not at all.'

export const files = {
  S3_ENDPOINT: webAddress('https://s3.example.com')
    .optional()
    .meta({
      description: `Address of a store that speaks S3. Keeps files in its bucket instead of in \`DATA_DIR\`. ${bucket}`,
    }),
  S3_REGION: z.string().optional().meta({ description: 'Region of the bucket.' }),
  S3_BUCKET: z.string().optional().meta({ description: 'Name of the bucket.' }),
  S3_ACCESS_KEY_ID: z.string().optional().meta({ description: 'Access key of the user of the nodes.' }),
  S3_SECRET_ACCESS_KEY: z.string().optional().meta({ description: 'Secret of that access key.' }),
  S3_STS: flag.optional().meta({
    description:
      'Lends programs credentials that write files into the bucket, unlimited in size (`GET /api/uploads/s3/sts`).',
    default: '`off`',
  }),
  S3_STS_ENDPOINT: webAddress('https://sts.example.com').optional().meta({
    description: 'Service that lends these credentials.',
    default: "Amazon's own, else `S3_ENDPOINT`",
  }),
  S3_ROLE_ARN: z
    .string()
    .regex(
      /^arn:[\w-]+:\w+:[\w-]*:[\w-]*:.+$/,
      'must be a name such as arn:aws:iam::123456789012:role/uploads',
    )
    .optional()
    .meta({
      description: "Role that they are lent from. Without it Amazon lends the user's own rights.",
    }),
  // The data model limits attachment sizes to a four-byte integer.
  MAX_UPLOAD_MB: wholeNumber(1, 2047).prefault('512').meta({
    description: 'Largest file that can be attached, in megabytes; at most 2047.',
  }),
  CLIENT_QUOTA_GB: wholeNumber(1, 1_000_000).prefault('50').meta({
    description:
      'Gigabytes of files that all people of one client company may keep, and a fifth of it in a day. One of them may keep a fifth, and a tenth in a day. A person of no client whose address is not verified may keep 500 MB, and 200 MB in a day. A member of staff may add all of it each day.',
  }),
  DISK_FLOOR_MB: wholeNumber(0, 1_000_000).prefault('512').meta({
    description: 'Free megabytes on the disk below which files are refused.',
  }),
}

export const mail = {
  SMTP_URL: smtpUrl.optional().meta({
    description:
      'Mail server until one is saved on the screen Email Settings, as `smtps://user:password@host:465?from=…&replyTo=…&company=…`. `smtp://` requires STARTTLS unless `tls=off`. User and password are percent-encoded.',
  }),
  INBOUND_ADDRESSES: mailboxes.optional().meta({
    description:
      'Addresses of the desk that take in mail, such as `support@desk.example`, separated by commas. People then answer its mails, and the first is the usual address for it. Mail servers must deliver `support+…@desk.example`, too. An address may have a plus part of its own, as `support+eu@desk.example`.',
  }),
  MAILS_PER_MINUTE: wholeNumber(1, 1_000_000).prefault('5').meta({
    description:
      'Test mails for one person, and links for forgotten passwords for one network address. One mailbox gets three links an hour.',
  }),
}

export const inboundMail = {
  INBOUND_SMTP_PORT: wholeNumber(1, 65_535).optional().meta({
    description:
      'Port on which mails come in, from a relay or as the target of an MX record; see [Mail that comes in](channels.md#mail-that-comes-in). Without it none come in. Requires `INBOUND_ADDRESSES`, and refuses mails to others.',
  }),
  INBOUND_SMTP_HOST: z.string().default('127.0.0.1').meta({
    description: 'Address that this port listens on.',
  }),
  INBOUND_SMTP_CERT: z.string().optional().meta({
    description:
      'Certificate in PEM that offers STARTTLS on this port; `INBOUND_SMTP_CERT_FILE` names its file. Given together with `INBOUND_SMTP_KEY`.',
  }),
  INBOUND_SMTP_KEY: z.string().optional().meta({ description: 'Private key of that certificate, in PEM.' }),
  INBOUND_PROTOCOL: z.enum(['smtp', 'lmtp']).default('smtp').meta({
    description: '`lmtp` where a mail server of your own hands mails over by LMTP, such as Postfix.',
  }),
  INBOUND_FIRST_HOP: flag.default('off').meta({
    description:
      '`on` where mail servers of others connect to this port, as by an MX record. Then SPF, DKIM and DMARC of each mail are checked here, by DNS.',
  }),
}

export const sms = {
  SMS_NUMBER: phoneNumber.optional().meta({
    description: 'Number such as `+4930123456` that links and QR codes of tickets address.',
  }),
  SMS_ACCOUNT_SID: z.string().regex(/^\w+$/, 'must be letters and digits').optional().meta({
    description:
      'Account with Twilio, or with a provider of the same API. Verifies mobile numbers, and texts people about their tickets. Given together with `SMS_AUTH_TOKEN`.',
  }),
  SMS_AUTH_TOKEN: z.string().optional().meta({ description: 'Token of that account.' }),
  SMS_FROM: smsSender.optional().meta({
    description:
      'Sender of text messages: a number, or a name of at most 11 characters. An account requires `SMS_FROM` or `SMS_NUMBER`.',
    default: '`SMS_NUMBER`',
  }),
  SMS_API_URL: webAddress('https://api.twilio.com')
    .transform(withoutSlash)
    .default('https://api.twilio.com')
    .meta({ description: 'Address of the API that sends text messages.' }),
  SMS_CODES_PER_HOUR: wholeNumber(1, 1_000_000).prefault('5').meta({
    description:
      'Codes to verify a mobile number, for one person and for one number. One network address may ask for ten times as many.',
  }),
  SMS_CODES_PER_DAY: wholeNumber(1, 1_000_000).prefault('200').meta({
    description: 'Such codes in all, because each costs money.',
  }),
}

export const whatsApp = {
  WHATSAPP_NUMBER: phoneNumber.optional().meta({
    description: 'Number such as `+4930123456` that links and QR codes of tickets address.',
  }),
  WHATSAPP_VERIFY_TOKEN: z.string().optional().meta({
    description:
      'Verify token of the webhook. Takes in tickets through WhatsApp, together with the three settings below: all four or none.',
  }),
  WHATSAPP_APP_SECRET: z.string().optional().meta({ description: 'App secret, which signs the messages.' }),
  WHATSAPP_ACCESS_TOKEN: z
    .string()
    .optional()
    .meta({ description: 'Access token, which sends the replies.' }),
  WHATSAPP_PHONE_NUMBER_ID: z.string().regex(/^\d+$/, 'must be a number').optional().meta({
    description: 'Id of the phone number, which is not the number itself.',
  }),
  WHATSAPP_API_URL: webAddress('https://graph.facebook.com/v23.0')
    .transform(withoutSlash)
    .default('https://graph.facebook.com/v23.0')
    .meta({ description: 'Address of the API that sends the replies.' }),
}

export const callLimits = {
  READS_PER_MINUTE: wholeNumber(6, 1_000_000).prefault('3600').meta({
    description:
      'Reading calls of one person, or of one address of people who are not signed in. Counted ten seconds at a time.',
  }),
  WRITES_PER_MINUTE: wholeNumber(1, 1_000_000)
    .prefault('1200')
    .meta({ description: 'Changes of one person.' }),
  REGISTRATIONS_PER_10_MINUTES: wholeNumber(1, 1_000_000).prefault('60').meta({
    description: 'Registrations from one address.',
  }),
  LOGIN_FAILURES_PER_15_MINUTES: wholeNumber(1, 1_000_000).prefault('10').meta({
    description: 'Failed sign-ins for one account from one address.',
  }),
  LOAD_SHEDDING: flag.default('on').meta({
    description:
      'Answers 503 while the process is overloaded, instead of piling up work; `off` is for measuring.',
  }),
}

export const telemetry = {
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('warn').meta({
    description: 'Least severe level that is logged; `info` adds a line for each answer.',
  }),
  METRICS_ALLOW: addressRanges.optional().meta({
    description:
      'Addresses and ranges, such as `10.0.0.0/8,127.0.0.1`, from which `/metrics` may be read; see [Metrics](operations.md#metrics).',
  }),
  METRICS_TOKEN: z.string().min(16, 'must have at least 16 characters').optional().meta({
    description:
      'Bearer token that reads `/metrics` from anywhere; at least 16 characters. Without either variable there are no metrics.',
  }),
  OTEL_EXPORTER_OTLP_ENDPOINT: webAddress('http://127.0.0.1:4318').transform(withoutSlash).optional().meta({
    description:
      'OpenTelemetry collector, such as `http://127.0.0.1:4318`, to which the server sends traces by OTLP over HTTP; see [Traces](operations.md#traces).',
  }),
  OTEL_EXPORTER_OTLP_HEADERS: z.string().default('').meta({
    description: 'Headers sent along, such as `x-api-key=…,x-tenant=…`; percent-encoded.',
  }),
  OTEL_EXPORTER_OTLP_PROTOCOL: z.string().default('http/protobuf').meta({
    description: 'Protocol; the server speaks no other.',
  }),
  OTEL_SERVICE_NAME: z.string().optional().meta({
    description: 'Name of the service in the traces.',
    default: '`signalbox`',
  }),
  OTEL_RESOURCE_ATTRIBUTES: z.string().default('').meta({
    description: 'Further attributes of the service, such as `deployment.environment.name=production`.',
  }),
  OTEL_TRACES_SAMPLER: z.enum(traceSamplers).default('parentbased_always_on').meta({
    description:
      'Selects the requests that are traced. A `parentbased_` sampler leaves the choice to a caller that is traced itself.',
  }),
  OTEL_TRACES_SAMPLER_ARG: share.prefault('1').meta({
    description: 'Share of the requests for `traceidratio`, from 0 to 1.',
  }),
  OTEL_SDK_DISABLED: z.enum(['true', 'false']).default('false').meta({
    description: '`true` sends no traces, whatever the other variables say.',
  }),
}
