import { afterAll, beforeAll, expect, test } from 'vitest'
import { aClient, aProduct, aTicket } from '#test/factories.ts'
import { startApp, type TestApp } from '#test/harness.ts'
import { bodyOf, type Ids } from '#test/samples.ts'
import type { StartSteps } from '../contract.ts'

let desk: TestApp

beforeAll(async () => {
  desk = await startApp()
})
afterAll(() => desk.close())

test('each step of a new desk is done once its data is there', async () => {
  const root = await desk.signedIn('super_user')
  const done = async () => {
    const { body } = await root.get<StartSteps>('/api/stats/start')
    return Object.entries(body).flatMap(([step, isDone]) => (isDone ? [step] : []))
  }
  expect(await done()).toEqual([])
  const { id } = await aClient(root)
  expect(await done()).toEqual(['client'])
  await aProduct(root, { name: 'Printers' })
  expect(await done()).toEqual(['client', 'product'])
  await aTicket(root, { clientId: id })
  expect(await done()).toEqual(['client', 'product', 'ticket'])
  await desk.person('client')
  expect(await done()).toEqual(['client', 'product', 'ticket'])
  await desk.person('internal')
  expect(await done()).toEqual(['client', 'product', 'team', 'ticket'])
  await root.put('/api/admin/email-settings', bodyOf['PUT /api/admin/email-settings']!({} as Ids))
  expect(await done()).toEqual(['email', 'client', 'product', 'team', 'ticket'])
  for (let more = 0; more < 9; more++) await aTicket(root, { clientId: id })
  expect(await done()).toContain('isInUse')
})
