import type { Counter, Gauge, Histogram, Registry } from 'prom-client'
import { inTime } from './in-time.ts'
import { memoizeFor } from './memoize-for.ts'
import type { Reading } from './reading.ts'

const prefix = 'signalbox_'
/** A reading is given again for this long: several may scrape. */
const readHoldsMs = 5000
/** A part that takes longer is left out. */
const readWithinMs = 2000
const secondsBuckets = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30]

/** One answered request. */
export interface Answered {
  method: string
  /** The pattern of its address; never the address itself. */
  route: string
  status: number
  seconds: number
}

export interface Metrics {
  noteAnswer(answered: Answered): void
  add(...readings: readonly Reading[]): void
  /** All numbers in the text format of Prometheus. A part that cannot be read is left out and named. */
  render(): Promise<{ type: string; text: string }>
}

/** Tells the numbers of one part to the registry. */
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

  /** @returns whether it could be read */
  async update(): Promise<boolean> {
    for (const metric of this.#metrics.values()) metric.reset()
    try {
      // `inc` sets, after `reset`, what only grows as well.
      for (const { gauge, value, labels } of await this.#read())
        this.#metrics.get(gauge)?.inc({ ...labels }, value)
      return true
    } catch {
      // Without labels a metric is zero from the start, which would be taken for a fact.
      if (!this.#hasLabels) for (const metric of this.#metrics.values()) metric.remove()
      return false
    }
  }
}

/**
 * Counts requests, and renders what the server knows of itself for Prometheus. The library is loaded only here: without metrics nothing
 * of it costs anything. Each has a registry of its own.
 */
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
      // One at a time: the numbers of a part are emptied before they are filled.
      rendering ??= render().finally(() => (rendering = undefined))
      return { type: registry.contentType, text: await rendering }
    },
  }
}
