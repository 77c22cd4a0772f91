import net, { type AddressInfo } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { startApp, type TestApp } from '#test/harness.ts'
import { settingsFor } from '#test/services/smtp.ts'

const opened: { close(): unknown }[] = []
afterEach(async () => {
  for (const one of opened.splice(0).toReversed()) await one.close()
})

/** A server that keeps the greetings, and answers each step as it is told. */
async function aServer(answers: Partial<Record<'CONN' | 'EHLO' | 'HELO', string>>) {
  const greetings: string[] = []
  const server = net.createServer((socket) => {
    socket.on('error', () => undefined)
    socket.write(`${answers.CONN ?? '220 mx.example ready'}\r\n`)
    socket.on('data', (data) => {
      const line = String(data).trim()
      greetings.push(line)
      const step = line.startsWith('EHLO') ? 'EHLO' : 'HELO'
      socket.write(`${answers[step] ?? '250 mx.example'}\r\n`)
      if (answers[step]?.startsWith('421')) socket.end()
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  opened.push(server)
  return { port: (server.address() as AddressInfo).port, greetings }
}

async function aDesk(publicUrl?: string): Promise<TestApp> {
  const desk = await startApp({ settings: { PUBLIC_URL: publicUrl } })
  opened.push(desk)
  return desk
}

async function sendFrom(desk: TestApp, server: { port: number }) {
  const root = await desk.signedIn('super_user')
  await root.put('/api/admin/email-settings', settingsFor(server, { fromEmail: 'desk@mail.example' }))
  const { body } = await root.post<{ message: string }>('/api/admin/test-email', {
    email: 'ada@example.com',
  })
  return body.message
}

test.each([
  ['https://desk.example.com', 'desk.example.com'],
  ['https://desk.münchen.example', 'desk.xn--mnchen-3ya.example'],
  ['http://192.0.2.7:3000', 'mail.example'],
  ['http://localhost:3000', 'mail.example'],
  [undefined, 'mail.example'],
])('an installation at %s greets mail servers as %s', async (publicUrl, name) => {
  const server = await aServer({ EHLO: '421 go away' })
  await sendFrom(await aDesk(publicUrl), server)
  expect(server.greetings[0]).toBe(`EHLO ${name}`)
})

test.each([
  [{ EHLO: '421 4.7.0 try again later' }, '127.0.0.1 refused the greeting as desk.example.com (421).'],
  [{ EHLO: '550 no', HELO: '550 no such name' }, '127.0.0.1 refused the greeting as desk.example.com (550).'],
  [{ CONN: '554 5.7.1 your network is blocked' }, '127.0.0.1 refused the connection (554).'],
  [{ CONN: '421 too busy' }, '127.0.0.1 refused the connection (421).'],
])('a mail server that answers %j is named as refusing it', async (answers, message) => {
  const desk = await aDesk('https://desk.example.com')
  expect(await sendFrom(desk, await aServer(answers))).toContain(message)
})
