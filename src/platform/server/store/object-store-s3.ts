import { Readable } from 'node:stream'
import {
  CopyObjectCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  PutObjectCommand,
  S3Client,
  UploadPartCommand,
  paginateListObjectsV2,
} from '@aws-sdk/client-s3'
import { getSignedUrl } from '@aws-sdk/s3-request-presigner'
import { limits } from '#platform/contract/limits.ts'
import { awsSpan, awsSpanPlace } from './aws-spans.ts'
import { counted, signedForS, type ObjectStore, type SignedPut } from './object-store.ts'
import { createS3Parts, orNotFound, passMissing, piecesOf } from './s3-parts.ts'

export interface S3Settings {
  endpoint: string
  region: string
  bucket: string
  accessKeyId: string
  secretAccessKey: string
}

/** False for an S3-compatible store of another provider. */
export const isAmazon = (endpoint: string) => new URL(endpoint).hostname.endsWith('.amazonaws.com')

const patience = {
  connectWithinMs: 5000,
  /** Longest silence of a transfer of any size. */
  silentAtMostMs: 60_000,
}

function openClient(
  { endpoint, region, bucket: _, ...credentials }: S3Settings,
  { connectWithinMs, silentAtMostMs }: typeof patience,
): S3Client {
  const client = new S3Client({
    endpoint,
    region,
    credentials,
    // Buckets as host names need wildcard DNS, which only Amazon surely has.
    forcePathStyle: !isAmazon(endpoint),
    // A signed address would otherwise carry the checksum of an empty body.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    requestHandler: { connectionTimeout: connectWithinMs, socketTimeout: silentAtMostMs },
  })
  client.middlewareStack.add(awsSpan, awsSpanPlace)
  return client
}

/** Stores objects in an S3-compatible bucket, to which browsers upload directly. @param prefix of this installation; ignores all others */
export function openS3Store(settings: S3Settings, prefix: string, waiting = patience): ObjectStore {
  const { endpoint, bucket } = settings
  const isOfAmazon = isAmazon(endpoint)
  const client = openClient(settings, waiting)
  const at = (path: string) => ({ Bucket: bucket, Key: path })
  const { sendInParts, ...parts } = createS3Parts(client, at)
  let spare: Buffer | undefined

  /** Lends a buffer. One is reused, as those of many files would fill the memory before garbage collection. */
  async function withPiece(job: (piece: Buffer) => Promise<void>): Promise<void> {
    const piece = spare ?? Buffer.allocUnsafe(limits.uploadPartMinBytes)
    spare = undefined
    try {
      await job(piece)
    } finally {
      spare = piece
    }
  }

  return {
    prefix,
    origin: isOfAmazon ? `https://${bucket}.${new URL(endpoint).host}` : new URL(endpoint).origin,

    async signPut({ path, maxBytes, isOpenEnded, part }, now): Promise<SignedPut> {
      const how = {
        expiresIn: signedForS,
        signingDate: now,
        signableHeaders: new Set(['content-length']),
      }
      const object = { ...at(path), ...(!isOpenEnded && { ContentLength: maxBytes }) }
      if (part) {
        const { multipartId: UploadId, number: PartNumber } = part
        const command = new UploadPartCommand({ ...object, UploadId, PartNumber })
        return { url: await getSignedUrl(client, command, how), headers: {} }
      }
      const url = await getSignedUrl(client, new PutObjectCommand(object), how)
      return { url, headers: { 'Content-Type': 'application/octet-stream' } }
    },

    ...parts,

    async find(path) {
      const head = await client.send(new HeadObjectCommand(at(path))).catch(passMissing)
      return head ? { size: head.ContentLength ?? 0 } : undefined
    },

    async read(path, range) {
      const Range = range && `bytes=${range.start}-${range.end}`
      const { Body } = await client.send(new GetObjectCommand({ ...at(path), Range })).catch(orNotFound)
      if (!(Body instanceof Readable)) throw new Error('the store has answered without the bytes')
      return Body
    },

    async write(path, Body, ContentType) {
      await client.send(new PutObjectCommand({ ...at(path), Body, ContentType }))
    },

    async writeStream(path, bytes, size) {
      const whole = counted(bytes, size)
      await withPiece(async (piece) => {
        if (size > limits.uploadPartMinBytes) return sendInParts(path, whole, piece)
        let Body = piece.subarray(0, 0)
        for await (const gathered of piecesOf(whole, piece)) Body = gathered
        await client.send(
          new PutObjectCommand({ ...at(path), Body, ContentType: 'application/octet-stream' }),
        )
      })
    },

    async copy(from, to) {
      await client
        .send(new CopyObjectCommand({ ...at(to), CopySource: `${bucket}/${from}` }))
        .catch(orNotFound)
    },

    async remove(paths) {
      for (const path of paths) await client.send(new DeleteObjectCommand(at(path))).catch(passMissing)
    },

    async *listOlder(before) {
      for await (const page of paginateListObjectsV2({ client }, { Bucket: bucket, Prefix: prefix }))
        for (const { Key, LastModified } of page.Contents ?? [])
          if (Key !== undefined && LastModified !== undefined && LastModified < before) yield Key
    },

    /** S3 leaves nothing half-written; the callers abort their multipart uploads. */
    async removeScratch() {},
  }
}
