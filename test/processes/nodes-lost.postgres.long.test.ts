import { afterEach, beforeEach, expect, test } from 'vitest'
import { ticketInput } from '#test/factories.ts'
import { register, startNodes, visit, Visitor, type NodePair } from '#test/processes/node-pair.ts'
import { settingsFor, startSmtp } from '#test/services/smtp.ts'
import { authenticated, type Socket } from '#test/socket.ts'

const registrations = 1
const mails = 3

// Tests that take minutes for docs/operations.md; the rest is in nodes.test.ts and nodes-memory.test.ts.
let pair: NodePair
let here: string
let there: string
let root: Visitor
beforeEach(async () => {
  pair = await startNodes({
    REGISTRATIONS_PER_10_MINUTES: String(registrations),
    MAILS_PER_MINUTE: String(mails),
  })
  ;[here, there] = pair.urls
  root = await visit(there)
}, 240_000)
afterEach(async () => {
  await pair?.close()
})

const nodeOf = (turn: number) => (turn % 2 ? there : here)

test('registrations, test mails and links to set a password are counted at both together', async () => {
  const stranger = new Visitor('', '')
  const registered: number[] = []
  // A private trial lets through ten times as many.
  const allowed = registrations * 10
  for (let turn = 0; turn < allowed + 2; turn++) {
    const person = {
      email: `new${turn}@example.com`,
      password: 'correct horse',
      firstName: 'Ada',
      lastName: 'Berg',
      role: 'helpdesk',
    }
    registered.push((await stranger.send('POST', `${nodeOf(turn)}/api/auth/register`, person)).status)
  }
  expect(registered).toEqual([...Array.from({ length: allowed }, () => 201), 429, 429])

  const smtp = await startSmtp()
  try {
    await root.send('PUT', `${here}/api/admin/email-settings`, settingsFor(smtp))
    const tested: number[] = []
    const asked: number[] = []
    for (let turn = 0; turn < mails + 1; turn++) {
      const email = `new${turn}@example.com`
      const node = nodeOf(turn)
      tested.push((await root.send('POST', `${node}/api/admin/test-email`, { email })).status)
      asked.push((await stranger.send('POST', `${node}/api/auth/forgot`, { email })).status)
    }
    expect(tested).toEqual([200, 200, 200, 429])
    expect(asked).toEqual([200, 200, 200, 429])
  } finally {
    await smtp.close()
  }
})

test('a comment of a killed server is mailed by the other one', { timeout: 240_000 }, async () => {
  const smtp = await startSmtp()
  try {
    await root.send('PUT', `${there}/api/admin/email-settings`, settingsFor(smtp))
    const client = await visit(there, await register(there, 'client', 'eve@example.com'))
    const ticket = await client.send<{ id: string }>('POST', `${there}/api/tickets`, ticketInput())
    const comments = `/api/tickets/${ticket.body.id}/comments`
    expect((await root.send('POST', `${here}${comments}`, { content: 'Soon' })).status).toBe(201)
    await pair.nodes[0].end('SIGKILL')
    await expect.poll(() => smtp.received.length, { timeout: 90_000, interval: 500 }).toBe(1)
    expect(smtp.received[0]?.mail.text).toContain('Soon')
  } finally {
    await smtp.close()
  }
})

test('a viewer at a killed server soon disappears at the other server', { timeout: 180_000 }, async () => {
  const ticket = await root.send<{ id: string }>('POST', `${there}/api/tickets`, ticketInput())
  const ticketId = ticket.body.id
  const colleague = await visit(here, await register(here, 'helpdesk', 'eve@example.com'))
  const join = async (node: string, who: Visitor): Promise<Socket> => {
    const socket = await authenticated(node, who)
    socket.send({ type: 'ticket:viewing', ticketId })
    return socket
  }
  const watching = await join(there, root)
  await join(here, colleague)
  const seen = () =>
    watching.heard.findLast(({ type }) => type === 'ticket:presence')?.people?.map(({ id }) => id)
  await expect.poll(seen).toEqual([colleague.id])
  await pair.nodes[0].end('SIGKILL')
  await expect.poll(seen, { timeout: 240_000, interval: 500 }).toEqual([])
  watching.raw.terminate()
})
