/** A number of this moment. */
interface Sample {
  /** By its name in `gauges`. */
  gauge: string
  value: number
  labels?: Readonly<Record<string, string>>
}

/** Numbers of one part of the server that are looked up together, each time somebody asks for `/metrics`. */
export interface Reading {
  /** Which part, for the metric that says of which nothing could be read. */
  part: string
  /** What each number means, by its name without the prefix of the program. Those called `…_total` only grow. */
  gauges: Readonly<Record<string, string>>
  /**
   * The names of labels. Their values come from the program (a state, a kind), never from what people write: each value is a series
   * that is kept for years.
   */
  labels?: readonly string[]
  read(): Promise<readonly Sample[]>
}

/** @returns 0 where nothing waits, and where clocks differ */
export const secondsSince = (since: Date | undefined, now: Date): number =>
  since ? Math.max(0, (now.getTime() - since.getTime()) / 1000) : 0
