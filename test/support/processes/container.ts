import { spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import fs from 'node:fs'
import type { Image } from './image.ts'

/** The number of the user `node` in the image of Node. */
const userId = 1000

/**
 * Makes a folder the root of the file system, which cannot be written to. Of the machine it shows only Node and what Node itself needs, and
 * of its processes none.
 */
const enter = `
set -e
root=$1 data=$2 node=$3 workdir=$4
shift 4
mount --make-rprivate /
mount --bind "$root" "$root"
cd "$root"
mkdir -p bin dev proc tmp
touch bin/node
mount -o bind,ro "$node" bin/node
for folder in usr lib lib64 etc; do
  if [ -d /$folder ]; then mkdir -p $folder; mount -o bind,ro /$folder $folder; fi
done
mount --rbind /dev dev
mount -t proc proc proc
mount -t tmpfs -o mode=1777 tmpfs tmp
mount --bind "$data" data
mount -o remount,bind,ro .
exec chroot --userspec=${userId}:${userId} --groups= . /usr/bin/env -i --chdir="$workdir" PATH=/bin "$@"`

const unshare = ['--mount', '--pid', '--fork', '--kill-child']

/** @returns why nothing can be run like in a container here; undefined where it can */
export function whyNoContainers(): string | undefined {
  const { status } = spawnSync('unshare', [...unshare, 'mount', '--make-rprivate', '/'])
  return status === 0 ? undefined : 'a file system of its own needs Linux and the rights of root'
}

/** A command of an image, as the first process of a container. */
export class Container {
  readonly #child: ChildProcess
  #output = ''
  readonly ended: Promise<number | null>

  /** @param data the folder that is mounted as /data */
  constructor(image: Image, data: string, env: Record<string, string>, command = image.command) {
    fs.chownSync(data, userId, userId)
    const pairs = Object.entries({ ...image.env, ...env }).map((pair) => pair.join('='))
    const node = fs.realpathSync(process.execPath)
    const args = ['sh', '-c', enter, 'sh', image.folder, data, node, image.workdir, ...pairs, ...command]
    this.#child = spawn('unshare', [...unshare, ...args], { stdio: ['pipe', 'pipe', 'pipe'] })
    for (const stream of [this.#child.stdout, this.#child.stderr])
      stream?.setEncoding('utf8').on('data', (text: string) => (this.#output += text))
    const leave = () => this.#child.kill('SIGKILL')
    process.once('exit', leave)
    this.ended = once(this.#child, 'close').then(([code]) => {
      process.off('exit', leave)
      return code as number | null
    })
  }

  get output(): string {
    return this.#output
  }

  /** Says something to the command and ends its input. */
  say(text: string): void {
    this.#child.stdin?.end(text)
  }

  /** Sends a signal to the command itself. @returns the code it ended with */
  stop(signal: 'SIGTERM' | 'SIGKILL'): Promise<number | null> {
    const { pid, exitCode } = this.#child
    if (exitCode !== null) return this.ended
    const children = fs.readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim()
    if (children !== '') process.kill(Number(children), signal)
    return this.ended
  }

  /** Resolves when the output has this; @throws when it ended without */
  async untilSaid(text: string | RegExp): Promise<void> {
    const hasEnded = this.ended.then(() => true)
    while (this.#output.search(text) < 0) {
      const moment = new Promise((resolve) => setTimeout(resolve, 20))
      if ((await Promise.race([moment, hasEnded])) === true && this.#output.search(text) < 0)
        throw new Error(`The container ended: ${this.#output}`)
    }
  }
}
