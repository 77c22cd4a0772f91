/**
 * Waits for a job, but not longer than this. The job itself goes on; how it ends later is nobody's concern.
 * @param tooSlow makes the error for when it is too slow
 * @throws what the job throws
 */
export async function inTime<T>(
  withinMs: number,
  job: Promise<T>,
  tooSlow = () => new Error('too slow'),
): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(tooSlow()), withinMs)
  })
  return Promise.race([job, late]).finally(() => clearTimeout(timer))
}
