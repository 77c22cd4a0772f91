import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { openSts } from '#platform/server/store/temporary-credentials.ts'
import { content } from '#test/files.ts'
import { startApp, type Caller, type TestApp } from '#test/harness.ts'
import { startS3, startSts } from '#test/services/s3.ts'

let s3: Awaited<ReturnType<typeof startS3>>
let sts: Awaited<ReturnType<typeof startSts>>
let open: TestApp[] = []

beforeAll(async () => {
  s3 = await startS3()
  sts = await startSts()
})
afterEach(async () => {
  for (const desk of open) await desk.close()
  open = []
})
afterAll(() => Promise.all([s3.stop(), sts.stop()]))

const path = '/api/uploads/s3/sts'

async function deskWith(more: { S3_STS_ENDPOINT?: string; S3_ROLE_ARN?: string }) {
  const desk = await startApp({ storage: { ...s3.settings, S3_STS: 'on', ...more } })
  open.push(desk)
  return desk
}
const begin = (ana: Caller) =>
  ana.get<{ id: string; key: string; url: string }>(`/api/uploads/s3/params?filename=notes.txt`)

test('a person who uploads to S3 is lent credentials for a quarter of an hour, which write their own files and nothing else', async () => {
  const desk = await deskWith({ S3_STS_ENDPOINT: sts.endpoint })
  const [ana, bea] = [await desk.signedIn('client'), await desk.signedIn('internal')]
  const { status, body } = await ana.get<Record<string, string> & { credentials: object }>(path)
  const credentials = {
    AccessKeyId: 'ASIALENT',
    SecretAccessKey: 'a lent secret',
    SessionToken: 'a session token',
    Expiration: expect.stringMatching(/^\d{4}-\d\d-\d\dT.+Z$/) as string,
  }
  expect([status, body]).toEqual([
    200,
    { ...credentials, bucket: 'signalbox', region: 'eu-central-1', credentials },
  ])
  const leftMs = Date.parse(body.Expiration!) - Date.now()
  expect([leftMs > 14 * 60_000, leftMs <= 15 * 60_000]).toEqual([true, true])

  await bea.get(path)
  const prefixes = (await sts.asked()).map((asked) => {
    expect(asked).toMatchObject({ Action: 'AssumeRole', DurationSeconds: '900' })
    const { Version, Statement } = JSON.parse(asked.Policy) as { Version: string; Statement: unknown }
    expect([Version, Statement]).toEqual([
      '2012-10-17',
      [
        {
          Effect: 'Allow',
          Action: ['s3:PutObject', 's3:AbortMultipartUpload', 's3:ListMultipartUploadParts'],
          Resource: [
            expect.stringMatching(/^arn:aws:s3:::signalbox\/signalbox-[\w-]+\/incoming\/[\w-]+_\*$/),
          ],
        },
      ],
    ])
    return (Statement as { Resource: string[] }[])[0]!.Resource[0]!.split('signalbox/')[1]!.replace('*', '')
  })
  expect(new Set(prefixes).size).toBe(2)
  const begun = (await begin(ana)).body
  expect(prefixes.map((prefix) => begun.key.startsWith(prefix))).toEqual([true, false])

  // A file written there is finished like one that went to a signed address.
  await fetch(begun.url, { method: 'PUT', body: new Uint8Array(content.txt) })
  expect((await ana.post(`/api/uploads/${begun.id}/finish`)).status).toBe(200)
})

test('an address is signed for the size that was announced, and for any where none was', async () => {
  const ana = await (await deskWith({})).signedIn('client')
  const signedIn = async (more: string) => {
    const { body } = await ana.get<{ url: string }>(`/api/uploads/s3/params?filename=notes.txt${more}`)
    return new URL(body.url).searchParams.get('X-Amz-SignedHeaders')
  }
  expect(await signedIn('&metadata[size]=12')).toBe('content-length;host')
  expect(await signedIn('')).toBe('host')
})

test('lent credentials are those of the configured role, under a session name that tells the store whose they are', async () => {
  const S3_ROLE_ARN = 'arn:aws:iam::123456789012:role/uploads'
  const desk = await deskWith({ S3_STS_ENDPOINT: sts.endpoint, S3_ROLE_ARN })
  const ana = await desk.signedIn('client')
  expect((await ana.get(path)).status).toBe(200)
  expect((await sts.asked()).at(-1)).toMatchObject({
    RoleArn: S3_ROLE_ARN,
    RoleSessionName: ana.id.replaceAll('-', ''),
  })
})

test('lent credentials at Amazon without a configured role are a part of the store user’s own rights', async () => {
  const lend = openSts({
    endpoint: 'https://s3.eu-central-1.amazonaws.com',
    region: 'eu-central-1',
    bucket: 'signalbox',
    accessKeyId: 'S3RVER',
    secretAccessKey: 'S3RVER',
    stsEndpoint: sts.endpoint,
    roleArn: undefined,
  })
  expect(await lend('ana', 'incoming/ana_')).toMatchObject({ AccessKeyId: 'ASIALENT' })
  expect((await sts.asked()).at(-1)).toMatchObject({
    Action: 'GetFederationToken',
    Name: 'ana',
    Policy: expect.stringContaining('arn:aws:s3:::signalbox/incoming/ana_*'),
  })
})

test.each([
  ['refuses', { S3_ROLE_ARN: 'arn:aws:iam::123456789012:role/refused' }],
  ['does not know what that is', { S3_ROLE_ARN: 'arn:aws:iam::123456789012:role/strange' }],
  ['is not there', { S3_STS_ENDPOINT: 'http://127.0.0.1:9' }],
])('a store whose credential service %s is reported in one sentence', async (_what, settings) => {
  const desk = await deskWith({ S3_STS_ENDPOINT: sts.endpoint, ...settings })
  const { status, body } = await (await desk.signedIn('client')).get(path)
  expect([status, body]).toEqual([
    502,
    {
      message:
        'The file store gives no temporary credentials at the moment. Ask GET /api/uploads/s3/params for an address instead.',
      requestId: expect.any(String),
    },
  ])
})

test('a server lends no credentials unless it is told to, and nobody who is not signed in gets any', async () => {
  for (const storage of [{}, { ...s3.settings, S3_STS_ENDPOINT: sts.endpoint }]) {
    const desk = await startApp({ storage })
    open.push(desk)
    const { status, body } = await (await desk.signedIn('client')).get(path)
    expect([status, body.message]).toEqual([501, expect.stringMatching(/^This server lends no credentials/)])
    expect((await desk.nobody.get(path)).status).toBe(401)
  }
})
