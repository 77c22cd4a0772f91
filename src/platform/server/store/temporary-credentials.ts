import {
  AssumeRoleCommand,
  GetFederationTokenCommand,
  STSClient,
  type Credentials,
} from '@aws-sdk/client-sts'
import { AppError } from '#platform/contract/errors.ts'
import { awsSpan, awsSpanPlace } from './aws-spans.ts'
import { isAmazon, type S3Settings } from './object-store-s3.ts'

interface LentCredentials {
  AccessKeyId: string
  SecretAccessKey: string
  SessionToken: string
  Expiration: Date
  bucket: string
  region: string
}

/**
 * Lends credentials that can only write objects below `prefix`.
 * @param to 2 to 32 letters and digits that identify the caller in the store's log
 * @throws {AppError} `bad_gateway` when the service refuses or does not answer
 */
export type LendCredentials = (to: string, prefix: string) => Promise<LentCredentials>

interface Settings extends S3Settings {
  /** Absent: Amazon's own service, else the store itself. */
  stsEndpoint: string | undefined
  /** Absent: the user of the keys. Only Amazon looks at more. */
  roleArn: string | undefined
}

/** Minimum of the service. */
const lentForS = 15 * 60
/** Remaining lifetime above which credentials are reused, so that the service is asked once in five minutes. */
const lentAgainAboveMs = 10 * 60 * 1000
const mostRemembered = 1000
const answersWithinMs = 5000
/** Other services than Amazon's require some role and ignore its name. */
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
