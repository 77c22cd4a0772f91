import { setTimeout as pause } from 'node:timers/promises'

// Time in which this process could work, counted in tenths of a second: one in which the machine stands still counts once.

/** Waits for this many milliseconds of it. */
export async function workFor(ms: number): Promise<void> {
  for (let past = 0; past < ms; past += 100) await pause(100)
}

/** Does a job. @returns its outcome, and how many milliseconds of it that took */
export async function timeWork<T>(job: () => Promise<T>): Promise<[T, number]> {
  let tenths = 0
  const counting = setInterval(() => tenths++, 100)
  try {
    const outcome = await job()
    return [outcome, tenths * 100]
  } finally {
    clearInterval(counting)
  }
}
