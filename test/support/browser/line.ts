import { once } from 'node:events'
import net, { type AddressInfo, type Socket } from 'node:net'

/** A line to a server that can be cut, and that carries no more than so many bytes a second. */
export async function openLine(to: string, bytesPerS: number) {
  const { hostname, port } = new URL(to)
  const sockets = new Set<Socket>()
  let downUntil = 0
  const line = net.createServer((near) => {
    if (Date.now() < downUntil) {
      near.resetAndDestroy()
      return
    }
    const far = net.connect(Number(port), hostname)
    for (const socket of [near, far]) {
      sockets.add(socket)
      socket.on('error', () => undefined)
      socket.on('close', () => {
        sockets.delete(socket)
        near.destroy()
        far.destroy()
      })
    }
    far.pipe(near)
    near.on('data', (chunk) => {
      far.write(chunk)
      near.pause()
      setTimeout(() => near.resume(), (chunk.length / bytesPerS) * 1000 * Math.max(1, sockets.size / 2))
    })
  })
  line.listen(0, '127.0.0.1')
  await once(line, 'listening')
  return {
    url: `http://127.0.0.1:${(line.address() as AddressInfo).port}`,
    /** Ends every connection in the middle of whatever it carries, and takes none for a while: browsers dial again by themselves. */
    cut(forMs: number): void {
      downUntil = Date.now() + forMs
      for (const socket of sockets) socket.resetAndDestroy()
    },
    async close() {
      for (const socket of sockets) socket.destroy()
      line.close()
      await once(line, 'close')
    },
  }
}
