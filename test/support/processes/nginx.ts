import { spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import tls from 'node:tls'
import { layNginx } from '../../../scripts/deploy/programs.ts'
import { certificate } from '#test/services/certificate.ts'
import { freePort } from './free-port.ts'

/** Why two nodes behind nginx cannot be tried here, to follow the name of a test; empty when they can. */
export function whyNoNginx(): string {
  return spawnSync('nginx', ['-v']).status === 0 ? '' : ': nginx is not installed'
}

/** nginx before two nodes, as the example has it. Its certificate is trusted in this process from then on. */
export class Nginx {
  /** Its addresses, with TLS and without. */
  readonly url: string
  readonly plain: string
  /** Ports of the two nodes. */
  readonly ports: readonly [number, number]
  readonly #folder = fs.mkdtempSync(path.join(os.tmpdir(), 'signalbox-nginx-'))
  readonly #replace: Record<string, string>
  #child: ChildProcess | undefined

  private constructor([http, https, first, second]: readonly [number, number, number, number]) {
    this.url = `https://localhost:${https}`
    this.plain = `http://localhost:${http}`
    this.ports = [first, second]
    this.#replace = {
      'listen 80;': `listen 127.0.0.1:${http};`,
      'listen [::]:80;': '',
      'listen 443 ssl': `listen 127.0.0.1:${https} ssl`,
      'listen [::]:443 ssl http2;': '',
      'desk.example.com': 'localhost',
      ':3001': `:${first}`,
      ':3002': `:${second}`,
      // The port is of the test alone: the example is on the usual one.
      'Host $host;': 'Host $http_host;',
      // Names the node that has answered; when several were asked, all of them.
      'location / {': 'location / { add_header X-Node $upstream_addr always;',
    }
  }

  /** Chooses the ports. */
  static async choose(): Promise<Nginx> {
    tls.setDefaultCACertificates([...tls.getCACertificates(), certificate.cert])
    return new Nginx([await freePort(), await freePort(), await freePort(), await freePort()])
  }

  /** Environment of a node. */
  envOf = (place: 0 | 1): Record<string, string> => ({
    PORT: String(this.ports[place]),
    PUBLIC_URL: this.url,
    TRUST_PROXY: '127.0.0.1',
  })

  /** Resolves when a node is reached through it. @throws what nginx says when it ends */
  async start(): Promise<void> {
    // Its workers may be of another user.
    fs.chmodSync(this.#folder, 0o755)
    const args = layNginx(this.#folder, this.#replace)
    const child = spawn('nginx', args, { stdio: ['ignore', 'ignore', 'pipe'] })
    process.once('exit', () => child.kill('SIGKILL'))
    let said = ''
    child.stderr.setEncoding('utf8').on('data', (text: string) => (said += text))
    this.#child = child
    const isReached = () =>
      fetch(`${this.url}/healthz`)
        .then(({ ok }) => ok)
        .catch(() => false)
    while (!(await isReached())) {
      if (child.exitCode !== null) throw new Error(`nginx ended: ${said}`)
      await wait(20)
    }
  }

  async stop(): Promise<void> {
    if (this.#child?.exitCode === null) {
      const ended = once(this.#child, 'exit')
      this.#child.kill('SIGTERM')
      await ended
    }
    fs.rmSync(this.#folder, { recursive: true, force: true })
  }
}
