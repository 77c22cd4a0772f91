export interface Times {
  median: number
  p95: number
}

const quantile = (sorted: readonly number[], at: number) =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * at))] ?? NaN

export const medianOf = (taken: readonly number[]): number => timesOf(taken).median

/** The median and the 95th percentile of some times. */
export function timesOf(taken: readonly number[]): Times {
  const sorted = taken.toSorted((a, b) => a - b)
  return { median: quantile(sorted, 0.5), p95: quantile(sorted, 0.95) }
}

/** Of each figure the median of the rounds: what else the machine does falls into some of them. */
export async function inRounds(rounds: number, round: () => Promise<number[]>): Promise<Times> {
  const all: Times[] = []
  for (let number = 0; number < rounds; number++) all.push(timesOf(await round()))
  const middle = (figure: keyof Times) => timesOf(all.map((times) => times[figure])).median
  return { median: middle('median'), p95: middle('p95') }
}

/** Times in milliseconds of a job done over and over; what happens `before` each is not in them. */
export async function series(
  { times, withinMs }: { times: number; withinMs: number },
  job: () => Promise<unknown>,
  before?: () => Promise<unknown>,
): Promise<number[]> {
  const taken: number[] = []
  const until = performance.now() + withinMs
  while (taken.length < times && performance.now() < until) {
    await before?.()
    const begun = performance.now()
    await job()
    taken.push(performance.now() - begun)
  }
  return taken
}
