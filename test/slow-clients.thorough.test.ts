import { once } from 'node:events'
import net from 'node:net'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { socketLimits } from '#features/live/contract.ts'
import { closeCodes } from '#platform/server/sockets.ts'
import { aTicket } from '#test/factories.ts'
import { startApp, type Caller, type TestApp } from '#test/harness.ts'
import { joined, type Socket } from '#test/socket.ts'

const connections = 6
let desk: TestApp
let base: string
let ana: Caller
const open: net.Socket[] = []

beforeAll(async () => {
  desk = await startApp({
    impatience: {
      headersWithinMs: 300,
      bodyWithinMs: 300,
      importBytesPerMs: 1,
      idleMs: 200,
      lookEveryMs: 50,
      connections,
    },
  })
  base = await desk.listen()
  ana = await desk.signedIn('client')
})
afterEach(async () => {
  for (const socket of open.splice(0)) socket.destroy()
  // The next one begins with nobody connected.
  while ((await connected()) > 0) await new Promise((resolve) => setTimeout(resolve, 5))
})
afterAll(() => desk.close())

const connected = () =>
  new Promise<number>((resolve, reject) =>
    desk.app.server.getConnections((error, count) => (error ? reject(error) : resolve(count))),
  )

/** A connection on which nothing is said that the test does not say, and what came back until its end. */
async function connect() {
  const socket = net.connect(Number(new URL(base).port), '127.0.0.1')
  open.push(socket)
  let heard = ''
  socket.setEncoding('utf8').on('data', (text: string) => (heard += text))
  // Cut off is what is tested here.
  socket.on('error', () => undefined)
  const ended = new Promise<string>((resolve) => socket.once('close', () => resolve(heard)))
  await once(socket, 'connect')
  return { socket, ended, heard: () => heard }
}

/** Says one more byte again and again, so that the connection is never idle. */
async function dribble(begin: string): Promise<string> {
  const { socket, ended } = await connect()
  socket.write(begin)
  const dribbling = setInterval(() => socket.write('x'), 20)
  try {
    return await ended
  } finally {
    clearInterval(dribbling)
  }
}

test('a client that never finishes the headers of a request is cut off', async () => {
  expect(await dribble('GET /healthz HTTP/1.1\r\nHost: desk\r\nX-Slow: ')).toMatch(/^HTTP\/1.1 408 /)
})

function slowBody(): string {
  const head = [
    'POST /api/auth/login HTTP/1.1',
    `Host: ${new URL(base).host}`,
    'Content-Type: application/json',
    'Content-Length: 100000',
  ]
  return `${head.join('\r\n')}\r\n\r\n{"email":"`
}

test('a client that never finishes a body is cut off', async () => {
  expect(await dribble(slowBody())).toBe('')
})

test('an upload of rows to import gets time by its length, and is cut off after that', async () => {
  const root = await desk.signedIn('super_user')
  const sending = (bytes: number) =>
    dribble(
      [
        'POST /api/imports?kind=tickets&fileName=rows.csv HTTP/1.1',
        `Host: ${new URL(base).host}`,
        `Cookie: ${root.cookie}`,
        'Content-Type: text/csv',
        `Content-Length: ${bytes}`,
        '',
        'Subject',
      ].join('\r\n'),
    )
  let isOver = false
  const long = sending(1_000_000).then(() => (isOver = true))
  expect(await sending(1000)).toBe('')
  expect(isOver).toBe(false)
  for (const socket of open) socket.destroy()
  await long
})

test('a client that asks once and then is silent is disconnected', async () => {
  const { socket, ended } = await connect()
  socket.write('GET /healthz HTTP/1.1\r\nHost: desk\r\n\r\n')
  expect(await ended).toMatch(/^HTTP\/1.1 200 /)
})

test('more connections than the limit are not taken, until somebody leaves', async () => {
  // A client that is cut off makes room for others.
  const { headersTimeout } = desk.app.server
  desk.app.server.headersTimeout = 60_000
  const crowd = await Promise.all(Array.from({ length: connections }, connect))
  for (const { socket } of crowd) socket.write('GET /healthz HTTP/1.1\r\nHost: desk\r\n')
  while ((await connected()) < connections) await new Promise((resolve) => setTimeout(resolve, 5))
  expect(await (await connect()).ended).toBe('')
  crowd[0]!.socket.destroy()
  while ((await connected()) === connections) await new Promise((resolve) => setTimeout(resolve, 5))
  expect((await fetch(`${base}/healthz`)).status).toBe(200)
  desk.app.server.headersTimeout = headersTimeout
})

test('an open socket is not cut off as a request without a body', async () => {
  const socket = await joined(base, ana)
  // By then whoever sends a body is cut off.
  await dribble(slowBody())
  expect(await socket.said('authenticated')).toHaveLength(1)
  await socket.close()
})

test('a socket that floods is closed', async () => {
  const socket = await joined(base, ana)
  // Enough for two seconds, as one may begin in between.
  for (let sent = 0; sent <= 2 * socketLimits.floodPerSecond; sent++) socket.send({ type: 'ping' })
  expect(await socket.closed).toBe(closeCodes.tooMany)
})

/** Chat messages that together are nearly as long as a replay may be, which is half of what a slow reader may leave unread. */
async function aLongChat(socket: Socket): Promise<void> {
  const { id: ticketId } = await aTicket(ana)
  socket.send({ type: 'ticket:subscribe', ticketId })
  await socket.hearsType('ticket:subscribed')
  const text = '語'.repeat(5000)
  for (let sent = 0; sent * text.length * 3 < 0.45 * socketLimits.bufferedBytes; sent++)
    expect((await ana.post(`/api/tickets/${ticketId}/chat`, { message: text })).status).toBe(201)
}

test('a socket that does not read its answers is closed, and told that it was too slow', async () => {
  const socket = await joined(base, ana)
  await aLongChat(socket)
  await socket.said()
  const heardBefore = socket.heard.length
  socket.raw.pause()
  // More than the system keeps for a connection by itself, and no more in a second than it may ask.
  const asking = setInterval(() => socket.send({ type: 'resume', since: 0 }), 100)
  while (!(await isCut())) await new Promise((resolve) => setTimeout(resolve, 5))
  clearInterval(asking)
  socket.raw.resume()
  expect(await socket.closed).toBe(closeCodes.slowReader)
  expect(socket.heard.length).toBeGreaterThan(heardBefore)
})

/** Tells whether the server has said goodbye to its one socket. */
async function isCut(): Promise<boolean> {
  const [only] = desk.app.websocketServer.clients
  return only === undefined || only.readyState !== only.OPEN
}
