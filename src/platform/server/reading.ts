interface Sample {
  gauge: string
  value: number
  labels?: Readonly<Record<string, string>>
}

export interface Reading {
  /** Name of the part, for the metric that counts failed readings. */
  part: string
  /** Descriptions by metric name, without the prefix of the program. Names in `…_total` only grow. */
  gauges: Readonly<Record<string, string>>
  /** Names of labels. Values must come from the program, never from people: each value is a series that is kept for years. */
  labels?: readonly string[]
  read(): Promise<readonly Sample[]>
}

/** @returns 0 for undefined or a clock difference */
export const secondsSince = (since: Date | undefined, now: Date): number =>
  since ? Math.max(0, (now.getTime() - since.getTime()) / 1000) : 0
