import { afterAll, beforeAll, expect, test } from 'vitest'
import { aClient, assign, aTicket, change } from '#test/factories.ts'
import { startApp, type Caller, type TestApp } from '#test/harness.ts'
import type { SimilarTicket } from '../contract.ts'

let desk: TestApp
let helpdesk: Caller
let root: Caller
let ana: Caller
let bob: Caller

beforeAll(async () => {
  desk = await startApp()
  root = await desk.signedIn('super_user')
  helpdesk = await desk.signedIn('helpdesk')
  ana = await desk.signedIn('client')
  bob = await desk.signedIn('client')
})
afterAll(() => desk.close())

async function similar(q: string, by = helpdesk): Promise<string[]> {
  const { status, body } = await by.get<SimilarTicket[]>(
    `/api/search/similar?${new URLSearchParams({ q }).toString()}`,
  )
  expect([q, status]).toEqual([q, 200])
  return body.map(({ subject }) => subject)
}

test('a subject finds the open tickets that share its words, the most similar first and at most three', async () => {
  for (const subject of [
    'Scanner sends empty pages',
    'The scanners on the third floor send empty pages',
    'Empty toner',
  ])
    await aTicket(bob, { subject })
  const done = await aTicket(bob, { subject: 'Scanner sends empty pages again' })
  await change(helpdesk, done.id, { status: 'resolved' })
  expect(await similar('SCANNER sends empty pages')).toEqual([
    'Scanner sends empty pages',
    'The scanners on the third floor send empty pages',
  ])
  expect(await similar('Coffee machine leaks')).toEqual([])
  expect(await similar('of the')).toEqual([])
  for (const place of ['one', 'two', 'three', 'four'])
    await aTicket(bob, { subject: `Projector flickers in room ${place}` })
  expect(await similar('Projector flickers')).toHaveLength(3)
})

test('a client finds their own and their company’s tickets, and nobody else’s', async () => {
  const company = await aClient(root, { name: 'Harbour' })
  await assign(root, company.id, bob.id, 'employee')
  await aTicket(bob, { subject: 'Turnstile refuses badges', customerName: 'Harbour' })
  expect(await similar('Turnstile refuses badges', bob)).toHaveLength(1)
  expect(await similar('Turnstile refuses badges', ana)).toEqual([])
  await assign(root, company.id, ana.id, 'admin')
  expect(await similar('Turnstile refuses badges', ana)).toHaveLength(1)
  expect((await desk.nobody.get('/api/search/similar?q=Turnstile')).status).toBe(401)
})
