import { once } from 'node:events'
import http2 from 'node:http2'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { certificate } from '#test/services/certificate.ts'
import { ticketInput } from '#test/factories.ts'
import { Nginx, whyNoNginx } from '#test/processes/nginx.ts'
import { visit, type Visitor } from '#test/processes/node-pair.ts'
import { ServerProcess } from '#test/processes/process.ts'
import { makeServerHome, type ServerHome } from '#test/processes/server-home.ts'
import { openSocket, type Socket } from '#test/socket.ts'

const why = whyNoNginx()

const megabytes = 20

describe.skipIf(why !== '')(`two nodes behind nginx as the example has it${why}`, () => {
  let home: ServerHome
  let nginx: Nginx
  let nodes: ServerProcess[]
  let url: string
  let root: Visitor
  const sockets: Socket[] = []

  beforeAll(async () => {
    home = await makeServerHome()
    nginx = await Nginx.choose()
    url = nginx.url
    nodes = ([0, 1] as const).map(
      (place) =>
        new ServerProcess({
          ...home.env,
          ...nginx.envOf(place),
          ADMIN_EMAIL: 'root@example.com',
          ADMIN_PASSWORD: 'very secret',
          LOGIN_FAILURES_PER_15_MINUTES: '2',
        }),
    )
    for (const node of nodes) await node.url()
    await nginx.start()
    root = await visit(url)
  }, 120_000)
  afterAll(async () => {
    for (const socket of sockets) socket.raw.terminate()
    await nginx?.stop()
    await Promise.all((nodes ?? []).map((node) => node.end('SIGKILL')))
    await home?.remove()
  })

  async function join(): Promise<Socket> {
    const socket = await openSocket(url, { cookie: root.cookie, origin: url })
    sockets.push(socket)
    socket.send({ type: 'user:join', userId: root.id })
    await socket.hearsType('authenticated')
    return socket
  }

  test('a request without TLS is redirected to TLS, and pages come by HTTP/2', async () => {
    const { status, headers } = await fetch(`${nginx.plain}/tickets`, { redirect: 'manual' })
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
    const begun = await root.send<{
      id: string
      key: string
      uploadId: string
      serverToken: string
      partBytes: number
    }>('POST', `${url}/api/uploads/s3/multipart`, {
      filename: 'large.txt',
      type: 'text/plain',
      metadata: { size: String(bytes.length) },
    })
    const { id, key, uploadId, serverToken, partBytes } = begun.body
    const watching = await openSocket(url, { cookie: root.cookie, origin: url }, `/api/${serverToken}`)
    sockets.push(watching)
    const at = `${url}/api/uploads/s3/multipart/${uploadId}`
    const query = `?key=${encodeURIComponent(key)}`
    const parts: { PartNumber: number; ETag: string }[] = []
    for (let place = 0; place < bytes.length; place += partBytes) {
      const PartNumber = parts.length + 1
      const signed = await root.send<{ url: string }>('GET', `${at}/${PartNumber}${query}`)
      const body = new Uint8Array(bytes.subarray(place, place + partBytes))
      const sent = await fetch(signed.body.url, { method: 'PUT', body })
      expect(sent.status).toBe(200)
      parts.push({ PartNumber, ETag: sent.headers.get('etag') ?? '' })
    }
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
    { timeout: 240_000 },
    async () => {
      const listening = [await join(), await join()]
      const told = async () => {
        const { status, body } = await root.send<{ id: string }>('POST', `${url}/api/tickets`, ticketInput())
        expect(status).toBe(201)
        return body.id
      }
      const first = await told()
      for (const socket of listening) await socket.hears(({ ticket }) => ticket?.id === first)

      const [leaving] = nodes
      expect((await leaving?.end('SIGTERM'))?.code).toBe(0)
      for (let turn = 0; turn < 20; turn++) await told()
      // Each node had one of the two sockets: `least_conn` has shared them out.
      const ended = listening.map(({ raw }) => (raw.readyState === raw.OPEN ? 'open' : 'closed'))
      expect(ended.toSorted()).toEqual(['closed', 'open'])
      const again = await join()
      const last = await told()
      await again.hears(({ ticket }) => ticket?.id === last)
    },
  )
})
