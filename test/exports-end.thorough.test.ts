import { buffer } from 'node:stream/consumers'
import pino from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aClient, aTicket } from '#test/factories.ts'
import { startApp, type Caller, type TestApp } from '#test/harness.ts'

let desk: TestApp
let root: Caller
let companyId: string
const lines: string[] = []
const warnings = () => lines.filter((line) => (JSON.parse(line) as { level: number }).level > 30)
const many = 3000

beforeAll(async () => {
  desk = await startApp({
    logger: pino({ level: 'info' }, { write: (line) => lines.push(line) }),
  })
  root = await desk.signedIn('super_user')
  companyId = (await aClient(root)).id
  const { id } = await aTicket(root, { clientId: companyId })
  // Hashes, because what repeats itself is compressed to next to nothing.
  await desk.database.pool.query(
    `insert into tickets (ticket_number, subject, description, client_id, created_by_id, search_text, created_at)
     select 'OUT-' || n, (select string_agg(md5(n || ' ' || part), '') from generate_series(1, 12) part), '',
       client_id, created_by_id, '', created_at + n * interval '1 second'
     from tickets, generate_series(1, $2::int) n where id = $1`,
    [id, many],
  )
  await desk.database.pool.query(
    `with head as (update log_head set position = position + $2, public_position = public_position + $2 returning position, public_position)
     insert into events (position, public_position, type, ticket_id, actor_id, data)
     select position - n, public_position - n, 'ticket.changed', $1::uuid, $3::uuid, '{}' from head, generate_series(0, $2::int - 1) n`,
    [id, many, root.id],
  )
})
afterAll(() => desk.close())

const endings: Record<string, (person: Caller) => Promise<{ status: number }>> = {
  deactivated: ({ id }) => root.post(`/api/users/${id}/disable`),
  demoted: ({ id }) => root.put(`/api/users/${id}`, { role: 'helpdesk' }),
  'signed out': (person) => person.post('/api/auth/logout'),
}

/** An export as somebody takes it who reads no faster than they want to. */
async function begin({ cookie }: Caller, path: string, headers: Record<string, string>) {
  const url = path.replace(':id', companyId)
  const answer = await desk.app.inject({ url, headers: { cookie, ...headers }, payloadAsStream: true })
  expect(answer.statusCode).toBe(200)
  return answer.stream()
}

test.each([
  ['list of tickets', '/api/tickets/export', 'deactivated', {}],
  ['compressed list of tickets', '/api/tickets/export', 'signed out', { 'accept-encoding': 'gzip' }],
  ['audit log', '/api/audit/export', 'demoted', {}],
  ['archive of a client', '/api/clients/:id/export', 'deactivated', {}],
])('the %s from %s breaks off when whoever takes it is %s', async (_what, path, ending, headers) => {
  const whole = (await buffer(await begin(root, path, headers))).length
  const person = await desk.signedIn('super_user')
  const file = await begin(person, path, headers)
  lines.length = 0
  const statuses: number[] = []
  let taken = 0
  const takeOn = async () => {
    for await (const chunk of file) {
      if (taken === 0) statuses.push((await endings[ending]!(person)).status)
      taken += (chunk as Buffer).length
    }
  }
  await expect(takeOn()).rejects.toThrow('response destroyed before completion')
  expect(statuses).toEqual([200])
  expect(taken).toBeLessThan(whole * 0.75)
  // Failures behind the end of an answer are logged a moment later.
  await root.get('/api/auth/user')
  expect(warnings()).toEqual([])
})
