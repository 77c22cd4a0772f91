import { expect, test } from 'vitest'
import { changeOf, faultOf, mergedWith, withSecurity } from './server-draft.ts'

const draft = {
  host: 'smtp.example.com',
  port: '587',
  username: 'desk',
  password: '',
  fromEmail: 'desk@example.com',
  replyToEmail: 'help@example.com',
  companyName: 'IMS',
  useSSL: false,
  useTLS: true,
}

test.each(['host', 'username', 'fromEmail', 'replyToEmail', 'companyName'] as const)(
  'nothing is sent without %s',
  (field) => {
    const fault = faultOf({ ...draft, [field]: ' ' }, true)
    expect(fault?.message).toBe('Please fill in all required fields.')
    expect(Object.keys(fault?.fields ?? {})).toEqual([field])
  },
)

test.each(['desk', 'desk@example', 'de sk@example.com', '@example.com', 'desk@@example.com'])(
  'the text %s is no email address',
  (address) => {
    for (const field of ['fromEmail', 'replyToEmail'])
      expect(faultOf({ ...draft, [field]: address }, true)?.message).toBe(
        'Please enter valid email addresses.',
      )
  },
)

test.each(['', '0', '65536', 'abc', '58.7', '-1', '1e3', '999999'])('the text %j is no port', (port) => {
  expect(faultOf({ ...draft, port }, true)?.message).toBe('Please enter a valid port number (1-65535).')
})

test.each(['1', '587', ' 65535 '])('the text %j is a port', (port) => {
  expect(faultOf({ ...draft, port }, true)).toBeUndefined()
})

test('a password is sent only when one was typed', () => {
  expect(changeOf(draft)).not.toHaveProperty('password')
  expect(changeOf({ ...draft, password: '  ' })).not.toHaveProperty('password')
  expect(changeOf({ ...draft, password: ' x ' })).toMatchObject({ password: ' x ', port: 587 })
})

test('a password is required while none is stored, together with everything else that is missing', () => {
  expect(faultOf(draft, true)).toBeUndefined()
  expect(faultOf({ ...draft, host: '' }, false)).toEqual({
    message: 'Please fill in all required fields.',
    fields: { host: 'This field is required.', password: 'This field is required.' },
  })
  expect(faultOf({ ...draft, password: 'x' }, false)).toBeUndefined()
})

test('SSL and TLS exclude each other, and both may be off', () => {
  const ssl = withSecurity(draft, 'useSSL', true)
  expect(ssl).toMatchObject({ useSSL: true, useTLS: false })
  expect(withSecurity(ssl, 'useTLS', true)).toMatchObject({ useSSL: false, useTLS: true })
  expect(withSecurity(ssl, 'useSSL', false)).toMatchObject({ useSSL: false, useTLS: false })
})

test('fields that only another has changed stay theirs; the encryption is one choice', () => {
  const stored = { ...draft, username: 'theirs', useTLS: false }
  const edited = (change: object) => ({ begun: draft, now: { ...draft, ...change } })
  expect(mergedWith(stored, edited({ companyName: 'Mine' }))).toEqual({ ...stored, companyName: 'Mine' })
  expect(mergedWith({ ...draft, useSSL: true, useTLS: false }, edited({ useTLS: false }))).toMatchObject({
    useSSL: false,
    useTLS: false,
  })
})
