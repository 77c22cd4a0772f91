import type { IncomingHttpHeaders } from 'node:http'
import { fieldsOf } from '#platform/contract/narrowing.ts'

/** By the names of OpenTelemetry's semantic conventions. Nothing in them was written by a person or tells who somebody is. */
export type Attributes = Record<string, string | number | string[]>

export interface SpanStart {
  /** Name out of a few hundred: a pattern, never an address. */
  name: string
  kind: 'server' | 'client' | 'internal'
  attributes?: Attributes
}

/** A part of the work, from now until `end`. */
export interface Span {
  /** Does some work within it: what is begun there is a part of this. */
  within<T>(work: () => T): T
  add(attributes: Attributes): void
  /** @param type a code or a name; messages may hold what people wrote */
  fail(type: string): void
  end(): void
}

/** Where spans go. */
export interface SpanRecorder {
  /** Whether the present work is a part of a trace that is recorded. */
  isRecording(): boolean
  /** Begins a part of the present work. */
  part(start: SpanStart): Span
  /** Begins work that is a part of nothing; it tells of what has set it off. */
  whole(start: SpanStart): Span
  /** Begins the work for a request, which is a part of its caller's trace where the headers name one. */
  request(start: SpanStart, headers: IncomingHttpHeaders): Span
  /** Does what the present work has only set off: it is no part of it. */
  detached<T>(work: () => T): T
  /** The present span, by the names that logs have for it. */
  ids(): { trace_id: string; span_id: string } | undefined
}

let recorder: SpanRecorder | undefined

/** From now on spans go here; undefined: nowhere. Before the database is opened. */
export function recordSpans(to: SpanRecorder | undefined): void {
  recorder = to
}

export const findSpanRecorder = (): SpanRecorder | undefined => recorder

/** @returns what kind of failure it was: the code or the name of an error, never its message */
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

/** Does a part of the present work in a span of its own, where that work is traced. */
export const inSpan = <T>(start: SpanStart, work: (span?: Span) => Promise<T>): Promise<T> =>
  recorder?.isRecording() ? during(recorder.part(start), work) : work()

/** Does work of the server itself in a trace of its own. */
export const inTrace = <T>(name: string, work: () => Promise<T>): Promise<T> =>
  recorder ? during(recorder.whole({ name, kind: 'internal' }), work) : work()

/** Does what the present work has only set off. */
export const detached = <T>(work: () => T): T => (recorder ? recorder.detached(work) : work())
