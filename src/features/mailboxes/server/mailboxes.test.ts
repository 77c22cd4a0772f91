import { afterAll, beforeAll, expect, test } from 'vitest'
import { mailboxes } from '#tables/mailboxes.ts'
import { startApp, type Caller, type TestApp } from '#test/harness.ts'
import { mostMailboxes, type Mailbox } from '../contract.ts'

let desk: TestApp
let admin: Caller
beforeAll(async () => {
  desk = await startApp()
  admin = await desk.signedIn('super_user')
})
afterAll(() => desk.close())

const path = '/api/admin/mailboxes'
let numbered = 0
/** A mailbox at a port where nothing listens. */
const input = (some: Record<string, unknown> = {}) => ({
  address: `support${++numbered}@desk.example`,
  host: '127.0.0.1',
  port: 9,
  encryption: 'none',
  username: 'support',
  password: 'the mailbox secret',
  ...some,
})
async function aMailbox(some: Record<string, unknown> = {}): Promise<Mailbox> {
  const { status, body } = await admin.post<Mailbox>(path, input(some))
  expect(status).toBe(201)
  return body
}
const refusal = async (call: Promise<{ status: number; body: unknown }>) => {
  const { status, body } = await call
  return [status, (body as { message?: string }).message]
}
const audited = async () => JSON.stringify((await admin.get('/api/audit')).body)

test('a mailbox is stored without showing its secret anywhere', async () => {
  const made = await aMailbox({ address: 'Help@Desk.Example', senderName: ' Help ' })
  expect(made).toMatchObject({
    address: 'help@desk.example',
    senderName: 'Help',
    folder: 'INBOX',
    signIn: 'password',
    takesOld: true,
    isActive: true,
    checkedAt: null,
    failure: null,
  })
  const { body } = await admin.get<Mailbox[]>(path)
  // The desk may have tried it by now.
  const untried = { failedAt: null, failure: null }
  expect({ ...body.find(({ id }) => id === made.id), ...untried }).toEqual({
    ...made,
    ...untried,
    mailsToday: 0,
    unreadToday: 0,
  })
  expect(JSON.stringify(body)).not.toContain('secret')
  const rows = await desk.database.db.select().from(mailboxes)
  expect(JSON.stringify(rows, (_, value: unknown) => String(value))).not.toContain('the mailbox secret')
  expect(await audited()).toContain('Added a mailbox')
  expect(await audited()).not.toContain('the mailbox secret')
})

test('a stored secret is kept for the same account alone', async () => {
  const made = await aMailbox()
  const { password: _, ...same } = input({ address: made.address })
  const { status, body } = await admin.put<Mailbox>(`${path}/${made.id}`, { ...same, folder: 'Support' })
  expect([status, body.folder]).toEqual([200, 'Support'])
  for (const other of [
    { host: 'imap.elsewhere.example' },
    { port: 10 },
    { encryption: 'tls' },
    { username: 'x' },
  ])
    expect(await refusal(admin.put(`${path}/${made.id}`, { ...same, ...other }))).toEqual([
      400,
      'Enter the secret again: the stored one is not sent to a different server or account',
    ])
  expect(await audited()).toContain('Changed a mailbox')
})

test('a stored refresh token is kept for the same account alone, and can be removed', async () => {
  const { password: _, ...oauth } = input({
    signIn: 'oauth2',
    tokenUrl: 'https://login.example/token',
    clientId: 'desk',
    clientSecret: 'the client secret',
    refreshToken: 'the refresh token',
  })
  const { status, body: made } = await admin.post<Mailbox>(path, oauth)
  expect([status, made.hasRefreshToken]).toEqual([201, true])
  const at = `${path}/${made.id}`
  const change = async (some: Record<string, unknown>) =>
    (await admin.put<Mailbox>(at, { ...oauth, refreshToken: '', ...some })).body.hasRefreshToken
  expect(await change({ clientSecret: 'a new one', scope: 'mail' })).toBe(true)
  const elsewhere = { tokenUrl: 'https://elsewhere.example/token' }
  for (const other of [elsewhere, { host: 'imap.elsewhere.example' }, { clientId: 'x' }])
    expect(await refusal(admin.put(at, { ...oauth, refreshToken: ' ', ...other }))).toEqual([
      400,
      'Enter the refresh token again, or remove it: the stored one is not sent to a different server or account',
    ])
  expect(await change({ refreshToken: 'another', ...elsewhere })).toBe(true)
  expect(await change({ refreshToken: null })).toBe(false)
  expect(await change(elsewhere)).toBe(false)
})

test('a mailbox needs what its way to sign in needs, and names the field', async () => {
  const faults: [Record<string, unknown>, string][] = [
    [{ password: '' }, 'IMAP password is required'],
    [{ address: 'nobody' }, 'Address must be a valid email address'],
    [{ host: 'a b' }, 'IMAP host must be a name or an address such as imap.example.com'],
    [{ port: 0 }, 'Port must be between 1 and 65535'],
    [{ signIn: 'oauth2', clientId: 'c', clientSecret: 's' }, 'Token URL is required'],
    [
      { signIn: 'oauth2', tokenUrl: 'http://login.example/token', clientId: 'c', clientSecret: 's' },
      'Token URL must begin with https://',
    ],
    [
      { signIn: 'oauth2', tokenUrl: 'https://login.example/token', clientId: 'c' },
      'Client secret is required',
    ],
    [{ moveTo: 'INBOX' }, 'Mails cannot be moved to the folder they are read from'],
  ]
  for (const [fault, message] of faults)
    expect(await refusal(admin.post(path, input(fault)))).toEqual([400, message])
})

test('an address is read once, and at most twenty mailboxes', async () => {
  const made = await aMailbox()
  expect(await refusal(admin.post(path, input({ address: made.address.toUpperCase() })))).toEqual([
    409,
    'A mailbox with this address is there already.',
  ])
  const { length } = (await admin.get<Mailbox[]>(path)).body
  for (let left = mostMailboxes - length; left > 0; left--) await aMailbox({ isActive: false })
  expect(await refusal(admin.post(path, input()))).toEqual([409, 'At most 20 mailboxes can be read.'])
  expect((await admin.delete(`${path}/${made.id}`)).status).toBe(200)
  expect((await admin.delete(`${path}/${made.id}`)).status).toBe(404)
  expect(await audited()).toContain('Removed a mailbox')
})

test('a check says why a mailbox cannot be read', async () => {
  const [first] = (await admin.get<Mailbox[]>(path)).body
  expect(await refusal(admin.post(`${path}/${first?.id}/check`))).toEqual([
    409,
    'Nothing answers at 127.0.0.1:9. Check the IMAP host and port.',
  ])
})
