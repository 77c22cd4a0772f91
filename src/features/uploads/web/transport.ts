import AwsS3, { type AwsS3UploadParameters } from '@uppy/aws-s3'
import type { Body, Meta, UppyFile } from '@uppy/core'
import { call } from '#platform/web/call.ts'
import { uploadApi } from '../contract.ts'
import { isWorthResending, persistently, retryDelaysMs, waitToRepeat } from './persistence.ts'

const multipartAboveBytes = 100 * 1024 * 1024
const atOnce = 6

type Sent = UppyFile<Meta, Body>
type SendBytes = Parameters<typeof AwsS3.uploadPartBytes>[0]

interface Noting {
  /** The server's id of a file's upload. */
  idOf(fileId: string): string | undefined
  note(fileId: string, begun: { uploadId: string; serverToken?: string }): void
  /** Called when a file is there in all its parts, and the server begins to work on it. */
  arrived(fileId: string): void
}

interface PartToSign {
  uploadId: string
  key: string
  partNumber: number
  signal?: AbortSignal
}

/** How the engine's errors tell what the server answered. */
interface SendError {
  message?: string
  source?: { status?: number }
}

const isExpired = ({ message, source }: SendError) =>
  source?.status === 403 && message === 'Request has expired'

/** How the upload engine talks to our server: by the contracts, and again where that may help. */
export function createTransport({ idOf, note, arrived }: Noting) {
  /** The engine sends a file in one piece once; these are the files by the address each goes to. */
  const wholes = new Map<string, Sent>()
  const at = (uploadId: string, key: string) => ({ params: { id: uploadId }, query: { key } })

  async function sign(file: Sent, signal?: AbortSignal) {
    const query = {
      filename: file.name,
      type: file.type,
      'metadata[size]': String(file.size ?? 0),
      'metadata[again]': idOf(file.id),
    }
    const signed = await persistently(() => call(uploadApi.sign, { query }, signal ? { signal } : {}), signal)
    note(file.id, { uploadId: signed.id })
    wholes.set(signed.url, file)
    return signed
  }

  async function sendWhole(
    file: Sent,
    options: SendBytes,
  ): Promise<Awaited<ReturnType<typeof AwsS3.uploadPartBytes>>> {
    const delays = retryDelaysMs.values()
    let signature: AwsS3UploadParameters = options.signature
    for (;;) {
      try {
        return await AwsS3.uploadPartBytes({ ...options, signature })
      } catch (error) {
        const failure = error as SendError
        options.signal?.throwIfAborted()
        const { status } = failure.source ?? {}
        const mayHelp = isExpired(failure) || (status !== undefined && isWorthResending(status))
        if (!mayHelp || !(await waitToRepeat(delays, options.signal))) throw error
        wholes.delete(signature.url)
        signature = await sign(file, options.signal)
      }
    }
  }

  return {
    endpoint: '/api/uploads',
    limit: atOnce,
    retryDelays: retryDelaysMs,
    shouldUseMultipart: (file: Sent) => (file.size ?? 0) > multipartAboveBytes,

    getUploadParameters: (file: Sent, { signal }: { signal?: AbortSignal }) => sign(file, signal),
    uploadPartBytes(options: SendBytes) {
      const file = wholes.get(options.signature.url)
      return file ? sendWhole(file, options) : AwsS3.uploadPartBytes(options)
    },

    async createMultipartUpload(file: Sent) {
      const body = { filename: file.name, type: file.type, metadata: { size: String(file.size ?? 0) } }
      const { id, key, uploadId, serverToken } = await persistently(() =>
        call(uploadApi.startMultipart, { body }),
      )
      note(file.id, { uploadId: id, serverToken })
      return { key, uploadId }
    },
    async signPart(_file: Sent, { uploadId, key, partNumber, signal }: PartToSign) {
      if (!uploadId || !key || !partNumber)
        throw new Error('Cannot sign without a key, an uploadId, and a partNumber')
      const part = { params: { id: uploadId, part: String(partNumber) }, query: { key } }
      return persistently(() => call(uploadApi.signPart, part, signal ? { signal } : {}), signal)
    },
    listParts: (_file: Sent, { uploadId = '', key = '' }: { uploadId?: string; key?: string }) =>
      persistently(() => call(uploadApi.listParts, at(uploadId, key))),
    completeMultipartUpload: (
      file: Sent,
      {
        uploadId,
        key,
        parts,
      }: { uploadId: string; key: string; parts: { PartNumber?: number; ETag?: string }[] },
    ) => {
      arrived(file.id)
      const named = parts.map(({ PartNumber = 0, ETag = '' }) => ({ PartNumber, ETag }))
      return persistently(() =>
        call(uploadApi.completeMultipart, { ...at(uploadId, key), body: { parts: named } }),
      )
    },
    async abortMultipartUpload(
      _file: Sent,
      { uploadId = '', key = '' }: { uploadId?: string; key?: string },
    ) {
      await call(uploadApi.abortMultipart, at(uploadId, key)).catch(() => undefined)
    },
  }
}
