import type { IncomingHttpHeaders } from 'node:http'
import { fieldsOf } from '#platform/contract/narrowing.ts'

/** Attributes by OpenTelemetry's semantic conventions, without people's texts or identities. */
export type Attributes = Record<string, string | number | string[]>

export interface SpanStart {
  /** A pattern, never a URL: a few hundred values. */
  name: string
  kind: 'server' | 'client' | 'internal'
  attributes?: Attributes
}

export interface Span {
  /** Runs work within it, whose spans are its children. */
  within<T>(work: () => T): T
  add(attributes: Attributes): void
  /** @param type a code or a name; messages may hold people's texts */
  fail(type: string): void
  end(): void
}

export interface SpanRecorder {
  /** True when the current work is in a recorded trace. */
  isRecording(): boolean
  /** Begins a child span of the current work. */
  part(start: SpanStart): Span
  /** Begins a root span, linked to its cause. */
  whole(start: SpanStart): Span
  /** Begins the span of a request, in its caller's trace if the headers name one. */
  request(start: SpanStart, headers: IncomingHttpHeaders): Span
  /** Runs work outside of the current span, which caused it. */
  detached<T>(work: () => T): T
  ids(): { trace_id: string; span_id: string } | undefined
}

let recorder: SpanRecorder | undefined

/** Sets the recorder; undefined: none. To be called before the database is opened. */
export function recordSpans(to: SpanRecorder | undefined): void {
  recorder = to
}

export const findSpanRecorder = (): SpanRecorder | undefined => recorder

/** @returns the code or name of an error, never its message */
export function failureTypeOf(error: unknown): string {
  const { code, kind, name } = fieldsOf(error)
  const type = [code, kind, name].find((one) => typeof one === 'string' && one !== '')
  return typeof type === 'string' ? type : '_OTHER'
}

async function during<T>(span: Span, work: (span: Span) => Promise<T>): Promise<T> {
  try {
    return await span.within(() => work(span))
  } catch (error) {
    span.fail(failureTypeOf(error))
    throw error
  } finally {
    span.end()
  }
}

export const inSpan = <T>(start: SpanStart, work: (span?: Span) => Promise<T>): Promise<T> =>
  recorder?.isRecording() ? during(recorder.part(start), work) : work()

export const inTrace = <T>(name: string, work: () => Promise<T>): Promise<T> =>
  recorder ? during(recorder.whole({ name, kind: 'internal' }), work) : work()

/** Runs work outside of the current span, which caused it. */
export const detached = <T>(work: () => T): T => (recorder ? recorder.detached(work) : work())
