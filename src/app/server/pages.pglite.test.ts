import { createHash } from 'node:crypto'
import fs from 'node:fs'
import { connect } from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { keyOf } from '#test/samples.ts'
import { startApp, type Caller, type TestApp } from '#test/harness.ts'

let desk: TestApp
let webRoot = ''
const script = `export const long = '${'x'.repeat(3000)}'`

beforeAll(async () => {
  webRoot = fs.mkdtempSync(path.join(os.tmpdir(), 'signalbox-web-'))
  fs.mkdirSync(path.join(webRoot, 'assets'))
  fs.mkdirSync(path.join(webRoot, '.vite'))
  fs.writeFileSync(
    path.join(webRoot, 'index.html'),
    '<!doctype html><head><meta name="nonce" content="__CSP_NONCE__"></head>',
  )
  fs.writeFileSync(path.join(webRoot, 'index.html.gz'), gzipSync('stale'))
  fs.writeFileSync(path.join(webRoot, 'favicon.svg'), '<svg/>')
  const manifest = {
    '_start-1.js': { file: 'assets/start-1.js', name: 'start' },
    '_app-2.js': { file: 'assets/app-2.js', name: 'app' },
  }
  fs.writeFileSync(path.join(webRoot, '.vite', 'manifest.json'), JSON.stringify(manifest))
  fs.writeFileSync(path.join(webRoot, 'assets', 'main-1a2b.js'), script)
  fs.writeFileSync(path.join(webRoot, 'assets', 'main-1a2b.js.gz'), gzipSync(script))
  desk = await startApp({ webRoot })
})
afterAll(async () => {
  await desk.close()
  fs.rmSync(webRoot, { recursive: true })
})

const get = (url: string, headers?: Record<string, string>) => desk.nobody.get<string>(url, headers)
const policyOf = ({ headers }: { headers: Record<string, unknown> }) =>
  String(headers['content-security-policy'])

describe('the page', () => {
  test.each(['/', '/tickets', '/my-tickets?page=2', '/no/such/path', '/.env', '/apiary', '/index.html.gz'])(
    'the page is answered at %s',
    async (url) => {
      const { status, body, headers } = await get(url)
      expect([status, headers['content-type'], headers['cache-control']]).toEqual([
        200,
        'text/html; charset=utf-8',
        'no-store',
      ])
      expect(body).toContain('<!doctype html>')
    },
  )

  test('the page has a new nonce each time, which its policy repeats', async () => {
    const nonces = []
    for (let turn = 0; turn < 2; turn++) {
      const answer = await get('/')
      const nonce = /content="([^"]+)"/.exec(answer.body)![1]!
      expect(policyOf(answer)).toContain(`'nonce-${nonce}'`)
      nonces.push(nonce)
    }
    expect(nonces[0]).not.toBe(nonces[1])
  })

  test('the policy of the page allows no foreign script, no frame and no evaluated text', async () => {
    const policy = policyOf(await get('/'))
    for (const rule of [
      "default-src 'none'",
      "script-src 'self'",
      "frame-ancestors 'none'",
      "base-uri 'none'",
      "object-src 'none'",
      "require-trusted-types-for 'script'",
    ])
      expect(policy).toContain(rule)
    expect(policy).not.toMatch(/unsafe-inline|unsafe-eval|\*/)
  })

  test('the page names the parts that somebody signed in loads at once, and nobody else', async () => {
    const person = await desk.signedIn('helpdesk')
    const namedAt = async (by: Caller, url: string) => {
      const { body } = await by.get<string>(url)
      const links = body.matchAll(/<link rel="modulepreload" crossorigin href="([^"]+)">/g)
      return [...links].map(([, href]) => href)
    }
    expect(await namedAt(person, '/tickets?status=open')).toEqual(['/assets/app-2.js'])
    expect(await namedAt(desk.nobody, '/tickets')).toEqual([])
  })

  test('the file name of the page leads to the front page', async () => {
    expect(await get('/index.html')).toMatchObject({ status: 302, headers: { location: '/' } })
  })
})

test('a file with a hash in its name is cached for a year and sent compressed as it lies there', async () => {
  const plain = await get('/assets/main-1a2b.js')
  expect([plain.status, plain.body, plain.headers['cache-control']]).toEqual([
    200,
    script,
    'public, max-age=31536000, immutable',
  ])
  const packed = await get('/assets/main-1a2b.js', { 'accept-encoding': 'gzip' })
  expect([packed.status, packed.headers['content-encoding']]).toEqual([200, 'gzip'])
  expect((await get('/favicon.svg')).headers['cache-control']).toBe('no-cache')
})

test.each(['/assets/gone.js', '/api/nothing', '/api', '/api/tickets/x/nothing'])(
  'the address %s is answered 404 and not with the page',
  async (url) => {
    const { status, body } = await get(url)
    expect([url, status]).toEqual([url, 404])
    expect(JSON.stringify(body)).not.toContain('<!doctype')
  },
)

test('a file outside the web folder is never served', async () => {
  for (const url of [
    '/.vite/manifest.json',
    '/../package.json',
    '/%2e%2e/package.json',
    '/..%2fpackage.json',
    '/assets/..%5c..%5cpackage.json',
  ])
    expect(JSON.stringify((await get(url)).body)).not.toMatch(/"dependencies"|isDynamicEntry|^"?\{\}/)
})

test('an unknown call of the API is answered as JSON, whatever the method', async () => {
  for (const method of ['GET', 'POST', 'PUT', 'DELETE', 'PATCH'])
    expect(await desk.nobody.send(method, '/api/nothing')).toMatchObject({
      status: 404,
      body: { message: 'Not found' },
    })
  expect(await desk.nobody.send('PATCH', '/api/tickets')).toMatchObject({
    status: 404,
    body: { message: 'Not found' },
  })
})

test('every answer forbids the browser to guess the type, to frame it, and to tell where a link came from', async () => {
  for (const url of [
    '/',
    '/api/tickets',
    '/api/auth/options',
    '/healthz',
    '/assets/main-1a2b.js',
    '/api/nothing',
  ]) {
    const { headers } = await get(url)
    expect([url, headers['x-content-type-options'], headers['referrer-policy']]).toEqual([
      url,
      'nosniff',
      'same-origin',
    ])
    expect([url, policyOf({ headers })]).toEqual([url, expect.stringContaining("frame-ancestors 'none'")])
    expect(headers['x-powered-by']).toBeUndefined()
  }
})

describe('the API page', () => {
  interface Operation {
    summary: string
    parameters: { name: string }[]
    responses: Record<string, unknown>
    requestBody?: unknown
  }
  interface Document {
    openapi: string
    paths: Record<string, Record<string, Operation>>
  }
  const document = async (by: Caller = desk.nobody) => (await by.get<Document>('/api-docs/openapi.json')).body

  test('the API page is readable signed out, and may be framed by our own pages only', async () => {
    const answer = await get('/api-docs/')
    expect(answer.status).toBe(200)
    expect(String(answer.headers['content-type'])).toContain('text/html')
    expect(policyOf(answer)).toContain("frame-ancestors 'self'")
    expect(policyOf(answer)).toContain("default-src 'none'")
    expect(answer.headers['x-frame-options']).toBe('SAMEORIGIN')
    expect((await get('/api-docs')).body).toBe(answer.body)
  })

  test('the API page lists every call, tickets first, and loads nothing but its icon', async () => {
    const { body } = await get('/api-docs')
    const names = [...body.matchAll(/<h2>([\w-]+)<\/h2>/g)].map(([, name]) => name!)
    expect(names[0]).toBe('Tickets')
    expect(names.slice(1, -1)).toEqual(names.slice(1, -1).toSorted((a, b) => a.localeCompare(b)))
    const { paths } = await document()
    const calls = Object.entries(paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, { summary }]) => ({
        path,
        method: method.toUpperCase(),
        summary,
      })),
    )
    expect(body.match(/<details /g)).toHaveLength(calls.length)
    const asHtml = (text: string) => text.replaceAll(/`([^`]+)`/g, '<code>$1</code>')
    for (const { path, method, summary } of calls)
      expect(body).toContain(
        `>${method}</code><code class="path">${path}</code><span>${asHtml(summary)}</span>`,
      )
    expect(body).not.toMatch(/<script|swagger|fastify/i)
    expect([...body.matchAll(/ (?:src|href)="([^"#]+)"/g)].map(([, at]) => at)).toEqual([
      '/favicon.svg',
      '/api-docs/openapi.json',
    ])
    const style = /<style>(.*)<\/style>/s.exec(body)?.[1] ?? ''
    const digest = createHash('sha256').update(style).digest('base64')
    expect(policyOf(await get('/api-docs'))).toContain(`style-src 'sha256-${digest}'`)
  })

  test('the API document describes every call that is served, with its parts and its refusals', async () => {
    const { openapi, paths } = await document()
    expect(openapi).toMatch(/^3\.1/)
    const described = Object.entries(paths).flatMap(([url, methods]) =>
      Object.keys(methods).map((method) =>
        keyOf({ method: method.toUpperCase() as 'GET', path: url.replaceAll(/\{(\w+)\}/g, ':$1') as '/' }),
      ),
    )
    expect(described.sort()).toEqual(desk.served.map(keyOf).sort())
    expect(described, 'also what a browser opens by an address').toContain('GET /api/logout')
    for (const endpoint of desk.served) {
      const operation = paths[endpoint.path.replaceAll(/:(\w+)/g, '{$1}')]![endpoint.method.toLowerCase()]!
      expect(operation.summary).toBe(endpoint.summary)
      expect(Object.keys(operation.responses)).toContain(String(endpoint.status ?? 200))
      expect('401' in operation.responses).toBe(endpoint.access !== 'open')
      expect([keyOf(endpoint), operation.requestBody !== undefined]).toEqual([
        keyOf(endpoint),
        endpoint.body !== undefined,
      ])
      for (const name of Object.keys(endpoint.query?.shape ?? {}))
        expect(operation.parameters.map((one) => one.name)).toContain(name)
    }
  })

  test('the API document refers to nothing that it does not contain', async () => {
    const whole = await document()
    const text = JSON.stringify(whole)
    for (const [, name] of text.matchAll(/"\$ref":"#\/([^"]+)"/g)) {
      const found = name!
        .split('/')
        .reduce<unknown>((at, key) => (at as Record<string, unknown> | undefined)?.[key], whole)
      expect([name, found]).toEqual([name, expect.anything()])
    }
  })

  test('the API page is for staff only where API_DOCS says so', async () => {
    const closed = await startApp({ database: desk.database, settings: { API_DOCS: 'staff' } })
    for (const url of ['/api-docs', '/api-docs/', '/api-docs/openapi.json']) {
      expect([url, (await closed.nobody.get(url)).status]).toEqual([url, 401])
      expect([url, (await (await closed.signedIn('client')).get(url)).status]).toEqual([url, 403])
      expect([url, (await (await closed.signedIn('internal')).get(url)).status]).toEqual([url, 200])
    }
    await closed.close()
  })
})

test('a wish for another protocol is passed over everywhere but where sockets are', async () => {
  const { hostname, port } = new URL(await desk.listen())
  const answers = await Promise.all(
    ['h2c', 'websocket'].map(async (protocol) => {
      const socket = connect(Number(port), hostname)
      socket.write(
        `GET /healthz HTTP/1.1\r\nHost: ${hostname}:${port}\r\nConnection: Upgrade, close\r\nUpgrade: ${protocol}\r\n\r\n`,
      )
      return (await text(socket)).split('\r\n')[0]
    }),
  )
  expect(answers).toEqual(['HTTP/1.1 200 OK', 'HTTP/1.1 200 OK'])
})
