import { afterAll, beforeAll, expect, test } from 'vitest'
import { aClient, assign } from '#test/factories.ts'
import { startApp, type Caller, type TestApp } from '#test/harness.ts'
import { deskAddress, openPost, secondAddress } from '#test/incoming-mail.ts'
import { freePort } from '#test/processes/free-port.ts'

let nodes: TestApp[]
let eve: Caller
let posts: ReturnType<typeof openPost>[]

beforeAll(async () => {
  const ports = [await freePort(), await freePort()]
  const inboundOf = (port: number) => ({
    host: '127.0.0.1',
    port,
    addresses: [deskAddress, secondAddress],
    protocol: 'smtp' as const,
    tls: undefined,
    isFirstHop: false,
  })
  const first = await startApp({ inbound: inboundOf(ports[0]!) })
  // The files are in one place, as in a bucket.
  const second = await startApp({
    inbound: inboundOf(ports[1]!),
    database: first.database,
    storage: { DATA_DIR: first.dataFolder },
  })
  nodes = [first, second]
  const root = await first.signedIn('super_user')
  eve = await first.signedIn('helpdesk')
  const ana = await first.signedIn('client', { email: 'ana@meridian.test' })
  const client = await aClient(root)
  await assign(root, client.id, ana.id, 'employee')
  posts = ports.map((port) => openPost(port, eve))
})
afterAll(async () => {
  for (const node of nodes.toReversed()) await node.close()
})

test('two nodes that get the same mails make one ticket of each', async () => {
  const count = 20
  const headers = { date: 'Fri, 27 Nov 2026 10:00:00 +0000' }
  await Promise.all(
    Array.from({ length: count }, async (_, number) => {
      const letter = {
        subject: `Mail ${number}`,
        text: 'Words.',
        messageId: `m${number}@meridian.test`,
        headers,
      }
      await Promise.all([posts[0]!.send(letter), posts[1]!.send({ ...letter, recipients: [secondAddress] })])
    }),
  )
  const mails = await posts[0]!.settled()
  expect(mails).toHaveLength(count)
  for (const mail of mails) {
    expect(mail).toMatchObject({ state: 'done', outcome: 'ticket' })
    expect(mail.mailboxes.toSorted()).toEqual([secondAddress, deskAddress])
  }
  expect(new Set(mails.map(({ ticket }) => ticket?.id)).size).toBe(count)
})
