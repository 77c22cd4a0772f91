import { randomUUID } from 'node:crypto'
import fs from 'node:fs'
import os from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import { z } from 'zod'
import { parseJson } from '#platform/contract/narrowing.ts'

export const beatEveryMs = 2000
/** An owner that has not been heard for so long is gone. */
const watchMs = 5 * beatEveryMs
const lookEveryMs = 250

/** Sign of life that the owner of a directory writes, with another `beat` each time. */
export const Sign = z.object({
  /** The running system: locks of files are known to all processes of one, in whatever container. */
  system: z.string(),
  hostName: z.string(),
  instance: z.string(),
  beat: z.number(),
})
type Sign = z.infer<typeof Sign>

/** On Linux it differs from host to host and from boot to boot, and is the same in all containers of one. */
function systemId(): string {
  try {
    return fs.readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()
  } catch {
    return os.hostname()
  }
}

function read(file: string): string | undefined {
  try {
    return fs.readFileSync(file, 'utf8')
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined
    throw error
  }
}

/** Empty when it was read in the middle of a beat, or left half written by a full disk. */
export const parseSign = (text: string): Partial<Sign> => Sign.partial().safeParse(parseJson(text)).data ?? {}

/**
 * Watches whether an owner on another host is alive; clocks of hosts differ, so what counts is that its sign changes. Returns at once
 * when the last owner ran on this host or stopped properly, else within ten seconds.
 * @returns the name of that host
 */
export async function findOwnerElsewhere(file: string): Promise<string | undefined> {
  const first = read(file)
  if (first === undefined || parseSign(first).system === systemId()) return undefined
  for (let watchedMs = 0; watchedMs < watchMs; watchedMs += lookEveryMs) {
    await sleep(lookEveryMs)
    const now = read(file)
    if (now === undefined) return undefined
    if (now !== first) return parseSign(now).hostName ?? parseSign(first).hostName ?? 'another host'
  }
  return undefined
}

/**
 * Shows other hosts that this directory has an owner. Beats in a thread of its own: the embedded database keeps the main thread busy for
 * seconds at times. The thread ends the whole process when the file names another owner.
 * @returns a function that stops it and takes the sign away; undefined when another host was faster
 */
export async function startHeartbeat(file: string): Promise<(() => Promise<void>) | undefined> {
  const sign: Sign = { system: systemId(), hostName: os.hostname(), instance: randomUUID(), beat: 0 }
  const before = read(file)
  try {
    fs.writeFileSync(file, JSON.stringify(sign), { mode: 0o600, flag: before === undefined ? 'wx' : 'w' })
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return undefined
    throw error
  }
  const worker = new Worker(new URL('heartbeat-worker.ts', import.meta.url), {
    workerData: { file, sign },
    // Modules preloaded into the server are not needed here.
    execArgv: [],
  })
  worker.unref()
  // Two hosts may have given up on the same third one at the same moment: the thread of the one that wrote first notices.
  if (before !== undefined && parseSign(before).system !== sign.system) await sleep(2 * beatEveryMs)
  return async () => {
    await worker.terminate()
    if (parseSign(read(file) ?? '').instance === sign.instance) fs.rmSync(file, { force: true })
  }
}
