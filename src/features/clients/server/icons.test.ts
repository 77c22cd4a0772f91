import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { fetchPublic, NotFetched } from '#platform/server/send/public-fetch.ts'
import { aClient, assign, aTicket } from '#test/factories.ts'
import { startApp, type Caller, type TestApp } from '#test/harness.ts'
import { createFetchIcon, type FetchIcon } from './fetch-icon.ts'
import { processorMs } from '#test/processor-time.ts'

const pixel = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)
const drawing = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'
const dayMs = 24 * 60 * 60 * 1000

let desk: TestApp
let admin: Caller
let answer: RequestListener
const asked: string[] = []
const site = createServer((request, response) => {
  asked.push(request.url ?? '')
  answer(request, response)
})
let host = ''
const fetchIcon = vi.fn<FetchIcon>(createFetchIcon('127.0.0.1'))

beforeAll(async () => {
  await new Promise<void>((ready) => site.listen(0, '127.0.0.1', ready))
  host = `127.0.0.1:${(site.address() as AddressInfo).port}`
  desk = await startApp({ fetchIcon })
  admin = await desk.signedIn('super_user')
})
afterAll(async () => {
  await desk.close()
  site.closeAllConnections()
  site.close()
})

/** A website with something at each of these paths; nothing is anywhere else. */
function serves(pages: Record<string, Buffer | string | { to: string }>): void {
  asked.length = 0
  answer = ({ url = '' }, response) => {
    const page = pages[url]
    if (page === undefined) return response.writeHead(404).end()
    if (typeof page === 'object' && 'to' in page) return response.writeHead(302, { location: page.to }).end()
    return response.writeHead(200, { 'content-type': 'image/png' }).end(page)
  }
}

const iconOf = (by: Caller, clientId: string) => by.get<string>(`/api/clients/${clientId}/icon`)
let companies = 0
const company = () => aClient(admin, { name: `Company ${++companies}`, website: `http://${host}/about` })

async function forgetIcons(): Promise<void> {
  await desk.database.pool.query('delete from favicons')
}

test('staff and the people of a company get its icon, made harmless, and the website is asked once a week', async () => {
  serves({ '/favicon.ico': pixel })
  const { id } = await company()
  const member = await desk.signedIn('client')
  await assign(admin, id, member.id, 'employee')
  for (const by of [admin, await desk.signedIn('internal'), member]) {
    const { status, headers } = await iconOf(by, id)
    expect(status).toBe(200)
    expect(headers).toMatchObject({
      'content-type': 'image/png',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; sandbox",
      'cache-control': 'private, max-age=86400',
    })
  }
  expect(asked).toEqual(['/favicon.ico'])
  desk.clock.advance(6 * dayMs)
  await iconOf(admin, id)
  expect(asked).toHaveLength(1)
  desk.clock.advance(2 * dayMs)
  expect((await iconOf(admin, id)).status).toBe(200)
  expect(asked).toHaveLength(2)
})

test('a client gets only the icon of their own company, whatever their tickets name', async () => {
  serves({ '/favicon.ico': pixel })
  const { id } = await company()
  const stranger = await desk.signedIn('client')
  const { status, body } = await iconOf(stranger, id)
  expect([status, body]).toEqual([404, { message: 'Not found' }])
  await assign(admin, (await aClient(admin, { name: 'Other' })).id, stranger.id, 'employee')
  expect((await iconOf(stranger, id)).status).toBe(404)

  const author = await desk.signedIn('client')
  const { clientId } = await aTicket(author, { customerName: `Company ${companies}` })
  expect(clientId).toBe(id)
  expect((await iconOf(author, id)).status).toBe(404)
  await assign(admin, id, author.id, 'employee')
  expect((await iconOf(author, id)).status).toBe(200)
  expect((await iconOf(desk.nobody, id)).status).toBe(401)
})

test('an icon that a website names elsewhere is fetched there', async () => {
  await forgetIcons()
  serves({
    '/': `<html><link rel="stylesheet" href="/a.css"><link rel='shortcut icon' href='/img/mark.png'>`,
    '/img/mark.png': pixel,
  })
  expect((await iconOf(admin, (await company()).id)).status).toBe(200)
  expect(asked).toEqual(['/favicon.ico', '/', '/img/mark.png'])
})

test.each<[string, Parameters<typeof serves>[0]]>([
  ['has none', {}],
  ['has a page in its place', { '/favicon.ico': '<html>Not found</html>' }],
  ['has a drawing that could run', { '/favicon.ico': drawing, '/': drawing }],
  ['has one that is too large', { '/favicon.ico': Buffer.concat([pixel, Buffer.alloc(101 * 1024)]) }],
  ['leads round in circles', { '/favicon.ico': { to: '/favicon.ico' } }],
  ['leads into our own network', { '/favicon.ico': { to: 'http://169.254.169.254/latest/meta-data' } }],
  ['leads to another protocol', { '/favicon.ico': { to: 'file:///etc/passwd' } }],
])('a website that %s has no icon, and is not asked again for a day', async (_, pages) => {
  await forgetIcons()
  serves(pages)
  const { id } = await company()
  const answer = async () => {
    const { status, headers } = await iconOf(admin, id)
    return [status, headers['cache-control']]
  }
  const slowly = { timeout: 15_000 }
  // Until the website has answered nobody waits for it for long.
  await expect.poll(answer, slowly).toEqual([204, 'private, max-age=86400'])
  const times = asked.length
  expect(await answer()).toEqual([204, 'private, max-age=86400'])
  expect(asked).toHaveLength(times)
  serves({ '/favicon.ico': pixel })
  desk.clock.advance(dayMs + 1)
  await expect.poll(async () => (await iconOf(admin, id)).status, slowly).toBe(200)
})

test.each([
  ['spaces', `<link rel=${' '.repeat(100_000)}>`],
  ['beginnings of links', '<link '.repeat(16_000)],
  ['relations', `<link ${'rel=a '.repeat(16_000)}>`],
])('a website that sends nothing but %s keeps nobody waiting', async (_, page) => {
  await forgetIcons()
  serves({ '/': page })
  const { id } = await company()
  const begun = processorMs()
  await iconOf(admin, id)
  await expect.poll(() => asked).toContain('/')
  await iconOf(admin, id)
  expect(processorMs() - begun).toBeLessThan(1000)
})

test('a slow website is asked once for all who wait, who do not wait long, and has an icon later', async () => {
  await forgetIcons()
  serves({})
  const gate = Promise.withResolvers<undefined>()
  answer = (_request, response) => {
    void gate.promise.then(() => response.end(pixel))
  }
  const { id } = await company()
  const answers = await Promise.all([iconOf(admin, id), iconOf(admin, id), iconOf(admin, id)])
  // A website that was given up after its three seconds would be left alone for a day.
  for (const { status, headers } of answers)
    expect([status, headers['cache-control']]).toEqual([204, 'private, max-age=60'])
  expect(asked).toEqual(['/favicon.ico'])
  gate.resolve(undefined)
  await expect.poll(async () => (await iconOf(admin, id)).status).toBe(200)
  expect(asked).toEqual(['/favicon.ico'])
})

test('a website that never answers is given up', async () => {
  await forgetIcons()
  serves({})
  answer = () => undefined
  const { id } = await company()
  await iconOf(admin, id)
  await expect
    .poll(async () => (await iconOf(admin, id)).headers['cache-control'])
    .toBe('private, max-age=86400')
})

test('a company without a website has no icon', async () => {
  const times = fetchIcon.mock.calls.length
  const { id } = await aClient(admin, { name: 'No website' })
  expect((await iconOf(admin, id)).status).toBe(404)
  expect(fetchIcon.mock.calls).toHaveLength(times)
})

/** Written forms of 127.0.0.1 and 169.254.169.254, and names that lead there. */
const inside = [
  '127.0.0.1',
  '127.1',
  '127.0.1',
  '127.0.0.2',
  '0177.0.0.1',
  '0177.1',
  '0x7f.0.0.1',
  '0x7f.1',
  '0x7f000001',
  '2130706433',
  '017700000001',
  '0',
  '0.0.0.0',
  'localhost',
  'LOCALHOST',
  '127。0。0。1',
  '①②⑦.⓪.⓪.①',
  '[::1]',
  '[::]',
  '[0:0:0:0:0:0:0:1]',
  '[::ffff:127.0.0.1]',
  '[::ffff:7f00:1]',
  '[64:ff9b::7f00:1]',
  '[2002:7f00:1::]',
  '169.254.169.254',
  '0xa9fea9fe',
  '2852039166',
  '0251.0376.0251.0376',
  '169.254.43518',
  '[::ffff:a9fe:a9fe]',
  '[fd00:ec2::254]',
  '[fe80::1]',
  '10.0.0.1',
  '172.16.0.1',
  '192.168.1.1',
  '100.64.0.1',
]

test.each(inside)('the server asks no website at %s', async (name) => {
  const rules = { maxBytes: 1000, signal: AbortSignal.timeout(3000) }
  const refusal = await fetchPublic(new URL(`https://${name}/favicon.ico`), rules).catch(
    (error: unknown) => error,
  )
  expect(refusal).toBeInstanceOf(NotFetched)
  expect(String((refusal as Error).cause)).toMatch(/is not allowed/)
})

test.each([
  'http://example.com/',
  'https://example.com:8443/',
  'https://me:secret@example.com/',
  'file:///etc/passwd',
])('the server asks nothing at %s, which is no plain address of the public web', async (address) => {
  const rules = { maxBytes: 1000, signal: AbortSignal.timeout(3000) }
  await expect(fetchPublic(new URL(address), rules)).rejects.toThrow('is not of the public web')
})
