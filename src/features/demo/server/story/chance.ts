export interface Chance {
  /** Number of at least `from`, below `to`. */
  between(from: number, to: number): number
  isLucky(probability: number): boolean
  one<T>(options: readonly T[]): T
}

/** Generates numbers from 0 to 1, the same for a seed, by mulberry32. */
export function createRandom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

export function createChance(seed: number): Chance {
  const next = createRandom(seed)
  return {
    between: (from, to) => from + next() * (to - from),
    isLucky: (probability) => next() < probability,
    one(options) {
      const chosen = options[Math.floor(next() * options.length)]
      if (chosen === undefined) throw new Error('nothing to choose from')
      return chosen
    },
  }
}
