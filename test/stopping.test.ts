import { once } from 'node:events'
import net from 'node:net'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ServerProcess } from './process.ts'
import { makeServerHome, type ServerHome } from './server-home.ts'

const script = fileURLToPath(new URL('stuck-server.ts', import.meta.url))
const sentence = 'Something was still not finished 0.3 seconds after the stop; ended all the same.\n'
let home: ServerHome
let env: Record<string, string>

beforeAll(async () => {
  home = await makeServerHome()
  env = home.env
})
afterAll(async () => {
  await home.remove()
})

test('a server in which something hangs ends all the same, and says so', { timeout: 180_000 }, async () => {
  for (const signal of ['SIGTERM', 'SIGUSR2'] as const) {
    const server = new ServerProcess(env, { script })
    const url = await server.url()
    // As the embedded database has one connection, this request waits for ever.
    const asked = fetch(`${url}/api/auth/user`, { headers: { cookie: `sid=${'x'.repeat(43)}` } }).then(
      ({ status }) => status,
      () => 'cut off',
    )
    expect((await fetch(`${url}/healthz`)).status).toBe(200)
    const { code, output } = await server.end(signal)
    expect([code, output.includes('Error: a defect')]).toEqual([1, signal === 'SIGUSR2'])
    expect(output.endsWith(sentence)).toBe(true)
    expect(await asked).toBe(env.DATABASE_URL === undefined ? 'cut off' : 401)
  }
})

/** A connection on which a request has been begun, and no more. */
async function begin(url: string, half: string): Promise<{ finish(rest: string): Promise<string> }> {
  const { hostname, port } = new URL(url)
  const socket = net.connect(Number(port), hostname)
  let answer = ''
  socket.setEncoding('utf8').on('data', (text: string) => (answer += text))
  const closed = once(socket, 'close')
  await once(socket, 'connect')
  socket.write(half)
  return {
    /** @returns all that came until the server closed the connection */
    async finish(rest) {
      socket.write(rest)
      await closed
      return answer
    },
  }
}

/** Resolves when nobody is let in any more. */
async function untilClosed(url: string): Promise<void> {
  const isOpen = () =>
    fetch(`${url}/healthz`).then(
      () => true,
      () => false,
    )
  while (await isOpen()) await new Promise((resolve) => setTimeout(resolve, 20))
}

test(
  'what has reached a server that is told to stop is answered, and then its connection is closed',
  { timeout: 180_000 },
  async () => {
    const server = new ServerProcess(env)
    const url = await server.url()
    const body = JSON.stringify({ email: 'nobody@example.com', password: 'of nobody' })
    const inBody = await begin(
      url,
      `POST /api/auth/login HTTP/1.1\r\nhost: desk\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n{`,
    )
    const inHeaders = await begin(url, 'GET /api/auth/options HTTP/1.1\r\nhost: desk\r\n')
    // Both have arrived when what was sent after them is answered.
    expect((await fetch(`${url}/healthz`)).status).toBe(200)
    const ended = server.end('SIGTERM')
    await untilClosed(url)
    const answers = await Promise.all([inBody.finish(body.slice(1)), inHeaders.finish('\r\n')])
    expect(answers.map((text) => text.split('\r\n')[0])).toEqual([
      'HTTP/1.1 401 Unauthorized',
      'HTTP/1.1 200 OK',
    ])
    for (const text of answers) expect(text.toLowerCase()).toContain('\r\nconnection: close\r\n')
    expect((await ended).code).toBe(0)
  },
)
