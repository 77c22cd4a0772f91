import { Worker } from 'node:worker_threads'

/** A program that has not become ready by then never will. */
const readyWithinMs = 120_000

/** A step of a start or a command, as the thread that watches hears of it. */
export interface Step {
  /** Completes the sentence "It was …", such as "opening the database". */
  name: string
  /** Takes as long as it takes, and is reported instead of ended. */
  isSlow: boolean
}

/** Tells the watch how far a start or a command has come. */
export interface Progress {
  /** Begins a step that ends soon. Such steps have two minutes between them. */
  enter(step: string): void
  /** Begins a step that may take hours on a large desk. The watch reports it every minute and does not end it. */
  enterSlow(step: string): void
  /** Ends the watch: from here on the program answers for itself. */
  ready(): void
}

/** Ignores what it is told; for callers that watch by themselves, such as tests. */
export const noProgress: Progress = {
  enter: () => undefined,
  enterSlow: () => undefined,
  ready: () => undefined,
}

/**
 * Keeps the event loop from being empty. Node waits for the threads of its compilers when it is, and these may wait for the main
 * thread to collect garbage: both would wait for ever (nodejs/node#54918). Compiling the embedded database is such a moment.
 * @returns lets the loop end
 */
function keepLoopAlive(): () => void {
  const timer = setInterval(() => undefined, 1000)
  return () => clearInterval(timer)
}

/** Starts the thread that watches. It is one of its own: a main thread that hangs tells nobody. */
function startWorker(limitMs: number): Worker {
  const worker = new Worker(new URL('start-watch-worker.ts', import.meta.url), {
    workerData: limitMs,
    // Modules preloaded into the program are not needed here.
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
 * Runs a start or a command under watch, from the first step that it tells of. If steps that are not slow take too long, the
 * process ends with a sentence on standard error that names the step, and with exit code 1. Where the main thread does not react
 * any more, the process is killed.
 * @param job what is run
 * @param limitMs how long the steps that are not slow may take together
 * @returns what the job returns
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
