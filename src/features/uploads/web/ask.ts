import { z } from 'zod'
import type { Endpoint, Reply, Sent } from '#platform/contract/endpoint.ts'
import { call, CallError } from '#platform/web/call.ts'
import { uploadApi } from '../contract.ts'
import { persistently } from './persistence.ts'

/** Told of an answer that is not one of these calls; the words of the validator are for nobody. */
export const unreadableAnswer = 'The server’s answer could not be read'

/**
 * Fields of the answers that the engine needs. A store that speaks the protocol of upload engines and nothing more gives no id, no method and no
 * headers; our own gives all of them.
 */
const Signed = z.object({
  method: z.enum(['PUT', 'POST']).default('PUT'),
  url: z.string(),
  headers: z.record(z.string(), z.string()).default({}),
  /** With POST: the form fields that are sent before the file. */
  fields: z.record(z.string(), z.string()).default({}),
  expires: z.number().optional(),
  key: z.string().optional(),
  id: z.string().optional(),
})

export const engineCalls = {
  sign: { ...uploadApi.sign, reply: Signed },
  signPart: { ...uploadApi.signPart, reply: Signed },
  startMultipart: {
    ...uploadApi.startMultipart,
    reply: z.object({
      key: z.string(),
      uploadId: z.string(),
      id: z.string().optional(),
      serverToken: z.string().optional(),
    }),
  },
  completeMultipart: {
    ...uploadApi.completeMultipart,
    reply: z.object({ location: z.string().optional() }),
  },
  listParts: uploadApi.listParts,
} as const

/** The id under which an upload is finished: as the answer says it, or as the key ends with it. */
export const idIn = ({ id, key = '' }: { id?: string | undefined; key?: string | undefined }) =>
  id ?? /[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/.exec(key)?.[0]

/**
 * Makes a call of the engine, again where that may help.
 * @throws {CallError} for a refusal; an error with a sentence for an answer that cannot be read
 */
export async function ask<E extends Endpoint>(
  endpoint: E,
  sent: Sent<E>,
  signal?: AbortSignal,
): Promise<Reply<E>> {
  try {
    return await persistently(() => call(endpoint, sent, signal ? { signal } : {}), signal)
  } catch (error) {
    signal?.throwIfAborted()
    throw error instanceof CallError ? error : new Error(unreadableAnswer, { cause: error })
  }
}
