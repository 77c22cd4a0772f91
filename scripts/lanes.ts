/** Does the jobs so many at a time, in their order: the longest first, so that all lanes end together. */
export async function inLanes(lanes: number, jobs: readonly (() => Promise<void>)[]): Promise<void> {
  const waiting = [...jobs]
  const lane = async () => {
    for (let job = waiting.shift(); job !== undefined; job = waiting.shift()) await job()
  }
  await Promise.all(Array.from({ length: lanes }, lane))
}
