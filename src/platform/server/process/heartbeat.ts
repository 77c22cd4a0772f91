import { randomUUID } from 'node:crypto'
import fs from 'node:fs'
import os from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import { z } from 'zod'
import { parseJson } from '#platform/contract/narrowing.ts'

export const beatEveryMs = 2000
/** Silence after which an owner counts as gone. */
const watchMs = 5 * beatEveryMs
const lookEveryMs = 250

export const Sign = z.object({
  /** Id of the running kernel: its processes and containers share file locks. */
  system: z.string(),
  hostName: z.string(),
  instance: z.string(),
  beat: z.number(),
})
type Sign = z.infer<typeof Sign>

/** Reads the boot id, which differs by host and boot, and is shared by containers. */
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

/** Parses a heartbeat; empty when read in the middle of a write or truncated by a full disk. */
export const parseSign = (text: string): Partial<Sign> => Sign.partial().safeParse(parseJson(text)).data ?? {}

/**
 * Watches a heartbeat for changes, since clocks differ: at once after an owner on this host or a proper stop, else for ten seconds.
 * @returns the name of the other host
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
 * Starts the heartbeat in a thread, as the embedded database blocks the main one for seconds. A foreign heartbeat kills the process.
 * @returns a function that stops it; undefined when another host was faster
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
    execArgv: [],
  })
  worker.unref()
  // Two hosts may replace the same dead owner at once: the thread of the first writer notices.
  if (before !== undefined && parseSign(before).system !== sign.system) await sleep(2 * beatEveryMs)
  return async () => {
    await worker.terminate()
    if (parseSign(read(file) ?? '').instance === sign.instance) fs.rmSync(file, { force: true })
  }
}
