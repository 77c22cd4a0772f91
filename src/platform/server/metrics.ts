import type { Counter, Gauge, Histogram, Registry } from 'prom-client'
import { inTime } from './in-time.ts'
import { memoizeFor } from './memoize-for.ts'
import type { Reading } from './reading.ts'

const prefix = 'signalbox_'
/** Lifetime of a reading: several may scrape. */
const readHoldsMs = 5000
/** Time limit of a part, which is left out beyond it. */
const readWithinMs = 2000
const secondsBuckets = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30]

export interface Answered {
  method: string
  /** Pattern of its address; never the address itself. */
  route: string
  status: number
  seconds: number
}

export interface Metrics {
  noteAnswer(answered: Answered): void
  add(...readings: readonly Reading[]): void
  /** Renders all numbers for Prometheus; a failed part is left out and named. */
  render(): Promise<{ type: string; text: string }>
}

class Part {
  readonly #read: Reading['read']
  readonly #hasLabels: boolean
  readonly #metrics = new Map<string, Gauge | Counter>()
  readonly name: string

  constructor(reading: Reading, { Gauge, Counter }: typeof import('prom-client'), registry: Registry) {
    this.name = reading.part
    const labelNames = [...(reading.labels ?? [])]
    this.#hasLabels = labelNames.length > 0
    const read = memoizeFor(() => reading.read(), readHoldsMs)
    this.#read = () => inTime(readWithinMs, read())
    for (const [name, help] of Object.entries(reading.gauges)) {
      const Kind = name.endsWith('_total') ? Counter : Gauge
      this.#metrics.set(name, new Kind({ name: prefix + name, help, labelNames, registers: [registry] }))
    }
  }

  /** @returns false for a failed reading */
  async update(): Promise<boolean> {
    for (const metric of this.#metrics.values()) metric.reset()
    try {
      // After `reset`, `inc` sets counters as well.
      for (const { gauge, value, labels } of await this.#read())
        this.#metrics.get(gauge)?.inc({ ...labels }, value)
      return true
    } catch {
      // A metric without labels is zero after a reset, which would look like a measured value.
      if (!this.#hasLabels) for (const metric of this.#metrics.values()) metric.remove()
      return false
    }
  }
}

/** The library is loaded only here, so that it costs nothing without metrics. Each instance has its own registry. */
export async function createMetrics(): Promise<Metrics> {
  const { default: prometheus } = await import('prom-client')
  const registry = new prometheus.Registry()
  prometheus.collectDefaultMetrics({ register: registry })
  const durations: Histogram = new prometheus.Histogram({
    name: `${prefix}http_request_duration_seconds`,
    help: 'How long requests took, by the pattern of their address, method and class of status',
    labelNames: ['method', 'route', 'status'],
    buckets: secondsBuckets,
    registers: [registry],
  })
  const unread = new prometheus.Gauge({
    name: `${prefix}reading_failed`,
    help: 'Whether a part could not be read for this answer; its metrics are left out then',
    labelNames: ['part'],
    registers: [registry],
  })
  const parts: Part[] = []
  let rendering: Promise<string> | undefined

  async function render(): Promise<string> {
    await Promise.all(
      parts.map(async (part) => unread.set({ part: part.name }, (await part.update()) ? 0 : 1)),
    )
    return registry.metrics()
  }
  return {
    noteAnswer: ({ method, route, status, seconds }) =>
      durations.observe({ method, route, status: `${Math.floor(status / 100)}xx` }, seconds),
    add: (...readings) =>
      void parts.push(...readings.map((reading) => new Part(reading, prometheus, registry))),
    async render() {
      // One at a time: a part's numbers are reset before they are filled.
      rendering ??= render().finally(() => (rendering = undefined))
      return { type: registry.contentType, text: await rendering }
    },
  }
}
