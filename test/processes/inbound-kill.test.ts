import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { InboundPage } from '#features/inbound/contract.ts'
import { freePort } from '#test/processes/free-port.ts'
import { ServerProcess } from '#test/processes/process.ts'
import { rawMail, sendSurely } from '#test/processes/relayed-mail.ts'
import { makeServerHome, type ServerHome } from '#test/processes/server-home.ts'

const mails = 24
const kills = 3
let home: ServerHome
let env: Record<string, string>
let smtpPort: number

beforeAll(async () => {
  home = await makeServerHome()
  smtpPort = await freePort()
  env = {
    ...home.env,
    ADMIN_EMAIL: 'root@example.com',
    ADMIN_PASSWORD: 'very secret',
    INBOUND_SMTP_PORT: String(smtpPort),
    INBOUND_ADDRESSES: 'support@desk.test',
  }
})
afterAll(() => home.remove())

async function openCaller(url: string) {
  const signIn = await fetch(`${url}/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: env['ADMIN_EMAIL'], password: env['ADMIN_PASSWORD'] }),
  })
  const cookie = signIn.headers.getSetCookie()[0]?.split(';')[0] ?? ''
  return async <T>(method: string, path: string, body?: unknown): Promise<T> => {
    const answer = await fetch(`${url}${path}`, {
      method,
      headers: { cookie, ...(body !== undefined && { 'content-type': 'application/json' }) },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    return (await answer.json()) as T
  }
}

const rawOf = (number: number) =>
  rawMail([
    'From: Ana <ana@meridian.test>',
    `Message-ID: <m${number}@meridian.test>`,
    `Subject: Mail ${number}`,
  ])

test(
  'each mail becomes exactly one ticket, however often the server is killed',
  { timeout: 180_000 },
  async () => {
    let server = new ServerProcess(env)
    const call = await openCaller(await server.url())
    const client = await call<{ id: string }>('POST', '/api/clients', { name: 'Meridian' })
    await call('POST', '/api/users', {
      email: 'ana@meridian.test',
      firstName: 'Ana',
      lastName: 'Silva',
      companyName: 'Meridian',
      password: 'also very secret',
      clientId: client.id,
    })

    const sent = Promise.all(
      Array.from({ length: mails }, (_, number) => sendSurely(rawOf(number), [smtpPort])),
    )
    for (let kill = 0; kill < kills; kill += 1) {
      await wait(400 + 300 * kill)
      await server.end('SIGKILL')
      server = new ServerProcess(env)
      await server.url()
    }
    await sent

    const again = await openCaller(await server.url())
    await expect
      .poll(
        async () =>
          (await again<InboundPage>('GET', '/api/inbound?limit=100')).mails.filter(
            ({ outcome }) => outcome === 'ticket',
          ).length,
        { timeout: 90_000, interval: 500 },
      )
      .toBe(mails)
    const { total } = await again<InboundPage>('GET', '/api/inbound')
    const { tickets } = await again<{ tickets: { subject: string }[] }>('GET', '/api/tickets?limit=100')
    expect(total).toBe(mails)
    expect(tickets.map(({ subject }) => subject).toSorted()).toEqual(
      Array.from({ length: mails }, (_, number) => `Mail ${number}`).toSorted(),
    )
    await server.end('SIGTERM')
  },
)
