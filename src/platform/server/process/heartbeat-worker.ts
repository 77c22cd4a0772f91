import fs from 'node:fs'
import { workerData } from 'node:worker_threads'
import { z } from 'zod'
import { beatEveryMs, parseSign, Sign } from './heartbeat.ts'

const { file, sign } = z.object({ file: z.string(), sign: Sign }).parse(workerData)

function beat(): void {
  try {
    const { instance } = parseSign(fs.readFileSync(file, 'utf8'))
    if (instance !== undefined && instance !== sign.instance) endProcess()
    // In place: a renamed file is noticed later on network file systems.
    fs.writeFileSync(file, JSON.stringify({ ...sign, beat: ++sign.beat }))
  } catch {
    // A full or failing disk is noticed by the writers of data; the next beat tries again.
  }
}

/** Ends the process at once and from this thread: each further write of the main thread could destroy data of the other owner. */
function endProcess(): never {
  fs.writeSync(
    2,
    `Another Signalbox on another host has taken ${file}, so this one ends. Stop one of them for good.\n`,
  )
  process.kill(process.pid, 'SIGKILL')
  throw new Error('still running')
}

setInterval(beat, beatEveryMs)
