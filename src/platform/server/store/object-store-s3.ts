import { Readable } from 'node:stream'
import {
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  CopyObjectCommand,
  CreateMultipartUploadCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListPartsCommand,
  PutObjectCommand,
  S3Client,
  S3ServiceException,
  UploadPartCommand,
  paginateListObjectsV2,
  type CompletedPart,
} from '@aws-sdk/client-s3'
import { getSignedUrl } from '@aws-sdk/s3-request-presigner'
import { notFound } from '#platform/contract/errors.ts'
import { awsSpan, awsSpanPlace } from './aws-spans.ts'
import {
  counted,
  missingPart,
  signedForS,
  type ObjectStore,
  type SignedPut,
  type StoredPart,
} from './object-store.ts'

export interface S3Settings {
  endpoint: string
  region: string
  bucket: string
  accessKeyId: string
  secretAccessKey: string
}

/** Whether this address is Amazon's own, and not that of a compatible store. */
export const isAmazon = (endpoint: string) => new URL(endpoint).hostname.endsWith('.amazonaws.com')

const patience = {
  connectWithinMs: 5000,
  /** However large a file is, something moves within this time. */
  silentAtMostMs: 60_000,
}

/** The least that S3 takes at a time; at most ten thousand pieces are more than any file has. */
const pieceBytes = 5 * 1024 * 1024

/** Gathers bytes in pieces as large as this place, and a last one. Each is good until the next is asked for, which is gathered there, too. */
async function* piecesOf(bytes: AsyncIterable<Uint8Array>, piece: Buffer): AsyncGenerator<Buffer> {
  const size = piece.length
  let length = 0
  for await (const chunk of bytes)
    for (let at = 0; at < chunk.length;) {
      const part = chunk.subarray(at, at + size - length)
      piece.set(part, length)
      length += part.length
      at += part.length
      if (length < size) continue
      yield piece
      length = 0
    }
  if (length > 0) yield piece.subarray(0, length)
}

const withoutQuotes = (etag = '') => etag.replaceAll('"', '')

/** The error names of S3 for missing things. */
function isMissing(error: unknown): boolean {
  if (!(error instanceof S3ServiceException)) return false
  return (
    ['NoSuchUpload', 'NoSuchKey', 'NotFound'].includes(error.name) || error.$metadata.httpStatusCode === 404
  )
}

const orNotFound = (error: unknown): never => {
  throw isMissing(error) ? notFound() : error
}
function passMissing(error: unknown): void {
  if (!isMissing(error)) throw error
}

/**
 * Keeps objects in a bucket of S3, or of a service that speaks its language. Browsers send their files to it directly.
 * @param prefix of this installation; other things in the bucket are not even looked at
 * @param patience how long each try waits for the service, in milliseconds
 */
export function openS3Store(
  { endpoint, region, bucket, ...credentials }: S3Settings,
  prefix: string,
  { connectWithinMs, silentAtMostMs } = patience,
): ObjectStore {
  const isOfAmazon = isAmazon(endpoint)
  const client = new S3Client({
    endpoint,
    region,
    credentials,
    // Buckets as host names need a wildcard in the DNS, which only Amazon surely has.
    forcePathStyle: !isOfAmazon,
    // A signed address would otherwise carry the checksum of an empty body.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    requestHandler: { connectionTimeout: connectWithinMs, socketTimeout: silentAtMostMs },
  })
  client.middlewareStack.add(awsSpan, awsSpanPlace)
  const at = (path: string) => ({ Bucket: bucket, Key: path })
  let spare: Buffer | undefined

  /** Lends a place for a piece. One is kept, as those of many files in a row would fill the memory before they are collected. */
  async function withPiece(job: (piece: Buffer) => Promise<void>): Promise<void> {
    const piece = spare ?? Buffer.allocUnsafe(pieceBytes)
    spare = undefined
    try {
      await job(piece)
    } finally {
      spare = piece
    }
  }

  async function listParts(path: string, multipartId: string): Promise<StoredPart[]> {
    const parts: StoredPart[] = []
    let marker: string | undefined
    do {
      const page = await client
        .send(new ListPartsCommand({ ...at(path), UploadId: multipartId, PartNumberMarker: marker }))
        .catch(orNotFound)
      for (const { PartNumber = 0, Size = 0, ETag } of page.Parts ?? [])
        parts.push({ PartNumber, Size, ETag: withoutQuotes(ETag) })
      marker = page.IsTruncated ? page.NextPartNumberMarker : undefined
    } while (marker !== undefined)
    return parts
  }

  /** Sends bytes in pieces, each of which the client sends again when the network fails. */
  async function sendInParts(path: string, bytes: AsyncIterable<Uint8Array>, piece: Buffer): Promise<void> {
    const { UploadId } = await client.send(new CreateMultipartUploadCommand(at(path)))
    const Parts: CompletedPart[] = []
    try {
      for await (const Body of piecesOf(bytes, piece)) {
        const PartNumber = Parts.length + 1
        const { ETag } = await client.send(new UploadPartCommand({ ...at(path), UploadId, PartNumber, Body }))
        Parts.push({ PartNumber, ETag })
      }
      await client.send(
        new CompleteMultipartUploadCommand({ ...at(path), UploadId, MultipartUpload: { Parts } }),
      )
    } catch (error) {
      await client.send(new AbortMultipartUploadCommand({ ...at(path), UploadId })).catch(() => undefined)
      throw error
    }
  }

  return {
    prefix,
    origin: isOfAmazon ? `https://${bucket}.${new URL(endpoint).host}` : new URL(endpoint).origin,

    async signPut({ path, maxBytes, isOpenEnded, part }, now): Promise<SignedPut> {
      const how = { expiresIn: signedForS, signingDate: now }
      if (part) {
        const { multipartId: UploadId, number: PartNumber } = part
        const url = await getSignedUrl(
          client,
          new UploadPartCommand({ ...at(path), UploadId, PartNumber }),
          how,
        )
        return { url, headers: {} }
      }
      const length = isOpenEnded ? {} : { ContentLength: maxBytes }
      const url = await getSignedUrl(client, new PutObjectCommand({ ...at(path), ...length }), {
        ...how,
        signableHeaders: new Set(['content-length']),
      })
      return { url, headers: { 'Content-Type': 'application/octet-stream' } }
    },

    async startParts(path) {
      const { UploadId } = await client.send(new CreateMultipartUploadCommand(at(path)))
      if (UploadId === undefined) throw new Error('S3 gave no id for an upload in parts')
      return UploadId
    },

    listParts,

    async completeParts(path, multipartId, named) {
      const stored = new Map((await listParts(path, multipartId)).map((part) => [part.PartNumber, part.ETag]))
      for (const { PartNumber, ETag } of named)
        if (stored.get(PartNumber) !== ETag) throw missingPart(PartNumber)
      const Parts = named.map(({ PartNumber, ETag }) => ({ PartNumber, ETag: `"${ETag}"` }))
      await client
        .send(
          new CompleteMultipartUploadCommand({
            ...at(path),
            UploadId: multipartId,
            MultipartUpload: { Parts },
          }),
        )
        .catch(orNotFound)
    },

    async abortParts(path, multipartId) {
      await client
        .send(new AbortMultipartUploadCommand({ ...at(path), UploadId: multipartId }))
        .catch(passMissing)
    },

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
        if (size > pieceBytes) return sendInParts(path, whole, piece)
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

    /** A service of S3 leaves nothing half-written; uploads in parts are given up by those who know them. */
    async removeScratch() {},
  }
}
