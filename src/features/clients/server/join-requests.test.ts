import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aClient } from '#test/factories.ts'
import { startApp, type Caller, type TestApp } from '#test/harness.ts'
import type { JoinRequest } from '../contract.ts'

let desk: TestApp
let admin: Caller
beforeAll(async () => {
  desk = await startApp()
  admin = await desk.signedIn('super_user')
})
afterAll(() => desk.close())

test('people who name a company without belonging to it wait for a super user, who assigns or declines', async () => {
  const company = await aClient(admin, { name: 'Müller Söhne' })
  await aClient(admin, { name: 'Müller Söhne Süd' })
  const [ann, ben] = [
    await desk.signedIn('client', { companyName: 'MULLER  söhne' }),
    await desk.signedIn('client', { companyName: 'Müller Söhne' }),
  ]
  await desk.signedIn('internal', { companyName: 'Müller Söhne' })
  await desk.signedIn('client', { companyName: 'Müller' })
  const waiting = async () =>
    (await admin.get<JoinRequest[]>('/api/join-requests')).body
      .filter(({ client }) => client.name.startsWith('Müller'))
      .map(({ client, user }) => [client.id, user.id])
  expect(await waiting()).toEqual([
    [company.id, ann.id],
    [company.id, ben.id],
  ])

  const declining = `/api/clients/${company.id}/users/${ann.id}/decline`
  expect((await admin.post(declining, {})).status).toBe(200)
  expect((await admin.post(declining, {})).status).toBe(200)
  expect((await admin.post(`/api/clients/${company.id}/users/${randomUUID()}/decline`, {})).status).toBe(404)
  expect(await waiting()).toEqual([[company.id, ben.id]])
  await admin.post(`/api/clients/${company.id}/users`, { userId: ben.id, role: 'employee' })
  expect(await waiting()).toEqual([])
  const { body } = await admin.get<{ entries: { sentence: string }[] }>('/api/audit')
  expect(JSON.stringify(body).match(/Declined a request to join a client/g)).toHaveLength(1)
})
