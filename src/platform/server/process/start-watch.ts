import { Worker } from 'node:worker_threads'

/** Time limit of a start. */
const readyWithinMs = 120_000

export interface Step {
  /** Completes the sentence "It was …", such as "opening the database". */
  name: string
  /** True for a step without time limit, which is only reported. */
  isSlow: boolean
}

/** Reports the steps of a start or a command to the watch. */
export interface Progress {
  /** Begins a short step. All short steps share two minutes. */
  enter(step: string): void
  /** Begins a step that may take hours on a large desk. The watch reports it every minute and does not end it. */
  enterSlow(step: string): void
  ready(): void
}

/** Ignores reports; for tests and other callers without a watch. */
export const noProgress: Progress = {
  enter: () => undefined,
  enterSlow: () => undefined,
  ready: () => undefined,
}

/**
 * Keeps the event loop busy. An idle Node waits for its compiler threads, which may wait for its garbage collection: a deadlock
 * (nodejs/node#54918). Compiling the embedded database risks it.
 * @returns a function that lets the loop end
 */
function keepLoopAlive(): () => void {
  const timer = setInterval(() => undefined, 1000)
  return () => clearInterval(timer)
}

/** Starts the watch in a thread, because a hanging main thread reports nothing. */
function startWorker(limitMs: number): Worker {
  const worker = new Worker(new URL('start-watch-worker.ts', import.meta.url), {
    workerData: limitMs,
    execArgv: [],
  })
  worker.unref()
  // Under `node --watch`, Node adds messages about the modules that the thread loads.
  worker.on('message', (message) => {
    if (message === 'late') process.exit(1)
  })
  return worker
}

/**
 * Runs a start under watch. If short steps exceed the limit, the process exits with code 1 and names the step. Kills a hanging process.
 * @param limitMs total of the short steps
 */
export async function watchStart<T>(
  job: (progress: Progress) => Promise<T>,
  limitMs = readyWithinMs,
): Promise<T> {
  const letLoopEnd = keepLoopAlive()
  let worker: Worker | undefined
  const tell = (step: Step) => (worker ??= startWorker(limitMs)).postMessage(step)
  const ready = () => void worker?.terminate()
  try {
    return await job({
      enter: (name) => tell({ name, isSlow: false }),
      enterSlow: (name) => tell({ name, isSlow: true }),
      ready,
    })
  } finally {
    ready()
    letLoopEnd()
  }
}
