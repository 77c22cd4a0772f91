import { afterAll, beforeAll, expect, test } from 'vitest'
import { aClient, aParticipant, assign, aTicket } from '#test/factories.ts'
import { startApp, type Caller, type TestApp } from '#test/harness.ts'
import type { TicketDetail } from '#features/conversation/contract.ts'
import type { CommentReaders } from '../contract.ts'

let desk: TestApp
let root: Caller
let internal: Caller

beforeAll(async () => {
  desk = await startApp()
  root = await desk.signedIn('super_user')
  internal = await desk.signedIn('internal')
})
afterAll(() => desk.close())

const readersOf = async ({ id }: TicketDetail) =>
  (await internal.get<CommentReaders>(`/api/tickets/${id}/readers`)).body

async function aCompany(name: string, people: readonly [Caller | { id: string }, string][]) {
  const { id } = await aClient(root, { name })
  for (const [person, role] of people) await assign(root, id, person.id, role)
  return id
}

test('the readers of a comment are those of the client who can open the ticket, the requester first', async () => {
  const rosie = await desk.signedIn('client', { firstName: 'Rosie', lastName: 'Hargreaves' })
  const admin = await desk.signedIn('client', { firstName: 'Ada', lastName: 'Able' })
  const contact = await desk.signedIn('client', { firstName: 'Carl', lastName: 'Contact' })
  const employee = await desk.signedIn('client', { firstName: 'Ed', lastName: 'Employee' })
  const former = await desk.person('client', { firstName: 'Fay', lastName: 'Former' })
  const company = await aCompany('Brightwater Clinics', [
    [rosie, 'employee'],
    [admin, 'admin'],
    [contact, 'contact'],
    [employee, 'employee'],
    [former, 'admin'],
  ])
  await desk.database.pool.query('update users set is_active = false where id = $1', [former.id])
  const ticket = await aTicket(rosie, { customerName: 'Brightwater Clinics' })
  expect(await readersOf(ticket)).toEqual({
    names: ['Rosie Hargreaves', 'Ada Able'],
    total: 3,
    company: 'Brightwater Clinics',
    added: [],
    totalAdded: 0,
  })
  const asked = await Promise.all(
    [rosie, admin, contact, employee].map((one) => one.get(`/api/tickets/${ticket.id}`)),
  )
  expect(asked.map(({ status }) => status)).toEqual([200, 200, 200, 404])

  await root.delete(`/api/clients/${company}/users/${rosie.id}`)
  expect(await readersOf(ticket)).toEqual({
    names: ['Rosie Hargreaves', 'Ada Able'],
    total: 3,
    company: null,
    added: [],
    totalAdded: 0,
  })
  await root.post(`/api/users/${rosie.id}/disable`)
  expect(await readersOf(ticket)).toEqual({
    names: ['Ada Able', 'Carl Contact'],
    total: 2,
    company: 'Brightwater Clinics',
    added: [],
    totalAdded: 0,
  })
})

test('a stranger who typed the name of a company is not said to be of it, and its people do not read along', async () => {
  const admin = await desk.signedIn('client', { firstName: 'Ben', lastName: 'Boss' })
  await aCompany('Copper Kettle', [[admin, 'admin']])
  const stranger = await desk.signedIn('client', { firstName: 'Sly', lastName: 'Stranger' })
  const ticket = await aTicket(stranger, { customerName: 'Copper Kettle' })
  expect(await readersOf(ticket)).toMatchObject({ names: ['Sly Stranger'], total: 1, company: null })
})

test('nobody is named where nobody of the client can read, and clients are not told who reads', async () => {
  const ticket = await aTicket(root, { customerName: 'Empty Halls' })
  expect(await readersOf(ticket)).toMatchObject({ names: [], total: 0, company: 'Empty Halls' })
  const client = await desk.signedIn('client')
  const own = await aTicket(client)
  expect((await client.get(`/api/tickets/${own.id}/readers`)).status).toBe(403)
  expect((await internal.get(`/api/tickets/${root.id}/readers`)).status).toBe(404)
})

test('participants are named apart from those who read by themselves', async () => {
  const rosie = await desk.signedIn('client', { firstName: 'Rosie', lastName: 'Asker' })
  const sofia = await desk.signedIn('client', { firstName: 'Sofia', lastName: 'Added' })
  await aCompany('Added Ltd', [
    [rosie, 'employee'],
    [sofia, 'employee'],
  ])
  const ticket = await aTicket(rosie, { customerName: 'Added Ltd' })
  await aParticipant(root, ticket.id, sofia.id)
  expect(await readersOf(ticket)).toEqual({
    names: ['Rosie Asker'],
    total: 1,
    company: 'Added Ltd',
    added: ['Sofia Added'],
    totalAdded: 1,
  })
})
