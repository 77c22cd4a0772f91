import {
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  ListPartsCommand,
  S3ServiceException,
  UploadPartCommand,
  type CompletedPart,
  type S3Client,
} from '@aws-sdk/client-s3'
import { invalid, notFound } from '#platform/contract/errors.ts'
import { i18n } from '#platform/contract/i18n.ts'
import { missingPart, type PartMethods, type StoredPart } from './object-store.ts'

/** Collects bytes in one reused buffer. A piece is valid until the next is requested. */
export async function* piecesOf(bytes: AsyncIterable<Uint8Array>, piece: Buffer): AsyncGenerator<Buffer> {
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

function isMissing(error: unknown): boolean {
  if (!(error instanceof S3ServiceException)) return false
  return (
    ['NoSuchUpload', 'NoSuchKey', 'NotFound'].includes(error.name) || error.$metadata.httpStatusCode === 404
  )
}

export const orNotFound = (error: unknown): never => {
  throw isMissing(error) ? notFound() : error
}
export function passMissing(error: unknown): void {
  if (!isMissing(error)) throw error
}

const misfits = ['EntityTooSmall', 'InvalidPart', 'InvalidPartOrder']

function orInvalid(error: unknown): never {
  if (error instanceof S3ServiceException && misfits.includes(error.name))
    throw invalid(
      'parts',
      i18n.t('The parts cannot be joined: one is missing, has changed, or has fewer than 5 MB.'),
    )
  return orNotFound(error)
}

/** Stores multipart uploads in a bucket, those of browsers and large ones of this server. */
export function createS3Parts(
  client: S3Client,
  at: (path: string) => { Bucket: string; Key: string },
): PartMethods & {
  sendInParts(path: string, bytes: AsyncIterable<Uint8Array>, piece: Buffer): Promise<void>
} {
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

  return {
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
        .catch(orInvalid)
    },

    async abortParts(path, multipartId) {
      await client
        .send(new AbortMultipartUploadCommand({ ...at(path), UploadId: multipartId }))
        .catch(passMissing)
    },

    /** Sends bytes in pieces, which the client retries when the network fails. */
    async sendInParts(path, bytes, piece) {
      const { UploadId } = await client.send(new CreateMultipartUploadCommand(at(path)))
      const Parts: CompletedPart[] = []
      try {
        for await (const Body of piecesOf(bytes, piece)) {
          const PartNumber = Parts.length + 1
          const { ETag } = await client.send(
            new UploadPartCommand({ ...at(path), UploadId, PartNumber, Body }),
          )
          Parts.push({ PartNumber, ETag })
        }
        await client.send(
          new CompleteMultipartUploadCommand({ ...at(path), UploadId, MultipartUpload: { Parts } }),
        )
      } catch (error) {
        await client.send(new AbortMultipartUploadCommand({ ...at(path), UploadId })).catch(() => undefined)
        throw error
      }
    },
  }
}
