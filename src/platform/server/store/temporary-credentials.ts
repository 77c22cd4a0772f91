import {
  AssumeRoleCommand,
  GetFederationTokenCommand,
  STSClient,
  type Credentials,
} from '@aws-sdk/client-sts'
import { AppError } from '#platform/contract/errors.ts'
import { awsSpan, awsSpanPlace } from './aws-spans.ts'
import { isAmazon, type S3Settings } from './object-store-s3.ts'

/** Credentials for a part of the bucket for a while, in the words of S3. */
interface LentCredentials {
  AccessKeyId: string
  SecretAccessKey: string
  SessionToken: string
  Expiration: Date
  bucket: string
  region: string
}

/**
 * Lends credentials that can do nothing but write objects whose path begins with `prefix`.
 * @param to 2 to 32 letters and digits, by which the log of the store tells who it was
 * @throws {AppError} `bad_gateway` when the service that makes them refuses, does not answer or is not there
 */
export type LendCredentials = (to: string, prefix: string) => Promise<LentCredentials>

interface Settings extends S3Settings {
  /** Absent: where Amazon has it; elsewhere with the store itself. */
  stsEndpoint: string | undefined
  /** Absent: of the user whose keys these are; services other than Amazon's look at nothing else. */
  roleArn: string | undefined
}

/** The least that can be asked for. */
const lentForS = 15 * 60
/** Credentials that last longer than this are lent again: asking often asks the service once in five minutes. */
const lentAgainAboveMs = 10 * 60 * 1000
const mostRemembered = 1000
const answersWithinMs = 5000
/** Services other than Amazon's want a role to be named, and do not mind which. */
const anyRole = 'arn:aws:iam::000000000000:role/uploads'

const policyFor = (bucket: string, prefix: string) =>
  JSON.stringify({
    Version: '2012-10-17',
    Statement: [
      {
        Effect: 'Allow',
        Action: ['s3:PutObject', 's3:AbortMultipartUpload', 's3:ListMultipartUploadParts'],
        Resource: [`arn:aws:s3:::${bucket}/${prefix}*`],
      },
    ],
  })

/** Asks a security token service (STS) with the credentials of the store. */
export function openSts({
  endpoint,
  region,
  bucket,
  stsEndpoint,
  roleArn,
  ...keys
}: Settings): LendCredentials {
  const isOfAmazon = isAmazon(endpoint)
  const client = new STSClient({
    region,
    endpoint: stsEndpoint ?? (isOfAmazon ? `https://sts.${region}.amazonaws.com` : endpoint),
    credentials: { accessKeyId: keys.accessKeyId, secretAccessKey: keys.secretAccessKey },
    maxAttempts: 2,
    requestHandler: { connectionTimeout: answersWithinMs, requestTimeout: answersWithinMs },
  })
  client.middlewareStack.add(awsSpan, awsSpanPlace)
  const role = roleArn ?? (isOfAmazon ? undefined : anyRole)

  async function ask(to: string, prefix: string): Promise<Credentials | undefined> {
    const wish = { Policy: policyFor(bucket, prefix), DurationSeconds: lentForS }
    const answer =
      role === undefined
        ? await client.send(new GetFederationTokenCommand({ ...wish, Name: to }))
        : await client.send(new AssumeRoleCommand({ ...wish, RoleArn: role, RoleSessionName: to }))
    return answer.Credentials
  }
  const refused = (cause?: unknown) =>
    Object.assign(
      new AppError(
        'bad_gateway',
        'The file store gives no temporary credentials at the moment. Ask GET /api/uploads/s3/params for an address instead.',
      ),
      { cause },
    )

  const lately = new Map<string, LentCredentials>()
  return async (to, prefix) => {
    const known = lately.get(prefix)
    if (known && known.Expiration.getTime() - Date.now() > lentAgainAboveMs) return known
    lately.delete(prefix)
    const lent = await ask(to, prefix).catch((error: unknown) => {
      throw refused(error)
    })
    const { AccessKeyId, SecretAccessKey, SessionToken, Expiration } = lent ?? {}
    if (!AccessKeyId || !SecretAccessKey || !SessionToken || !Expiration) throw refused()
    const fresh = { AccessKeyId, SecretAccessKey, SessionToken, Expiration, bucket, region }
    lately.set(prefix, fresh)
    const oldest = lately.keys().next().value
    if (lately.size > mostRemembered && oldest !== undefined) lately.delete(oldest)
    return fresh
  }
}
