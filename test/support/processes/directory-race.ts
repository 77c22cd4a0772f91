import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'

const starter = fileURLToPath(new URL('directory-starter.ts', import.meta.url))

interface Starter {
  /** Lets the process ask for a directory. @returns "locked" or "refused" */
  ask(directory: string): Promise<string>
  kill(): Promise<void>
  ended: Promise<{ signal: string | null; complaint: string }>
}

/** A process that asks for data directories and does nothing else. */
export async function spawnStarter(env: Record<string, string> = {}): Promise<Starter> {
  const child = spawn(process.execPath, [starter], {
    env: { ...process.env, ...env },
    stdio: ['pipe', 'pipe', 'pipe'],
  })
  const complaint = text(child.stderr)
  const ended = once(child, 'close').then(async ([, signal]) => ({
    signal: signal as string | null,
    complaint: await complaint,
  }))
  const lines = createInterface({ input: child.stdout })
  const nextLine = async () => {
    const [line] = (await Promise.race([once(lines, 'line'), ended.then((end) => [end.complaint])])) as [
      string,
    ]
    return line
  }
  await nextLine()
  return {
    ask(directory) {
      const answer = nextLine()
      child.stdin.write(`${directory}\n`)
      return answer
    },
    async kill() {
      child.kill('SIGKILL')
      await ended
    },
    ended,
  }
}

/**
 * Lets ten processes ask for one directory at the same moment, again and again; each time its former owner was killed and has left
 * whatever a killed owner leaves.
 * @returns what the ten were answered, sorted, of each round
 */
export async function raceForDirectory(directory: string, rounds: number): Promise<string[][]> {
  let starters = await Promise.all(Array.from({ length: 10 }, () => spawnStarter()))
  const answered: string[][] = []
  try {
    for (let round = 0; round < rounds; round++) {
      const told = await Promise.all(starters.map((one) => one.ask(directory)))
      answered.push(told.toSorted())
      starters = await Promise.all(
        starters.map(async (one, place) => {
          if (told[place] !== 'locked') return one
          await one.kill()
          return spawnStarter()
        }),
      )
    }
  } finally {
    await Promise.all(starters.map((one) => one.kill()))
  }
  return answered
}

/** One owner, and nine who were told so. */
export const oneOwner = ['locked', ...Array.from({ length: 9 }, () => 'refused')]
