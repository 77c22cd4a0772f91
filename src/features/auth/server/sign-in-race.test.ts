import { afterAll, beforeAll, expect, test } from 'vitest'
import { Caller, password, startApp, type TestApp } from '#test/harness.ts'

let desk: TestApp
beforeAll(async () => {
  desk = await startApp()
})
afterAll(() => desk.close())

const rounds = 2
const thieves = 4

/** Signs in again and again with what somebody knows, each thief from an address of their own, until `isOver`. */
async function signInMeanwhile(email: string, isOver: () => boolean): Promise<string[]> {
  const cookies: string[] = []
  async function thief(number: number): Promise<void> {
    for (let isLast = false; !isLast;) {
      isLast = isOver()
      const answer = await desk.app.inject({
        method: 'POST',
        url: '/api/auth/login',
        remoteAddress: `203.0.113.${number}`,
        payload: { email, password },
      })
      const cookie = String(answer.headers['set-cookie'] ?? '').split(';')[0]
      if (cookie) cookies.push(cookie)
    }
  }
  await Promise.all(Array.from({ length: thieves }, (_, number) => thief(number + 1)))
  return cookies
}

async function standing(cookies: readonly string[]): Promise<number> {
  let count = 0
  for (const cookie of cookies)
    if ((await new Caller(desk.app, cookie).get('/api/auth/user')).status === 200) count++
  return count
}

test('a person who signs in with the former password while it is changed has no session afterwards', async () => {
  for (let round = 0; round < rounds; round++) {
    const { email } = await desk.person('client')
    const owner = await desk.signIn(email)
    let isOver = false
    const stolen = signInMeanwhile(email, () => isOver)
    const changed = await owner.post('/api/profile/password', {
      currentPassword: password,
      newPassword: `another one ${round}`,
    })
    isOver = true
    expect(changed.status).toBe(200)
    expect(await standing(await stolen)).toBe(0)
    expect((await owner.get('/api/auth/user')).status).toBe(200)
  }
})

test('a person who is deactivated while they sign in has no session when they are reactivated', async () => {
  const admin = await desk.signedIn('super_user')
  for (let round = 0; round < rounds; round++) {
    const { email, id } = await desk.person('client')
    let isOver = false
    const stolen = signInMeanwhile(email, () => isOver)
    expect((await admin.post(`/api/users/${id}/disable`)).status).toBe(200)
    isOver = true
    const cookies = await stolen
    expect((await admin.post(`/api/users/${id}/enable`)).status).toBe(200)
    expect(await standing(cookies)).toBe(0)
  }
})

test('only one of two simultaneous changes of a password succeeds', async () => {
  const { email } = await desk.person('client')
  const [owner, thief] = [await desk.signIn(email), await desk.signIn(email)]
  const answers = await Promise.all(
    [owner, thief].map((who, number) =>
      who.post('/api/profile/password', { currentPassword: password, newPassword: `another ${number}` }),
    ),
  )
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
})
