import type { ChildProcess } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'

const lookEveryMs = 20

function peakOf(pid: number | undefined): number {
  try {
    const [, kib = '0'] = /VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? []
    return Number(kib) / 1024
  } catch {
    // It has ended.
    return 0
  }
}

/**
 * Follows the memory of a process from now on; Linux only. The system keeps the highest mark itself, so only what comes after the last look
 * can be missed.
 * @returns tells, once the process has ended, the most that it has had in use at a time, in MiB
 */
export function watchPeak({ pid }: ChildProcess): () => number {
  // The mark of what it has had in use before is taken away.
  writeFileSync(`/proc/${pid}/clear_refs`, '5')
  let peak = 0
  const timer = setInterval(() => (peak = Math.max(peak, peakOf(pid))), lookEveryMs)
  return () => {
    clearInterval(timer)
    return peak
  }
}
