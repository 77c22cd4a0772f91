/** A number of this moment. */
interface Sample {
  /** By its name in `gauges`. */
  gauge: string
  value: number
  labels?: Readonly<Record<string, string>>
}

/** Numbers of one part of the server that are looked up together, each time somebody asks for `/metrics`. */
export interface Reading {
  /** Name of the part, for the metric that counts failed readings. */
  part: string
  /** Meaning of each number, by its name without the prefix of the program. Names in `…_total` only grow. */
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
