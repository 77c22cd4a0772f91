import { i18n } from '#platform/contract/i18n.ts'

interface Failed {
  requestId: string | undefined
}

/** Time within which a message of failure belongs to the fault. */
const shownWithinMs = 1000

let last: { requestId: string; at: number } | undefined

/** Names the request id to quote; undefined unless the server failed. */
export const quoteOf = (error: unknown): string | undefined =>
  error instanceof Error && 'requestId' in error && typeof error.requestId === 'string'
    ? quote(error.requestId)
    : undefined

const quote = (requestId: string) => i18n.t('Quote {requestId} if you report this.', { requestId })

/** Remembers a fault of the server for the next message. @returns the same error, to be thrown */
export function recordServerFault<E extends Failed>(error: E): E {
  const { requestId } = error
  if (requestId !== undefined) last = { requestId, at: performance.now() }
  return error
}

/** Names the request id for a message shown now; once for each fault. */
export function takeFaultReference(): string | undefined {
  const fault = last
  last = undefined
  return fault && performance.now() - fault.at < shownWithinMs ? quote(fault.requestId) : undefined
}
