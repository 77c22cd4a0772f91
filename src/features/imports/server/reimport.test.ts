import { afterEach, beforeEach, expect, test } from 'vitest'
import type { TicketDetail } from '#features/tickets/contract.ts'
import { startApp, type Caller, type TestApp } from '#test/harness.ts'
import { csv, importing } from '#test/importing.ts'

let desk: TestApp
let root: Caller

beforeEach(async () => {
  desk = await startApp()
  root = await desk.signedIn('super_user')
  await imported('clients', csv('id,Name', 'C-1,Acme Ltd', 'C-2,Mill Ltd'))
})
afterEach(() => desk.close())

const { imported } = importing(() => root)

const ticket = async (number: string) => (await root.get<TicketDetail>(`/api/tickets/${number}`)).body

test('what a ticket and its comments say is found when a second import says that it is older', async () => {
  const tickets = (createdAt: string) =>
    csv('id,Subject,Client,Created', `T-1,The gate jams,C-1,${createdAt}`)
  const found = async (word: string) =>
    (await root.get<{ total: number }>(`/api/tickets?search=${word}`)).body.total
  await imported('tickets', tickets('2025-04-03'))
  await imported('comments', csv('Ticket,Comment,Internal', 'T-1,A loose hinge,no', 'T-1,A cheap bolt,yes'))
  expect((await imported('tickets', tickets('2024-01-05'))).counts).toMatchObject({ update: 1 })
  expect([await found('gate'), await found('hinge'), await found('bolt')]).toEqual([1, 1, 1])
})
