import fs from 'node:fs'
import { workerData } from 'node:worker_threads'
import { z } from 'zod'
import { beatEveryMs, parseSign, Sign } from './heartbeat.ts'

const { file, sign } = z.object({ file: z.string(), sign: Sign }).parse(workerData)

function beat(): void {
  try {
    const { instance } = parseSign(fs.readFileSync(file, 'utf8'))
    if (instance !== undefined && instance !== sign.instance) endProcess()
    // Write in place: network file systems notice a renamed file later.
    fs.writeFileSync(file, JSON.stringify({ ...sign, beat: ++sign.beat }))
  } catch {
    // Writers of data notice a full or failing disk; the next beat retries.
  }
}

/** Ends the process at once from this thread: further writes of the main thread could destroy the other owner's data. */
function endProcess(): never {
  fs.writeSync(
    2,
    `Another Signalbox on another host has taken ${file}, so this one ends. Stop one of them for good.\n`,
  )
  process.kill(process.pid, 'SIGKILL')
  throw new Error('still running')
}

setInterval(beat, beatEveryMs)
