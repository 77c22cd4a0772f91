import AwsS3, { type AwsS3UploadParameters } from '@uppy/aws-s3'
import type { Body, Meta, UppyFile } from '@uppy/core'
import type { Reply } from '#platform/contract/endpoint.ts'
import { fieldsOf } from '#platform/contract/narrowing.ts'
import { call } from '#platform/web/call.ts'
import { uploadApi } from '../contract.ts'
import { ask, engineCalls, idIn } from './ask.ts'
import { isWorthResending, retryDelaysMs, waitToRepeat } from './persistence.ts'

/** Default lifetime of a signed address. */
const signedForS = 15 * 60
const multipartAboveBytes = 100 * 1024 * 1024
const atOnce = 6

type Sent = UppyFile<Meta, Body>
type SendBytes = Parameters<typeof AwsS3.uploadPartBytes>[0]

interface Noting {
  idOf(fileId: string): string | undefined
  note(fileId: string, begun: { uploadId: string | undefined; serverToken?: string | undefined }): void
  /** Called when all parts have arrived and the server starts its checks. */
  arrived(fileId: string): void
}

interface PartToSign {
  uploadId: string
  key: string
  partNumber: number
  signal?: AbortSignal
}

function statusOf(error: unknown): number | undefined {
  const { status } = fieldsOf(fieldsOf(error).source)
  return typeof status === 'number' ? status : undefined
}

const isExpired = (error: unknown) =>
  statusOf(error) === 403 && error instanceof Error && error.message === 'Request has expired'

const addressOf = ({
  method,
  url,
  headers,
  fields,
  expires,
}: Reply<(typeof engineCalls)['sign']>): AwsS3UploadParameters =>
  method === 'POST'
    ? { method, url, fields, headers, ...(expires !== undefined && { expires }) }
    : { method, url, headers, expires: expires ?? signedForS }

/** The engine requests an address five times, even after a refusal. A refusal becomes a dummy address. */
const whyNowhere = new WeakMap<object, unknown>()
function nowhere(why: unknown): AwsS3UploadParameters {
  const address: AwsS3UploadParameters = { method: 'PUT', url: '', headers: {}, expires: signedForS }
  whyNowhere.set(address, why)
  return address
}

/** The engine retries every error with an unknown status, such as 400; so a refusal has none. */
async function sendPart(options: SendBytes): ReturnType<typeof AwsS3.uploadPartBytes> {
  if (whyNowhere.has(options.signature)) throw whyNowhere.get(options.signature)
  try {
    return await AwsS3.uploadPartBytes(options)
  } catch (error) {
    const status = statusOf(error)
    const isRefusal = status !== undefined && !isWorthResending(status) && !isExpired(error)
    throw isRefusal && error instanceof Error ? new Error(error.message, { cause: error }) : error
  }
}

/** Connects the engine to the contracts, with retries of our own. */
export function createTransport({ idOf, note, arrived }: Noting) {
  /** Files in one piece by address: the engine sends these once. */
  const wholes = new Map<string, Sent>()
  const at = (uploadId: string, key: string) => ({ params: { id: uploadId }, query: { key } })

  async function sign(file: Sent, signal?: AbortSignal) {
    const query = {
      filename: file.name,
      type: file.type,
      'metadata[size]': String(file.size ?? 0),
      'metadata[again]': idOf(file.id),
    }
    const signed = await ask(engineCalls.sign, { query }, signal)
    note(file.id, { uploadId: idIn(signed) })
    wholes.set(signed.url, file)
    return addressOf(signed)
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
        options.signal?.throwIfAborted()
        const status = statusOf(error)
        const mayHelp = isExpired(error) || (status !== undefined && isWorthResending(status))
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
      return file ? sendWhole(file, options) : sendPart(options)
    },

    async createMultipartUpload(file: Sent) {
      const body = { filename: file.name, type: file.type, metadata: { size: String(file.size ?? 0) } }
      const begun = await ask(engineCalls.startMultipart, { body })
      const { key, uploadId, serverToken } = begun
      note(file.id, { uploadId: idIn(begun), serverToken })
      return { key, uploadId }
    },
    async signPart(_file: Sent, { uploadId, key, partNumber, signal }: PartToSign) {
      if (!uploadId || !key || !partNumber)
        throw new Error('Cannot sign without a key, an uploadId, and a partNumber')
      const part = { params: { id: uploadId, part: String(partNumber) }, query: { key } }
      try {
        return addressOf(await ask(engineCalls.signPart, part, signal))
      } catch (error) {
        signal?.throwIfAborted()
        return nowhere(error)
      }
    },
    listParts: (_file: Sent, { uploadId = '', key = '' }: { uploadId?: string; key?: string }) =>
      ask(engineCalls.listParts, at(uploadId, key)),
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
      return ask(engineCalls.completeMultipart, { ...at(uploadId, key), body: { parts: named } })
    },
    async abortMultipartUpload(
      _file: Sent,
      { uploadId = '', key = '' }: { uploadId?: string; key?: string },
    ) {
      await call(uploadApi.abortMultipart, at(uploadId, key)).catch(() => undefined)
    },
  }
}
