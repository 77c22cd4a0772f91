import { afterAll, beforeAll, expect, test } from 'vitest'
import { receive } from '#features/messaging/server/service.ts'
import type { TicketPage } from '#features/tickets/contract.ts'
import type { TicketDetail } from '#features/conversation/contract.ts'
import { forgetUnusedWords } from '#features/ticket-search/server/public/text-index.ts'
import { aClient, aComment, aProduct, aTicket, ticketInput } from '#test/factories.ts'
import { anUpload } from '#test/files.ts'
import { startApp, type Caller, type TestApp } from '#test/harness.ts'

let desk: TestApp
let root: Caller
let ana: Caller
beforeAll(async () => {
  desk = await startApp()
  root = await desk.signedIn('super_user')
  ana = await desk.signedIn('client')
})
afterAll(() => desk.close())

/** Lists the places in the database, whatever the table, that hold a word after the cleaning of the next minute. */
async function placesOf(word: string): Promise<string[]> {
  await forgetUnusedWords(desk.work)
  const { pool } = desk.database
  const { rows: tables } = await pool.query<{ name: string }>(
    "select quote_ident(table_name) as name from information_schema.tables where table_schema = 'public'",
  )
  const found: string[] = []
  for (const { name } of tables) {
    const { rows } = await pool.query<{ row: string }>(
      `select to_jsonb(t)::text as row from ${name} t where to_jsonb(t)::text ilike $1`,
      [`%${word}%`],
    )
    found.push(...rows.map(({ row }) => `${name}: ${row}`))
  }
  return found
}

/** Deletes something, which leaves its words in Deleted alone, and then what is kept of it. */
async function deleteForGood(path: string, word: string) {
  expect((await root.delete(`/api/${path}`)).status).toBe(200)
  const kept = (await placesOf(word)).filter((place) => !place.startsWith('deleted_things:'))
  expect((await root.delete(`/api/deleted/${path.split('/').at(-1)}`)).status).toBe(200)
  return kept
}

const key = (value: string) => ({ 'idempotency-key': value })

test('a deleted ticket leaves its number in the log, and nothing that people wrote anywhere', async () => {
  const upload = await anUpload(desk, ana, 'walrus-1.txt')
  const input = ticketInput({
    subject: 'walrus subject',
    description: 'walrus description',
    projectName: 'walrus project',
  })
  const send = () =>
    ana.post<TicketDetail>('/api/tickets', { ...input, attachmentIds: [upload.id] }, key('first'))
  const { id, ticketNumber } = (await send()).body
  const answer = (content: string, isInternal: boolean) =>
    root.post(`/api/tickets/${id}/comments`, { content, isInternal }, key(String(isInternal)))
  expect((await answer('walrus answer', false)).status).toBe(201)
  expect((await answer('walrus remark', true)).status).toBe(201)
  expect((await ana.post(`/api/tickets/${id}/chat`, { message: 'walrus chat' }, key('chat'))).status).toBe(
    201,
  )
  const later = await anUpload(desk, ana, 'walrus-2.txt')
  const added = await ana.post(`/api/tickets/${id}/attachments`, { attachmentIds: [later.id] })
  expect(added.status).toBe(201)
  expect((await placesOf('walrus')).length).toBeGreaterThan(6)

  expect(await deleteForGood(`tickets/${id}`, 'walrus')).toEqual([])
  expect(await placesOf('walrus')).toEqual([])
  expect((await placesOf(ticketNumber)).some((place) => /^events: .*ticket\.deleted/.test(place))).toBe(true)
  // The key is still taken: a form that is sent again does not bring the ticket back.
  const again = await send()
  expect([again.status, again.body]).toEqual([409, { message: expect.stringContaining('deleted') }])
})

test('a deleted client leaves only its name in the log, and nothing once it is deleted for good', async () => {
  const details = {
    description: 'narwhal description',
    contactEmail: 'narwhal@narwhal.example',
    contactPhone: '+49 30 narwhal',
    address: 'Narwhal Street',
    website: 'https://narwhal.example',
  }
  const made = await aClient(root, { name: 'Seaside Ltd', ...details })
  const product = await aProduct(root, { name: 'Nets', clientId: made.id })
  expect((await root.send('PATCH', `/api/products/${product}`, { description: 'narwhal net' })).status).toBe(
    200,
  )
  for (const [name, value] of Object.entries(details)) {
    const other = value.replace(/narwhal/i, 'narwhal2')
    expect((await root.send('PATCH', `/api/clients/${made.id}`, { [name]: other })).status).toBe(200)
  }
  expect((await placesOf('narwhal')).length).toBeGreaterThan(5)

  expect((await root.delete(`/api/clients/${made.id}`)).status).toBe(200)
  const places = await placesOf('narwhal')
  expect(places.filter((place) => !place.startsWith('deleted_things:'))).toEqual([])
  expect((await placesOf('Seaside')).filter((place) => place.startsWith('events:'))).toEqual([
    expect.stringMatching(/client\.created/),
    expect.stringMatching(/client\.deleted/),
  ])
  expect((await root.delete(`/api/deleted/${made.id}`)).status).toBe(200)
  expect([...(await placesOf('narwhal')), ...(await placesOf('Seaside'))]).toEqual([])
})

test('a deleted ticket takes the messages it was dictated in through WhatsApp along', async () => {
  let numbered = 0
  for (const text of [
    'Hello',
    'beluga subject',
    'beluga description',
    '2',
    'beluga product',
    'beluga comment',
  ])
    await desk.work((unit) =>
      receive(unit, {
        id: `wamid.${++numbered}`,
        phoneNumber: '4915112345678',
        senderName: 'beluga sender',
        sentAt: unit.now,
        text,
      }),
    )
  const { body } = await root.get<TicketPage>('/api/tickets?search=beluga')
  expect(body.tickets).toHaveLength(1)
  expect(await deleteForGood(`tickets/${body.tickets[0]!.id}`, 'beluga')).toEqual([])
  expect(await placesOf('beluga')).toEqual([])
})

test('other tickets lose nothing by a deletion', async () => {
  const kept = await aTicket(ana, { subject: 'orca' })
  await aComment(root, kept.id, 'orca answer')
  const gone = await aTicket(ana, { subject: 'Other' })
  await root.delete(`/api/tickets/${gone.id}`)
  const before = await placesOf(kept.id)
  expect(before.filter((place) => place.startsWith('events:'))).toHaveLength(4)
  expect((await ana.get<TicketDetail>(`/api/tickets/${kept.id}`)).body.comments).toHaveLength(1)
})
