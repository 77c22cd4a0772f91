/** Awaits a job with a time limit; a late job goes on and its outcome is ignored. @throws what the job throws, or the error of `tooSlow` */
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
