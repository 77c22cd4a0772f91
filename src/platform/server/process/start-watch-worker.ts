import fs from 'node:fs'
import { parentPort, workerData } from 'node:worker_threads'
import type { Step } from './start-watch.ts'

const lookEveryMs = 250
const reportEveryMs = 60_000
/** Grace for the main thread to end the process itself. */
const endsWithinMs = 2000

const limitMs = Number(workerData)
let leftMs = limitMs
/** Steps before the first message do not count. */
let step: Step = { name: 'starting', isSlow: true }
let begunAt = performance.now()
let reports = 0

/** Writes without the main thread, which may hang. */
const say = (sentence: string) => fs.writeSync(2, `${sentence}\n`)
const inMinutes = (minutes: number) => (minutes === 1 ? '1 minute' : `${minutes} minutes`)

function enter(next: Step): void {
  if (!step.isSlow) leftMs -= performance.now() - begunAt
  step = next
  begunAt = performance.now()
  reports = 0
}

function end(): void {
  clearInterval(timer)
  say(
    `Signalbox was not ready after ${limitMs / 1000} seconds, so it ends: it was still ${step.name}. See whether the disk, the database and the file store answer, then start it again.`,
  )
  parentPort?.postMessage('late')
  setTimeout(() => process.kill(process.pid, 'SIGKILL'), endsWithinMs)
}

function look(): void {
  const tookMs = performance.now() - begunAt
  if (!step.isSlow) {
    if (tookMs > leftMs) end()
  } else if (tookMs > (reports + 1) * reportEveryMs)
    say(`Still ${step.name}, for ${inMinutes(++reports)} so far.`)
}

parentPort?.on('message', enter)
const timer = setInterval(look, lookEveryMs)
