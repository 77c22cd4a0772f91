/**
 * Waits for a job, but not longer than this. The job itself goes on; how it ends later is nobody's concern.
 * @throws what the job throws; an error when it is too slow
 */
export async function inTime<T>(withinMs: number, job: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('too slow')), withinMs)
  })
  return Promise.race([job, late]).finally(() => clearTimeout(timer))
}
