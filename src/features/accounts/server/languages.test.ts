import { afterAll, beforeAll, expect, test } from 'vitest'
import type { CurrentUser } from '#features/users/contract.ts'
import { aTicket, change } from '#test/factories.ts'
import { password, startApp, type Caller, type TestApp } from '#test/harness.ts'
import { sendThrough, untilMailed } from '#test/mails.ts'
import { startSmtp, type Smtp } from '#test/services/smtp.ts'

let desk: TestApp
let smtp: Smtp

beforeAll(async () => {
  smtp = await startSmtp()
  desk = await startApp()
  await sendThrough(await desk.signedIn('super_user'), smtp)
})
afterAll(async () => {
  await desk.close()
  await smtp.close()
})

const asked = (language: string) => ({ 'accept-language': language })

/** Signs in with the password, from a browser of this language. */
async function signIn(email: string, language: string) {
  const { status } = await desk.nobody.send('POST', '/api/auth/login', { email, password }, asked(language))
  expect(status).toBe(200)
}

const profileOf = async (who: Caller) => {
  const { firstName, lastName, email, companyName, mobileNumber } = (
    await who.get<CurrentUser>('/api/auth/user')
  ).body
  return { firstName, lastName, email, companyName, mobileNumber }
}

/** Reads the mails to each of these people since the last look: the text without its frame. */
async function mailed(): Promise<Record<string, string>> {
  await untilMailed(desk)
  return Object.fromEntries(smtp.received.splice(0).map(({ to, mail }) => [to.join(), mail.text ?? '']))
}

test.each([
  ['de-AT,de;q=0.9,en;q=0.8', 'Betreff ist erforderlich'],
  ['fr-CH, de;q=0.7, *;q=0.5', 'Betreff ist erforderlich'],
  ['fr', 'Subject is required'],
  ['nonsense;q=x', 'Subject is required'],
  ['', 'Subject is required'],
])('a refusal to a browser that asks for %s is said so: %s', async (language, message) => {
  const client = await desk.signedIn('client')
  const { status, body } = await client.send('POST', '/api/tickets', {}, asked(language))
  expect(status).toBe(400)
  expect(JSON.stringify(body)).toContain(message)
})

test('answers to two languages at the same moment do not mix', async () => {
  const helpdesk = await desk.signedIn('helpdesk')
  const rounds = await Promise.all(
    Array.from({ length: 20 }, (_, place) =>
      helpdesk.send('GET', `/api/tickets/${helpdesk.id}`, undefined, asked(place % 2 === 0 ? 'de' : 'en')),
    ),
  )
  const said = rounds.map(({ body }) => body['message'])
  expect(new Set(said.filter((_, place) => place % 2 === 0))).toEqual(new Set(['Nicht gefunden']))
  expect(new Set(said.filter((_, place) => place % 2 === 1))).toEqual(new Set(['Not found']))
})

test('a language that was chosen stays, and is told to its owner alone', async () => {
  const { email } = await desk.person('helpdesk')
  const me = await desk.signIn(email)
  const profile = await profileOf(me)
  expect((await me.get<CurrentUser>('/api/auth/user')).body).not.toHaveProperty('language')
  const changed = await me.put<CurrentUser>('/api/profile', { ...profile, language: 'de' })
  expect([changed.status, changed.body.language]).toEqual([200, 'de'])
  // A change without a language leaves it as it is.
  await me.put('/api/profile', { ...profile, firstName: 'Other' })
  expect((await (await desk.signIn(email)).get<CurrentUser>('/api/auth/user')).body.language).toBe('de')
  const root = await desk.signedIn('super_user')
  expect((await root.get(`/api/users/${me.id}`)).body).not.toHaveProperty('language')

  await me.put('/api/profile', { ...profile, language: null })
  expect((await me.get<CurrentUser>('/api/auth/user')).body).not.toHaveProperty('language')
})

test.each(['xx', '', 7, ['de']])(
  'a language that there is no catalogue of is refused: %j',
  async (language) => {
    const me = await desk.signedIn('client')
    const { status, body } = await me.put('/api/profile', { ...(await profileOf(me)), language })
    expect(status).toBe(400)
    expect(JSON.stringify(body)).toContain('Language must be one of: en, de')
  },
)

test('each reader of one event is mailed in their own language', async () => {
  const people = await Promise.all(['ana', 'ben', 'cleo'].map(() => desk.person('client')))
  const [browserOnly, chosen, english] = people
  await signIn(browserOnly!.email, 'de-DE,de;q=0.9')
  await signIn(chosen!.email, 'en-GB')
  const owner = await desk.signIn(chosen!.email)
  await owner.put('/api/profile', { ...(await profileOf(owner)), language: 'de' })
  await signIn(english!.email, 'en-GB')
  const root = await desk.signedIn('super_user')
  await mailed()
  for (const { email } of people) {
    const { id } = await aTicket(await desk.signIn(email), { subject: 'Zebra' })
    await change(root, id, { status: 'progress' })
  }
  const texts = await mailed()
  for (const { email } of [browserOnly!, chosen!]) {
    expect(texts[email]).toContain('hat den Status von „Offen“ auf „In Arbeit“ geändert.')
    expect(texts[email]).toContain('Kunde: ')
  }
  expect(texts[english!.email]).toContain('changed the status from Open to In Progress.')
  expect(texts[english!.email]).toContain('Client: ')
})

test('a former address hears of the new one in the language of the account, whoever changes it', async () => {
  const { id, email } = await desk.person('client')
  await signIn(email, 'en-GB')
  await mailed()
  const root = await desk.signedIn('super_user')
  const change = { email: `new.${email}` }
  expect((await root.send('PUT', `/api/users/${id}`, change, asked('de'))).status).toBe(200)
  await expect.poll(() => smtp.received.map(({ to }) => to.join())).toEqual([email])
  expect((await mailed())[email]).toContain('the email address of your account for')
})

test('a link for a new password is mailed in the language of the account, whoever asks', async () => {
  const { email } = await desk.person('internal')
  await signIn(email, 'de')
  await mailed()
  await desk.nobody.send('POST', '/api/auth/forgot', { email }, asked('en'))
  // It is sent some time after the answer.
  let text: string | undefined
  await expect.poll(async () => (text ??= (await mailed())[email])).toBeDefined()
  expect(text).toContain('neues Passwort für Ihr Konto')
  expect(text).toMatch(/gilt einmal und noch 1 Stunde/)
})
