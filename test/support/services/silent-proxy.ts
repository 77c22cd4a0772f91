import { once } from 'node:events'
import net, { type AddressInfo } from 'node:net'

/** Two ends of one connection. */
type Pair = [net.Socket, net.Socket]

/** Stands between two programs, and can let what it carries fall silent: no byte more, and no end either. */
export class SilentProxy {
  readonly #server: net.Server
  #pairs: Pair[] = []

  private constructor(server: net.Server) {
    this.#server = server
  }

  static async open(target: { host: string; port: number }): Promise<SilentProxy> {
    const server = net.createServer((near) => {
      const far = net.connect(target)
      near.on('data', (chunk) => proxy.#watch(chunk, near, far))
      near.pipe(far)
      far.pipe(near)
      near.on('error', () => far.destroy())
      far.on('error', () => near.destroy())
      const pair: Pair = [near, far]
      proxy.#pairs.push(pair)
      for (const socket of pair)
        socket.once('close', () => (proxy.#pairs = proxy.#pairs.filter((one) => one !== pair)))
    })
    const proxy = new SilentProxy(server)
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    return proxy
  }

  /** The next connection on which this is said gets no answer to its commit, though that arrives: both sides lose it instead. */
  loseCommitAfter(text: string): void {
    this.#awaited = text
  }
  #awaited: string | undefined
  #doomed: net.Socket | undefined

  #watch(chunk: Buffer, near: net.Socket, far: net.Socket): void {
    if (this.#awaited !== undefined && chunk.includes(this.#awaited)) {
      this.#awaited = undefined
      this.#doomed = near
    }
    if (near !== this.#doomed || !chunk.includes('commit')) return
    this.#doomed = undefined
    far.unpipe(near)
    far.resume().once('data', () => {
      near.destroy()
      far.destroy()
    })
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port
  }

  /** The connections there are fall silent; new ones are carried. @returns how many fell silent */
  silence(): number {
    const pairs = this.#pairs.splice(0)
    for (const [near, far] of pairs) {
      near.unpipe(far)
      far.unpipe(near)
      near.pause()
      far.pause()
    }
    this.#silent.push(...pairs)
    return pairs.length
  }
  #silent: Pair[] = []

  async close(): Promise<void> {
    this.#server.close()
    for (const pair of [...this.#pairs, ...this.#silent]) pair.forEach((socket) => socket.destroy())
    await once(this.#server, 'close')
  }
}

/** The same address, by way of the proxy. */
export function through(proxy: SilentProxy, address: string): string {
  const url = new URL(address)
  url.hostname = '127.0.0.1'
  url.port = String(proxy.port)
  return String(url)
}

export const targetOf = (address: string) => {
  const { hostname: host, port } = new URL(address)
  return { host, port: Number(port) }
}
