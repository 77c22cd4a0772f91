import { once } from 'node:events'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { gunzipSync } from 'node:zlib'
import protobuf from 'protobufjs'
import { z } from 'zod'

const proto = protobuf.loadSync(fileURLToPath(new URL('otlp-traces.proto', import.meta.url)))
const message = proto.lookupType('ExportTraceServiceRequest')

const kinds = ['unspecified', 'internal', 'server', 'client', 'producer', 'consumer'] as const

interface Wire {
  stringValue?: string
  intValue?: string
  doubleValue?: number
  boolValue?: boolean
  arrayValue?: { values: Wire[] }
}
const Value: z.ZodType<Wire> = z.object({
  stringValue: z.string().optional(),
  intValue: z.string().optional(),
  doubleValue: z.number().optional(),
  boolValue: z.boolean().optional(),
  arrayValue: z.object({ values: z.array(z.lazy(() => Value)).default([]) }).optional(),
})
const Attributes = z.array(z.object({ key: z.string(), value: Value })).default([])
const Export = z.object({
  resourceSpans: z.array(
    z.object({
      resource: z.object({ attributes: Attributes }),
      scopeSpans: z.array(
        z.object({
          spans: z.array(
            z.object({
              traceId: z.string(),
              spanId: z.string(),
              parentSpanId: z.string().default(''),
              name: z.string(),
              kind: z.number(),
              startTimeUnixNano: z.string(),
              endTimeUnixNano: z.string(),
              attributes: Attributes,
              links: z.array(z.object({ traceId: z.string(), spanId: z.string() })).default([]),
              status: z.object({ code: z.number().default(0), message: z.string().default('') }).optional(),
            }),
          ),
        }),
      ),
    }),
  ),
})

const hex = (base64: string) => Buffer.from(base64, 'base64').toString('hex')
const plain = ({ stringValue, intValue, doubleValue, boolValue, arrayValue }: Wire): unknown =>
  arrayValue?.values.map(plain) ??
  stringValue ??
  (intValue === undefined ? undefined : Number(intValue)) ??
  doubleValue ??
  boolValue
const fields = (attributes: z.output<typeof Attributes>) =>
  Object.fromEntries(attributes.map(({ key, value }) => [key, plain(value)]))

export interface ReceivedSpan {
  traceId: string
  id: string
  /** Empty: it is the root of its trace here. */
  parentId: string
  name: string
  kind: (typeof kinds)[number]
  attributes: Record<string, unknown>
  links: { traceId: string; id: string }[]
  hasFailed: boolean
  ms: number
  resource: Record<string, unknown>
}

function spansIn(body: Buffer): ReceivedSpan[] {
  const decoded = message.toObject(message.decode(body), { longs: String, bytes: String })
  return Export.parse(decoded).resourceSpans.flatMap(({ resource, scopeSpans }) =>
    scopeSpans
      .flatMap(({ spans }) => spans)
      .map((span) => ({
        traceId: hex(span.traceId),
        id: hex(span.spanId),
        parentId: hex(span.parentSpanId),
        name: span.name,
        kind: kinds[span.kind] ?? 'unspecified',
        attributes: fields(span.attributes),
        links: span.links.map(({ traceId, spanId }) => ({ traceId: hex(traceId), id: hex(spanId) })),
        hasFailed: span.status?.code === 2,
        ms: Number(BigInt(span.endTimeUnixNano) - BigInt(span.startTimeUnixNano)) / 1e6,
        resource: fields(resource.attributes),
      })),
  )
}

export interface Collector {
  url: string
  spans: ReceivedSpan[]
  /** Everything that has come, as it came. */
  bytes: Buffer[]
  headers: http.IncomingHttpHeaders[]
  close(): Promise<void>
}

/** A collector that takes traces as OTLP over HTTP prescribes. @param answers whether it ever does */
export async function startCollector({ answers = true } = {}): Promise<Collector> {
  const [spans, bytes, headers]: [ReceivedSpan[], Buffer[], http.IncomingHttpHeaders[]] = [[], [], []]
  async function take(request: http.IncomingMessage, response: http.ServerResponse): Promise<void> {
    const raw = await buffer(request)
    const isOurs =
      request.method === 'POST' &&
      request.url === '/v1/traces' &&
      request.headers['content-type'] === 'application/x-protobuf'
    if (!isOurs) return void response.writeHead(404).end()
    const body = request.headers['content-encoding'] === 'gzip' ? gunzipSync(raw) : raw
    headers.push(request.headers)
    bytes.push(body)
    spans.push(...spansIn(body))
    if (answers) response.writeHead(200, { 'content-type': 'application/x-protobuf' }).end()
  }
  const server = http.createServer((request, response) => void take(request, response))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    spans,
    bytes,
    headers,
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
