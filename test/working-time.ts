import { setTimeout as pause } from 'node:timers/promises'

// Time in which this process could work, counted in tenths of a second: one in which the machine stands still counts once.

/** Waits so long, in milliseconds. */
export async function workFor(ms: number): Promise<void> {
  for (let past = 0; past < ms; past += 100) await pause(100)
}

/** @returns a function that tells the milliseconds from now on */
export function countWorkingTime(): () => number {
  let tenths = 0
  setInterval(() => tenths++, 100).unref()
  return () => tenths * 100
}
