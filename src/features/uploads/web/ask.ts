import { z } from 'zod'
import type { Endpoint, Reply, Sent } from '#platform/contract/endpoint.ts'
import { call, CallError } from '#platform/web/call.ts'
import { uploadApi } from '../contract.ts'
import { persistently } from './persistence.ts'

/** Replaces the validator's message. */
export const unreadableAnswer = 'The server’s answer could not be read'

/** Fields that the engine needs. Other stores with the engines' protocol send no id, method or headers. */
const Signed = z.object({
  method: z.enum(['PUT', 'POST']).default('PUT'),
  url: z.string(),
  headers: z.record(z.string(), z.string()).default({}),
  /** Form fields before the file, for POST. */
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

/** Reads the id from the answer, or from the end of the key. */
export const idIn = ({ id, key = '' }: { id?: string | undefined; key?: string | undefined }) =>
  id ?? /[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/.exec(key)?.[0]

/** Retries. @throws {CallError} for a refusal; an error with a sentence for an unreadable answer */
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
