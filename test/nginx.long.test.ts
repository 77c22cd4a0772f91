import { spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import fs from 'node:fs'
import http2 from 'node:http2'
import os from 'node:os'
import path from 'node:path'
import tls from 'node:tls'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { layNginx } from '../scripts/deploy/programs.ts'
import { certificate } from './certificate.ts'
import { ticketInput } from './factories.ts'
import { freePort } from './free-port.ts'
import { visit, type Visitor } from './node-pair.ts'
import { ServerProcess } from './process.ts'
import { makeServerHome, type ServerHome } from './server-home.ts'
import { openSocket, type Socket } from './socket.ts'

const hasNginx = spawnSync('nginx', ['-v']).status === 0
const isShared = process.env.TEST_DATABASE === 'postgres'
const why = isShared ? (hasNginx ? '' : ': nginx is not installed') : ': two nodes need PostgreSQL'

const megabytes = 20

describe.skipIf(why !== '')(`two nodes behind nginx as the example has it${why}`, () => {
  let folder: string
  let home: ServerHome
  let nginx: ChildProcess
  let nodes: ServerProcess[]
  let plain: string
  let url: string
  let root: Visitor
  const sockets: Socket[] = []

  beforeAll(async () => {
    tls.setDefaultCACertificates([...tls.getCACertificates(), certificate.cert])
    home = await makeServerHome()
    folder = fs.mkdtempSync(path.join(os.tmpdir(), 'signalbox-nginx-'))
    // Its workers may be of another user.
    fs.chmodSync(folder, 0o755)
    const ports = [await freePort(), await freePort(), await freePort(), await freePort()]
    const [http = 0, https = 0, ...own] = ports
    url = `https://localhost:${https}`
    plain = `http://localhost:${http}`
    nodes = own.map(
      (port) =>
        new ServerProcess({
          ...home.env,
          PORT: String(port),
          PUBLIC_URL: url,
          TRUST_PROXY: '127.0.0.1',
          ADMIN_EMAIL: 'root@example.com',
          ADMIN_PASSWORD: 'very secret',
          LOGIN_FAILURES_PER_15_MINUTES: '2',
        }),
    )
    for (const node of nodes) await node.url()
    const args = layNginx(folder, {
      'listen 80;': `listen 127.0.0.1:${http};`,
      'listen [::]:80;': '',
      'listen 443 ssl': `listen 127.0.0.1:${https} ssl`,
      'listen [::]:443 ssl http2;': '',
      'desk.example.com': 'localhost',
      ':3001': `:${own[0]}`,
      ':3002': `:${own[1]}`,
      // Of the port, which only a test has: the example is on the usual one.
      'Host $host;': 'Host $http_host;',
    })
    nginx = spawn('nginx', args, { stdio: ['ignore', 'ignore', 'pipe'] })
    process.once('exit', () => nginx.kill('SIGKILL'))
    // It listens at once, or a moment later.
    root = await vi.waitFor(() => visit(url), 20_000)
  }, 120_000)
  afterAll(async () => {
    for (const socket of sockets) socket.raw.terminate()
    nginx?.kill('SIGTERM')
    await Promise.all((nodes ?? []).map((node) => node.end('SIGKILL')))
    await home?.remove()
    if (folder) fs.rmSync(folder, { recursive: true, force: true })
  })

  async function join(): Promise<Socket> {
    const socket = await openSocket(url, { cookie: root.cookie, origin: url })
    sockets.push(socket)
    socket.send({ type: 'user:join', userId: root.id })
    await socket.hearsType('authenticated')
    return socket
  }

  test('who comes without TLS is sent to it, and pages come by HTTP/2', async () => {
    const { status, headers } = await fetch(`${plain}/tickets`, { redirect: 'manual' })
    expect([status, headers.get('location')]).toEqual([301, 'https://localhost/tickets'])
    const session = http2.connect(url, { ca: certificate.cert })
    const [answered] = (await once(session.request({ ':path': '/healthz' }), 'response')) as [object]
    expect(answered).toMatchObject({ ':status': 200 })
    session.close()
  })

  test('the nodes believe nginx about who calls, and not what callers say of themselves', async () => {
    const answered = await root.send<{ warnings: string[] }>('GET', `${url}/api/auth/options`)
    expect(answered.body.warnings.filter((text) => text.includes('TRUST_PROXY'))).toEqual([])
    const guess = async (address: string) => {
      const { status } = await fetch(`${url}/api/auth/login`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-forwarded-for': address },
        body: JSON.stringify({ email: 'nobody@example.com', password: address }),
      })
      return status
    }
    const places = ['203.0.113.1', '203.0.113.2', '203.0.113.3']
    const guesses = []
    for (const place of places) guesses.push(await guess(place))
    expect(guesses).toEqual([401, 401, 429])
  })

  test(`a file of ${megabytes} MB passes both ways, and its sender hears when it has arrived`, async () => {
    const bytes = Buffer.alloc(megabytes * 1024 * 1024, 'It burns. ')
    const begun = await root.send<{ id: string; key: string; uploadId: string; serverToken: string }>(
      'POST',
      `${url}/api/uploads/s3/multipart`,
      { filename: 'large.txt', type: 'text/plain', metadata: { size: String(bytes.length) } },
    )
    const { id, key, uploadId, serverToken } = begun.body
    const watching = await openSocket(url, { cookie: root.cookie, origin: url }, `/api/${serverToken}`)
    sockets.push(watching)
    const at = `${url}/api/uploads/s3/multipart/${uploadId}`
    const query = `?key=${encodeURIComponent(key)}`
    const signed = await root.send<{ url: string }>('GET', `${at}/1${query}`)
    const sent = await fetch(signed.body.url, { method: 'PUT', body: new Uint8Array(bytes) })
    expect(sent.status).toBe(200)
    const parts = [{ PartNumber: 1, ETag: sent.headers.get('etag') ?? '' }]
    expect((await root.send('POST', `${at}/complete${query}`, { parts })).status).toBe(200)
    expect((await root.send('POST', `${url}/api/uploads/${id}/finish`)).status).toBe(200)
    await expect.poll(() => watching.heard.map((one) => 'action' in one && one.action)).toContain('success')

    const ticket = await root.send<{ id: string }>('POST', `${url}/api/tickets`, ticketInput())
    const files = await root.send<{ id: string }[]>(
      'POST',
      `${url}/api/tickets/${ticket.body.id}/attachments`,
      {
        attachmentIds: [id],
      },
    )
    const { cookie } = root
    const back = await fetch(`${url}/api/attachments/${files.body[0]?.id}`, { headers: { cookie } })
    expect(Buffer.compare(Buffer.from(await back.arrayBuffer()), bytes)).toBe(0)
  })

  test(
    'sockets are heard through either node, and nobody notices that one goes',
    { timeout: 60_000 },
    async () => {
      const listening = [await join(), await join()]
      const told = async () => {
        const { status, body } = await root.send<{ id: string }>('POST', `${url}/api/tickets`, ticketInput())
        expect(status).toBe(201)
        return body.id
      }
      const first = await told()
      for (const socket of listening) await socket.hears(({ ticket }) => ticket?.id === first, 10_000)

      const [leaving] = nodes
      expect((await leaving?.end('SIGTERM'))?.code).toBe(0)
      for (let turn = 0; turn < 20; turn++) await told()
      // Of the two sockets each node had one: `least_conn` has shared them out.
      const ended = listening.map(({ raw }) => (raw.readyState === raw.OPEN ? 'open' : 'closed'))
      expect(ended.toSorted()).toEqual(['closed', 'open'])
      const again = await join()
      const last = await told()
      await again.hears(({ ticket }) => ticket?.id === last, 10_000)
    },
  )
})
