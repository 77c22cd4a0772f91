import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sessionEnded } from '#platform/contract/close-codes.ts'
import { password, startApp, type Caller, type TestApp } from '#test/harness.ts'
import { closedWithinASecond, joined, refusedUpgrade } from '#test/socket.ts'

let desk: TestApp
/** Another server on the same database, where the database can have several. */
let other: TestApp
let addresses: string[]
let admin: Caller
beforeAll(async () => {
  desk = await startApp()
  const isShared = desk.database.url !== undefined
  other = isShared ? await startApp({ database: desk.database }) : desk
  addresses = [await desk.listen(), isShared ? await other.listen() : '']
  if (!isShared) addresses[1] = addresses[0]!
  admin = await desk.signedIn('super_user')
})
afterAll(async () => {
  if (other !== desk) await other.close()
  await desk.close()
})

/** Somebody at two devices, on two servers, each with a socket open. */
async function atTwoDevices(role: 'internal' | 'helpdesk' | 'super_user') {
  const { email } = await desk.person(role)
  const here = await desk.signIn(email)
  const there = await other.signIn(email)
  const [atHere, atThere] = await Promise.all([joined(addresses[0]!, here), joined(addresses[1]!, there)])
  return { email, here, there, atHere, atThere }
}

async function isOut(who: Caller, on: TestApp, address: string): Promise<boolean> {
  const { status } = await on.nobody.send('GET', '/api/auth/user', undefined, { cookie: who.cookie })
  return status === 401 && (await refusedUpgrade(address, { cookie: who.cookie })) === 401
}

type Cast = Awaited<ReturnType<typeof atTwoDevices>>

async function expectOutEverywhere({ here, there, atHere, atThere }: Cast): Promise<void> {
  expect(await Promise.all([atHere, atThere].map(closedWithinASecond))).toEqual([sessionEnded, sessionEnded])
  for (const who of [here, there])
    for (const [on, address] of [
      [desk, addresses[0]!],
      [other, addresses[1]!],
    ] as const)
      expect(await isOut(who, on, address)).toBe(true)
}

describe('within a second, on every device and every server, a person is signed out', () => {
  test.each(['client', 'internal', 'helpdesk'] as const)(
    'a person who is made %s is signed out within a second',
    async (role) => {
      const cast = await atTwoDevices('super_user')
      expect((await admin.put(`/api/users/${cast.here.id}`, { role })).status).toBe(200)
      await expectOutEverywhere(cast)
      const again = await desk.signIn(cast.email)
      expect((await again.get('/api/users/counts')).status).toBe(403)
      expect((await again.get<{ role: string }>('/api/auth/user')).body.role).toBe(role)
    },
  )

  test('a person who is deactivated is signed out within a second', async () => {
    const cast = await atTwoDevices('helpdesk')
    expect((await admin.post(`/api/users/${cast.here.id}/disable`)).status).toBe(200)
    await expectOutEverywhere(cast)
    for (const on of [desk, other]) await expect(on.signIn(cast.email)).rejects.toThrow('401')
  })

  test('a person whose email address is changed keeps their session', async () => {
    const cast = await atTwoDevices('internal')
    await admin.put(`/api/users/${cast.here.id}`, { email: `moved.${cast.email}` })
    await cast.atHere.hears(({ type }) => type === 'profile:changed')
    expect(await isOut(cast.here, desk, addresses[0]!)).toBe(false)
    await Promise.all([cast.atHere.close(), cast.atThere.close()])
  })
})

test('a new password ends the sessions of other devices within a second, and not the one it was set with', async () => {
  const { email, here, there, atHere, atThere } = await atTwoDevices('internal')
  const change = { currentPassword: password, newPassword: 'newer one' }
  expect((await here.post('/api/profile/password', change)).status).toBe(200)
  expect(await closedWithinASecond(atThere)).toBe(sessionEnded)
  expect([await isOut(there, other, addresses[1]!), await isOut(here, desk, addresses[0]!)]).toEqual([
    true,
    false,
  ])
  expect(await atHere.said('error')).toEqual([])
  await atHere.close()
  for (const on of [desk, other]) {
    await expect(on.signIn(email, password)).rejects.toThrow('401')
    expect((await on.signIn(email, 'newer one')).id).toBe(here.id)
  }
})

test('a session ended in the list of sessions is over on its device within a second', async () => {
  const { here, there, atHere, atThere } = await atTwoDevices('internal')
  const { body } = await here.get<{ id: string; isThis: boolean }[]>('/api/sessions')
  await here.delete(`/api/sessions/${body.find(({ isThis }) => !isThis)!.id}`)
  expect(await closedWithinASecond(atThere)).toBe(sessionEnded)
  expect(await isOut(there, desk, addresses[0]!)).toBe(true)
  expect(await atHere.said('error')).toEqual([])
  await atHere.close()
})
