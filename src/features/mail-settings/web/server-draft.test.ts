import { expect, test } from 'vitest'
import { changeOf, faultOf } from './server-draft.ts'

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
  'without %s nothing is sent',
  (field) => {
    const fault = faultOf({ ...draft, [field]: ' ' })
    expect(fault?.message).toBe('Please fill in all required fields.')
    expect(Object.keys(fault?.fields ?? {})).toEqual([field])
  },
)

test.each(['desk', 'desk@example', 'de sk@example.com', '@example.com', 'desk@@example.com'])(
  '%s is no address',
  (address) => {
    for (const field of ['fromEmail', 'replyToEmail'])
      expect(faultOf({ ...draft, [field]: address })?.message).toBe('Please enter valid email addresses.')
  },
)

test.each(['', '0', '65536', 'abc', '58.7', '-1', '1e3', '999999'])('%j is no port', (port) => {
  expect(faultOf({ ...draft, port })?.message).toBe('Please enter a valid port number (1-65535).')
})

test.each(['1', '587', ' 65535 '])('%j is a port', (port) => {
  expect(faultOf({ ...draft, port })).toBeUndefined()
})

test('a password is sent only when there is one', () => {
  expect(changeOf(draft)).not.toHaveProperty('password')
  expect(changeOf({ ...draft, password: '  ' })).not.toHaveProperty('password')
  expect(changeOf({ ...draft, password: ' x ' })).toMatchObject({ password: ' x ', port: 587 })
})
