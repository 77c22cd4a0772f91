import { i18n } from '#platform/contract/i18n.ts'
import { sideBySide } from './written.ts'

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

/** Counts what went and what failed, as in "3 updated, 1 failed". @param done tells of what went */
export function writtenOutcome(done: string, succeeded: number, failed: number): string {
  const counts = [
    succeeded > 0 || failed === 0 ? done : '',
    failed > 0 ? i18n.t('{count} failed', { count: failed }) : '',
  ]
  return sideBySide(counts.filter(Boolean))
}
