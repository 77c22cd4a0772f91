import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aTicket } from '#test/factories.ts'
import { Caller, startApp, type TestApp } from '#test/harness.ts'

let desk: TestApp
let withPages: TestApp
let ana: Caller
let helpdesk: Caller
const webRoot = fs.mkdtempSync(path.join(os.tmpdir(), 'signalbox-web-'))

beforeAll(async () => {
  fs.writeFileSync(path.join(webRoot, 'index.html'), '<!doctype html>')
  desk = await startApp()
  withPages = await startApp({ webRoot })
  ana = await desk.signedIn('client')
  helpdesk = await desk.signedIn('helpdesk')
})
afterAll(async () => {
  await desk.close()
  await withPages.close()
  fs.rmSync(webRoot, { recursive: true })
})

/** Makes every new view fail in the database, by this of its codes. */
const failBy = (code: string) =>
  desk.database.pool.query(`
    create or replace function broken() returns trigger language plpgsql as $$ begin raise sqlstate '${code}'; end $$;
    create or replace trigger broken before insert on saved_views for each row execute function broken()`)

test('no refusal is kept by a cache, whatever it refuses', async () => {
  const { id } = await aTicket(await desk.signedIn('client'))
  const busy = await startApp({
    database: desk.database,
    settings: { WRITES_PER_MINUTE: 0 },
    storage: { DISK_FLOOR_MB: 1_000_000_000 },
  })
  const json = { 'content-type': 'application/json' }
  const view = { name: 'A view', query: 'status=open' }
  const refusals: [number, string, () => Promise<{ status: number; headers: Record<string, unknown> }>][] = [
    [400, 'input', () => ana.post('/api/tickets', {})],
    [400, 'JSON', () => ana.send('POST', '/api/tickets', '{', json)],
    [400, 'address', () => ana.get('/api/tickets/%ff')],
    [401, 'nobody', () => desk.nobody.get('/api/tickets')],
    [403, 'role', () => ana.get('/api/users')],
    [403, 'another site', () => ana.post('/api/views', view, { origin: 'https://evil.example' })],
    [404, 'not theirs', () => ana.get(`/api/tickets/${id}`)],
    [404, 'unknown call', () => ana.get('/api/nothing')],
    [404, 'unknown path', () => ana.get('/nothing')],
    [404, 'unknown call beside pages', () => withPages.nobody.get('/api/nothing')],
    [404, 'unknown asset', () => withPages.nobody.get('/assets/nothing.js')],
    [404, 'unknown call, sent', () => withPages.nobody.post('/nothing')],
    [413, 'too large', () => ana.send('POST', '/api/tickets', `"${'x'.repeat(2 ** 20)}"`, json)],
    [415, 'not JSON', () => ana.send('POST', '/api/tickets', 'x', { 'content-type': 'text/plain' })],
    [429, 'too many', () => new Caller(busy.app, helpdesk.cookie).post('/api/views', view)],
    [500, 'defect', async () => (await failBy('P0001'), helpdesk.post('/api/views', view))],
    [503, 'database', async () => (await failBy('57P03'), helpdesk.post('/api/views', view))],
    [503, 'not ready', () => busy.nobody.get('/readyz')],
  ]
  const told: unknown[] = []
  for (const [, what, ask] of refusals) {
    const { status, headers } = await ask()
    told.push([status, what, headers['cache-control']])
  }
  await busy.close()
  expect(told).toEqual(refusals.map(([status, what]) => [status, what, 'no-store']))
})
