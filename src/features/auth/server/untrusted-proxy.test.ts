import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestDatabase, type TestDatabase } from '#test/database.ts'
import { startApp, type Caller } from '#test/harness.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await openTestDatabase()
})
afterAll(() => database.close())

const headers = { 'x-forwarded-for': '203.0.113.9' }
const warningsOf = async (who: Caller) =>
  (await who.get<{ warnings: string[] }>('/api/auth/options')).body.warnings.filter((text) =>
    text.includes('TRUST_PROXY'),
  )

test('super users, and nobody else, are warned of a proxy that is not trusted', async () => {
  const desk = await startApp({ database })
  const [admin, clerk] = [await desk.signedIn('super_user'), await desk.signedIn('helpdesk')]
  expect(await warningsOf(admin)).toEqual([])
  await desk.app.inject({ url: '/api/nothing', headers, remoteAddress: '10.0.0.7' })
  await desk.app.inject({ url: '/api/nothing', headers, remoteAddress: '10.0.0.8' })
  expect(await warningsOf(admin)).toEqual([expect.stringContaining('from 10.0.0.7')])
  expect(await warningsOf(clerk)).toEqual([])
  await desk.close()
})

test('super users are not warned of a proxy that is trusted', async () => {
  const desk = await startApp({ database, settings: { TRUST_PROXY: '10.0.0.0/8' } })
  const admin = await desk.signedIn('super_user')
  await desk.app.inject({ url: '/api/nothing', headers, remoteAddress: '10.0.0.7' })
  expect(await warningsOf(admin)).toEqual([])
  await desk.close()
})
