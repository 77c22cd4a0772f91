import { once } from 'node:events'
import net from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { visit } from '#test/processes/node-pair.ts'
import { ServerProcess } from '#test/processes/process.ts'
import { makeServerHome, type ServerHome } from '#test/processes/server-home.ts'
import { openSocket } from '#test/socket.ts'

let home: ServerHome
let env: Record<string, string>

beforeAll(async () => {
  home = await makeServerHome()
  env = home.env
})
afterAll(async () => {
  await home.remove()
})

/** A connection on which a request has been begun, and no more. */
async function begin(url: string, half: string): Promise<{ finish(rest: string): Promise<string> }> {
  const { hostname, port } = new URL(url)
  const socket = net.connect(Number(port), hostname)
  let answer = ''
  socket.setEncoding('utf8').on('data', (text: string) => (answer += text))
  const closed = new Promise((resolve) => socket.once('close', resolve))
  await once(socket, 'connect')
  // Requests that were not answered by then are missed in the answers.
  socket.on('error', () => undefined)
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

test('requests that reach a stopping server, also over a kept connection, are answered before it closes the connection', async () => {
  const [ADMIN_EMAIL, ADMIN_PASSWORD] = ['root@example.com', 'very secret']
  const server = new ServerProcess({ ...env, ADMIN_EMAIL, ADMIN_PASSWORD, TRUST_PROXY: '127.0.0.1' })
  const url = await server.url()
  const { cookie } = await visit(url)
  // A machine that has gone to sleep says no goodbye.
  const asleep = await openSocket(url, { cookie, origin: url })
  asleep.raw.pause()
  const body = JSON.stringify({ email: 'nobody@example.com', password: 'of nobody' })
  const signIn = `POST /api/auth/login HTTP/1.1\r\nhost: desk\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n`
  const kept = await begin(url, 'GET /healthz HTTP/1.1\r\nhost: desk\r\n\r\n')
  const keptForSocket = await begin(url, 'GET /healthz HTTP/1.1\r\nhost: desk\r\n\r\n')
  const inBody = await begin(url, `${signIn}{`)
  const inHeaders = await begin(url, 'GET /api/auth/options HTTP/1.1\r\nhost: desk\r\n')
  // All have been let in when a connection that came after them is answered.
  const last = await begin(url, 'GET /healthz HTTP/1.1\r\nhost: desk\r\nconnection: close\r\n')
  expect(await last.finish('\r\n')).toContain('HTTP/1.1 200')
  const ended = server.end('SIGTERM')
  await untilClosed(url)
  const key = 'dGhlIHNhbXBsZSBub25jZQ=='
  const upgrade = `GET /ws HTTP/1.1\r\nhost: desk\r\ncookie: ${cookie}\r\nconnection: upgrade\r\nupgrade: websocket\r\nsec-websocket-version: 13\r\nsec-websocket-key: ${key}\r\n\r\n`
  const [asSocket, ...answers] = await Promise.all([
    keptForSocket.finish(upgrade),
    inBody.finish(body.slice(1)),
    inHeaders.finish('\r\n'),
    kept.finish(`${signIn}${body}`),
  ])
  expect(asSocket).toContain('Restarting')
  expect(answers.map((text) => text.match(/HTTP\/1.1 \d+/g))).toEqual([
    ['HTTP/1.1 401'],
    ['HTTP/1.1 200'],
    ['HTTP/1.1 200', 'HTTP/1.1 401'],
  ])
  for (const text of answers)
    expect(
      text
        .toLowerCase()
        .match(/^connection: [-a-z]+/gm)
        ?.at(-1),
    ).toBe('connection: close')
  expect((await ended).code).toBe(0)
  asleep.raw.terminate()
})
