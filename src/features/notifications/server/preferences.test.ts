import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startApp, type Caller, type TestApp } from '#test/harness.ts'
import { joined } from '#test/socket.ts'
import { settingsFor, startSmtp, type Smtp } from '#test/services/smtp.ts'
import type { EmailPreference, OwnPreference, TestResult } from '../contract.ts'

let desk: TestApp
let root: Caller

beforeAll(async () => {
  desk = await startApp()
  root = await desk.signedIn('super_user')
})
afterAll(() => desk.close())

const path = '/api/email-preferences'
const listOf = async (userId: string) => (await root.get<EmailPreference[]>(`${path}?userId=${userId}`)).body

async function aPreference(userId: string, some: Record<string, unknown> = {}): Promise<EmailPreference> {
  const { status, body } = await root.post<EmailPreference>(path, {
    userId,
    notificationType: 'ticket_updates',
    ...some,
  })
  expect(status).toBe(201)
  return body
}

describe('the preferences of a user', () => {
  test('the preferences of a user are empty until they are stored, and listed at both addresses', async () => {
    const { id } = await desk.person('client')
    expect(await listOf(id)).toEqual([])
    const stored = await aPreference(id)
    expect(stored).toMatchObject({
      userId: id,
      notificationType: 'ticket_updates',
      frequency: 'immediate',
      isEnabled: true,
      lastSentAt: null,
    })
    expect(await listOf(id)).toEqual([stored])
    expect((await root.get(`${path}/${id}`)).body).toEqual([stored])
  })

  test('the default preferences have an order, are all on, with summaries daily and weekly; creating them twice does no harm', async () => {
    const { id } = await desk.person('internal')
    await aPreference(id, { frequency: 'never', isEnabled: false })
    const { status, body } = await root.post<EmailPreference[]>(`${path}/defaults/${id}`)
    expect(status).toBe(200)
    expect(body.map((one) => [one.notificationType, one.frequency, one.isEnabled])).toEqual([
      ['ticket_updates', 'never', false],
      ['daily_summary', 'daily', true],
      ['weekly_summary', 'weekly', true],
      ['assignment_notifications', 'immediate', true],
      ['status_changes', 'immediate', true],
    ])
    expect((await root.post(`${path}/defaults/${id}`)).body).toEqual(body)
    const both = (await desk.person('client')).id
    await Promise.all([1, 2].map(() => root.post(`${path}/defaults/${both}`)))
    expect(await listOf(both)).toHaveLength(5)
  })

  test('a preference is switched, set to another frequency, and deleted', async () => {
    const { id: userId } = await desk.person('client')
    const { id } = await aPreference(userId)
    const off = await root.put(`${path}/${id}`, { isEnabled: false })
    expect([off.status, off.body]).toEqual([200, expect.objectContaining({ isEnabled: false })])
    for (const frequency of ['never', 'daily', 'weekly', 'immediate'])
      expect((await root.put(`${path}/${id}`, { frequency })).body).toMatchObject({
        frequency,
        isEnabled: false,
      })
    const gone = await root.delete(`${path}/${id}`)
    expect([gone.status, gone.body]).toEqual([200, { message: 'Email preference deleted successfully.' }])
    expect((await root.delete(`${path}/${id}`)).status).toBe(404)
    expect(await listOf(userId)).toEqual([])
  })

  test('a user has one preference of each type', async () => {
    const { id: userId } = await desk.person('client')
    await aPreference(userId)
    const { status, body } = await root.post(path, { userId, notificationType: 'ticket_updates' })
    expect([status, body.message]).toEqual([409, 'This user already has a preference for Ticket Updates.'])
  })

  test('a new preference ignores ids and times in the body', async () => {
    const { id: userId } = await desk.person('client')
    const stored = await aPreference(userId, {
      id: randomUUID(),
      createdAt: '2001-01-01T00:00:00.000Z',
      lastSentAt: '2001-01-01T00:00:00.000Z',
    })
    expect(stored.lastSentAt).toBeNull()
    expect(new Date(stored.createdAt).getFullYear()).toBeGreaterThan(2020)
  })

  test.each([
    [{ userId: 'nobody' }, 'userId'],
    [{ userId: randomUUID() }, 'userId'],
    [{ notificationType: 'sms' }, 'notificationType'],
    [{ notificationType: undefined }, 'notificationType'],
    [{ frequency: 'hourly' }, 'frequency'],
    [{ frequency: null }, 'frequency'],
    [{ isEnabled: 'yes' }, 'isEnabled'],
  ])('a preference of %j is refused with the name of the field', async (some, field) => {
    const { id: userId } = await desk.person('client')
    const { status, body } = await root.post(path, { userId, notificationType: 'ticket_updates', ...some })
    expect([status, String(body.message)]).toEqual([400, expect.stringContaining(field)])
  })

  test('a change of nothing, or of a missing preference, is refused', async () => {
    const { id: userId } = await desk.person('client')
    const { id } = await aPreference(userId)
    expect((await root.put(`${path}/${id}`, {})).status).toBe(400)
    expect((await root.put(`${path}/${randomUUID()}`, { isEnabled: true })).status).toBe(404)
    expect((await root.get(`${path}/${randomUUID()}`)).status).toBe(404)
    expect((await root.get(path)).status).toBe(400)
    expect((await root.post(`${path}/defaults/${randomUUID()}`)).status).toBe(404)
  })
})

test('everybody sees and changes their own preferences, and nobody else’s', async () => {
  const me = await desk.signedIn('client')
  const own = async () => (await me.get<OwnPreference[]>('/api/profile/email-preferences')).body
  expect((await own()).map((one) => [one.notificationType, one.frequency, one.isEnabled])).toEqual([
    ['ticket_updates', 'immediate', true],
    ['daily_summary', 'daily', true],
    ['weekly_summary', 'weekly', true],
    ['assignment_notifications', 'immediate', true],
    ['status_changes', 'immediate', true],
  ])
  const other = await desk.person('client')
  const { status, body } = await me.put<OwnPreference[]>('/api/profile/email-preferences', {
    notificationType: 'daily_summary',
    isEnabled: false,
    userId: other.id,
  })
  expect([status, body[1]]).toEqual([
    200,
    { notificationType: 'daily_summary', frequency: 'daily', isEnabled: false, lastSentAt: null },
  ])
  await me.put('/api/profile/email-preferences', { notificationType: 'daily_summary', frequency: 'weekly' })
  expect((await own())[1]).toMatchObject({ frequency: 'weekly', isEnabled: false })
  expect(await listOf(me.id)).toHaveLength(1)
  expect(await listOf(other.id)).toEqual([])
  expect((await me.put('/api/profile/email-preferences', { isEnabled: true })).status).toBe(400)
})

test('super users and the user hear of a changed preference at once, others do not', async () => {
  const base = await desk.listen()
  const [me, stranger] = [await desk.signedIn('internal'), await desk.signedIn('helpdesk')]
  const sockets = await Promise.all([root, me, stranger].map((person) => joined(base, person)))
  const [ofRoot, ofMe, ofStranger] = sockets
  await aPreference(me.id)
  const told = { type: 'email-preferences:changed', userId: me.id }
  // A super user may still be told of those before.
  const isIt = ({ type, userId }: { type: string; userId?: unknown }) =>
    type === told.type && userId === me.id
  expect(await ofRoot!.hears(isIt)).toMatchObject({ ...told, own: true })
  expect(await ofMe!.hears(isIt)).toMatchObject({ ...told, own: false })
  expect(await ofStranger!.said(told.type)).toEqual([])
  await Promise.all(sockets.map((socket) => socket.close()))
})

describe('a test mail', () => {
  let smtp: Smtp
  beforeAll(async () => {
    smtp = await startSmtp()
  })
  afterAll(() => smtp.close())

  const send = async (userId: string, notificationType = 'status_changes') => {
    const { status, body } = await root.post<TestResult>(`${path}/test`, { userId, notificationType })
    expect(status).toBe(200)
    return body
  }
  const configure = async (at: { port: number }) =>
    expect((await root.put('/api/admin/email-settings', settingsFor(at))).status).toBe(200)

  test('a test mail is not sent before there is a mail server', async () => {
    const { id } = await desk.person('client')
    expect(await send(id)).toEqual({
      sent: false,
      reason: 'No mail server is set up yet. Enter one in Email Settings.',
    })
  })

  test('a test mail reaches the user, and its moment is noted', async () => {
    await configure(smtp)
    const { id, email } = await desk.person('client', { firstName: 'Mia' })
    const { id: stored } = await aPreference(id, { notificationType: 'status_changes' })
    expect(await send(id)).toEqual({ sent: true, message: 'Test email sent successfully!' })
    const { to, mail } = smtp.received.at(-1)!
    expect(to).toEqual([email])
    expect(mail.text).toContain('Hello Mia, this is a test: Status Changes emails reach you')
    const after = (await listOf(id)).find((one) => one.id === stored)
    expect(after?.lastSentAt).not.toBeNull()
  })

  test.each([
    [{ isEnabled: false }, 'Email was not sent because this preference is disabled.'],
    [{ frequency: 'never' }, 'Email was not sent because the frequency of this preference is Never.'],
  ])('a test mail is not sent with %j', async (some, reason) => {
    const { id } = await desk.person('client')
    await aPreference(id, { notificationType: 'status_changes', ...some })
    const before = smtp.received.length
    expect(await send(id)).toEqual({ sent: false, reason })
    expect(smtp.received).toHaveLength(before)
  })

  test('a test mail is not sent to a deactivated user', async () => {
    const { id } = await desk.person('client')
    await root.post(`/api/users/${id}/disable`)
    expect((await send(id)).reason).toBe('This user cannot sign in, so no emails are sent to them.')
  })

  test('a test mail that the server refuses says why', async () => {
    const refusing = await startSmtp({ refuses: 'recipient' })
    await configure(refusing)
    const { id } = await desk.person('client')
    const { sent, reason } = await send(id)
    expect([sent, reason]).toEqual([false, expect.stringContaining('refused the address')])
    await refusing.close()
  })

  test('a test mail to an unknown user is refused', async () => {
    const { status, body } = await root.post(`${path}/test`, {
      userId: randomUUID(),
      notificationType: 'status_changes',
    })
    expect([status, body.message]).toEqual([400, 'userId: there is no such user'])
  })
})
