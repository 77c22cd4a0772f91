import {
  createContextKey,
  defaultTextMapGetter,
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  trace,
  type Context,
  type SpanContext,
} from '@opentelemetry/api'
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks'
import {
  parseKeyPairsIntoRecord,
  setGlobalErrorHandler,
  W3CTraceContextPropagator,
} from '@opentelemetry/core'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-proto'
import { defaultResource, resourceFromAttributes } from '@opentelemetry/resources'
import {
  AlwaysOffSampler,
  AlwaysOnSampler,
  BatchSpanProcessor,
  ParentBasedSampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
  type Sampler,
} from '@opentelemetry/sdk-trace'
import type { FastifyBaseLogger } from 'fastify'
import { setTimeout as wait } from 'node:timers/promises'
import type { Env } from '../process/env.ts'
import type { NodeIdentity } from '../process/node-identity.ts'
import type { Span, SpanRecorder, SpanStart } from './spans.ts'

export type TraceSettings = Pick<
  Env,
  | 'OTEL_EXPORTER_OTLP_ENDPOINT'
  | 'OTEL_EXPORTER_OTLP_HEADERS'
  | 'OTEL_RESOURCE_ATTRIBUTES'
  | 'OTEL_SERVICE_NAME'
  | 'OTEL_TRACES_SAMPLER'
  | 'OTEL_TRACES_SAMPLER_ARG'
>

/** Time limit of a stop for the collector, within the stop's own limit. */
const farewellWithinMs = 2000
/** Interval of log lines about an absent collector. */
const complainsEveryMs = 10 * 60 * 1000

const kinds = { server: SpanKind.SERVER, client: SpanKind.CLIENT, internal: SpanKind.INTERNAL }

function samplerOf({ OTEL_TRACES_SAMPLER: name, OTEL_TRACES_SAMPLER_ARG: ratio }: TraceSettings): Sampler {
  const roots = {
    always_on: () => new AlwaysOnSampler(),
    always_off: () => new AlwaysOffSampler(),
    traceidratio: () => new TraceIdRatioBasedSampler(ratio),
  }
  switch (name) {
    case 'always_on':
    case 'always_off':
    case 'traceidratio':
      return roots[name]()
    case 'parentbased_always_on':
      return new ParentBasedSampler({ root: roots.always_on() })
    case 'parentbased_always_off':
      return new ParentBasedSampler({ root: roots.always_off() })
    case 'parentbased_traceidratio':
      return new ParentBasedSampler({ root: roots.traceidratio() })
  }
}

const cause = createContextKey('cause')

interface Parts {
  productName: string
  node: NodeIdentity
  log: Pick<FastifyBaseLogger, 'warn'>
}

/** Exports spans by OTLP over HTTP in the background. Spans that the collector does not take are dropped. */
export function openOtlpRecorder(
  settings: TraceSettings,
  { productName, node, log }: Parts,
): { recorder: SpanRecorder; close(): Promise<void> } {
  let complainedAt = -Infinity
  setGlobalErrorHandler((error) => {
    if (performance.now() - complainedAt < complainsEveryMs) return
    complainedAt = performance.now()
    log.warn({ err: error }, 'Traces were not taken by the collector, and are dropped')
  })
  const exporter = new OTLPTraceExporter({
    url: `${settings.OTEL_EXPORTER_OTLP_ENDPOINT}/v1/traces`,
    headers: parseKeyPairsIntoRecord(settings.OTEL_EXPORTER_OTLP_HEADERS),
  })
  const { OTEL_SERVICE_NAME: serviceName } = settings
  const resource = defaultResource()
    .merge(
      resourceFromAttributes({
        'service.name': productName.toLowerCase(),
        'service.version': node.version,
        'service.instance.id': node.id,
        'host.name': node.name,
      }),
    )
    .merge(resourceFromAttributes(parseKeyPairsIntoRecord(settings.OTEL_RESOURCE_ATTRIBUTES)))
    .merge(resourceFromAttributes(serviceName === undefined ? {} : { 'service.name': serviceName }))
  const provider = new TracerProvider({
    resource,
    sampler: samplerOf(settings),
    spanProcessors: [new BatchSpanProcessor({ exporter })],
  })
  const tracer = provider.getTracer(productName.toLowerCase(), node.version)
  const propagator = new W3CTraceContextPropagator()
  const contexts = new AsyncLocalStorageContextManager().enable()

  function begin({ name, kind, attributes = {} }: SpanStart, context: Context): Span {
    const origin = context.getValue(cause) as SpanContext | undefined
    const span = tracer.startSpan(
      name,
      { kind: kinds[kind], attributes, ...(origin && { links: [{ context: origin }] }) },
      context,
    )
    const inside = trace.setSpan(context.deleteValue(cause), span)
    return {
      within: (work) => contexts.with(inside, work),
      add: (more) => void span.setAttributes(more),
      fail(type) {
        span.setAttribute('error.type', type)
        span.setStatus({ code: SpanStatusCode.ERROR })
      },
      end: () => span.end(),
    }
  }

  /** Makes a root context that keeps a link to its cause. */
  function outside(): Context {
    const present = contexts.active()
    const origin = trace.getSpanContext(present) ?? present.getValue(cause)
    return origin === undefined ? ROOT_CONTEXT : ROOT_CONTEXT.setValue(cause, origin)
  }

  const recorder: SpanRecorder = {
    isRecording: () => trace.getSpan(contexts.active())?.isRecording() ?? false,
    part: (start) => begin(start, contexts.active()),
    whole: (start) => begin(start, outside()),
    request: (start, headers) =>
      begin(start, propagator.extract(ROOT_CONTEXT, headers, defaultTextMapGetter)),
    detached: (work) => contexts.with(outside(), work),
    ids() {
      const present = trace.getSpan(contexts.active())
      if (!present?.isRecording()) return undefined
      const { traceId, spanId } = present.spanContext()
      return { trace_id: traceId, span_id: spanId }
    },
  }
  return {
    recorder,
    async close() {
      const flushed = provider.shutdown().catch(() => undefined)
      await Promise.race([flushed, wait(farewellWithinMs, undefined, { ref: false })])
    },
  }
}
