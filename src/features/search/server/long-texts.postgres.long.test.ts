import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { createPostgresDatabase } from '#test/database.ts'
import { distinctWords } from '#test/distinct-words.ts'
import { ticketInput } from '#test/factories.ts'
import { ServerProcess } from '#test/processes/process.ts'

const tickets = 1000
const people = 4
const loopDelay = fileURLToPath(new URL('../../../../test/support/probes/loop-delay.mjs', import.meta.url))

/** Signs in and calls as that person. */
async function personAt(url: string, email: string, password: string) {
  const send = (cookie: string, path: string, body?: unknown) =>
    fetch(`${url}${path}`, {
      method: body === undefined ? 'GET' : 'POST',
      headers: { cookie, ...(body !== undefined && { 'content-type': 'application/json' }) },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
  const signedIn = await send('', '/api/auth/login', { email, password })
  const cookie = signedIn.headers.getSetCookie()[0]!.split(';')[0]!
  return async (path: string, body?: unknown) => {
    const answer = await send(cookie, path, body)
    await answer.arrayBuffer()
    return answer.status
  }
}

// The embedded database computes on the event loop itself.
test(
  'four people who search many of the longest texts for an unknown word hold nobody up',
  { timeout: 3_600_000 },
  async () => {
    const database = await createPostgresDatabase()
    const [email, password] = ['root@example.com', 'very secret']
    const server = new ServerProcess({
      DATABASE_URL: database.url,
      APP_SECRET: 'x'.repeat(32),
      ADMIN_EMAIL: email,
      ADMIN_PASSWORD: password,
      NODE_OPTIONS: `--import=${loopDelay}`,
    })
    const url = await server.url()
    const root = await personAt(url, email, password)
    const account = { firstName: 'Ada', lastName: 'Berg', companyName: 'Acme', role: 'client', password }
    const searchers = [root]
    for (let made = 1; made < people; made++) {
      const ofPerson = { ...account, email: `client${made}@example.com` }
      expect(await root('/api/users', ofPerson)).toBe(201)
      searchers.push(await personAt(url, ofPerson.email, password))
    }
    const ana = searchers[1]!
    let made = 0
    const write = async () => {
      while (made < tickets) {
        const text = made++
        expect(await ana('/api/tickets', ticketInput({ description: distinctWords(text) }))).toBe(201)
      }
    }
    await Promise.all(Array.from({ length: 4 }, write))

    const ask = (path: string) => Promise.all(searchers.map((search) => search(path)))
    await ask('/api/search?q=warmingup')
    server.child.kill('SIGUSR2')
    for (const path of [
      '/api/search?q=zzzzxxx',
      '/api/search?q=zzzzxxx+qqqqyyy',
      '/api/tickets?search=zzzzxxx',
    ])
      expect([path, await ask(path)]).toEqual([path, searchers.map(() => 200)])
    const { output } = await server.end('SIGTERM')
    await database.drop()
    const [, heldUpMs] = /held up at most (\d+) ms/.exec(output) ?? []
    expect(Number(heldUpMs)).toBeLessThan(50)
  },
)
