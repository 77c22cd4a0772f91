/** Processes items with limited concurrency. @returns each outcome, in the order of the items */
export async function pooled<T, R>(
  items: readonly T[],
  atOnce: number,
  work: (item: T) => Promise<R>,
): Promise<PromiseSettledResult<R>[]> {
  const results: PromiseSettledResult<R>[] = []
  const waiting = items.entries()
  async function takeNext() {
    for (const [place, item] of waiting) [results[place]] = await Promise.allSettled([work(item)])
  }
  await Promise.all(Array.from({ length: atOnce }, takeNext))
  return results
}
