import path from 'node:path'
import type { Env } from '#platform/server/process/env.ts'
import { openDiskStore, type DiskStore } from './object-store-disk.ts'
import type { ObjectStore } from './object-store.ts'
import { createSigner } from './signed-put.ts'
import type { LendCredentials } from './temporary-credentials.ts'

export interface Files {
  store: ObjectStore
  /** Store of this server, which receives uploads itself; undefined for a bucket. */
  local: { store: DiskStore; signer: ReturnType<typeof createSigner> } | undefined
  /** Absent when this server keeps the files itself. */
  lend: LendCredentials | undefined
  maxFileBytes: number
}

type Settings = Pick<
  Env,
  | 'DATA_DIR'
  | 'MAX_UPLOAD_MB'
  | 'DISK_FLOOR_MB'
  | 'S3_ENDPOINT'
  | 'S3_REGION'
  | 'S3_BUCKET'
  | 'S3_ACCESS_KEY_ID'
  | 'S3_SECRET_ACCESS_KEY'
  | 'S3_STS'
  | 'S3_STS_ENDPOINT'
  | 'S3_ROLE_ARN'
>

const megabyte = 1024 * 1024

/** Opens the configured store: a bucket of S3, or a folder in the data directory. @param installation id that prefixes its objects */
export async function openFiles(env: Settings, secret: string, installation: string): Promise<Files> {
  const prefix = `signalbox-${installation}/`
  const maxFileBytes = env.MAX_UPLOAD_MB * megabyte
  const { S3_ENDPOINT, S3_REGION, S3_BUCKET, S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY } = env
  if (S3_ENDPOINT && S3_REGION && S3_BUCKET && S3_ACCESS_KEY_ID && S3_SECRET_ACCESS_KEY) {
    // Loaded only when it is used: it is larger than the rest of the server.
    const { openS3Store } = await import('./object-store-s3.ts')
    const settings = {
      endpoint: S3_ENDPOINT,
      region: S3_REGION,
      bucket: S3_BUCKET,
      accessKeyId: S3_ACCESS_KEY_ID,
      secretAccessKey: S3_SECRET_ACCESS_KEY,
    }
    const lend =
      env.S3_STS === 'on'
        ? (await import('./temporary-credentials.ts')).openSts({
            ...settings,
            stsEndpoint: env.S3_STS_ENDPOINT,
            roleArn: env.S3_ROLE_ARN,
          })
        : undefined
    return { store: openS3Store(settings, prefix), local: undefined, lend, maxFileBytes }
  }
  const signer = createSigner(secret)
  const store = await openDiskStore({
    root: path.resolve(env.DATA_DIR, 'objects'),
    prefix,
    signer,
    floorBytes: env.DISK_FLOOR_MB * megabyte,
  })
  return { store, local: { store, signer }, lend: undefined, maxFileBytes }
}
