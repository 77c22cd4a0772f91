import { expect, test } from 'vitest'
import { isOwnAddress, ownAddressOf } from './own-address.ts'

const own = ['support@desk.test', 'support+eu@desk.test', 'billing+all@desk.test']

test.each([
  ['support@desk.test', 'support@desk.test'],
  ['Support@Desk.test', 'support@desk.test'],
  ['support+1abc@desk.test', 'support@desk.test'],
  ['support+1abc+2@desk.test', 'support@desk.test'],
  ['support+eu@desk.test', 'support+eu@desk.test'],
  ['support+EU+1abc@desk.test', 'support+eu@desk.test'],
  ['support+europe@desk.test', 'support@desk.test'],
  ['billing+all+1abc@desk.test', 'billing+all@desk.test'],
])('mail to %s comes to %s', (address, ours) => {
  expect(ownAddressOf(address, own)).toBe(ours)
  expect(isOwnAddress(address, own)).toBe(true)
})

test.each([
  'supporter@desk.test',
  'support@other.test',
  'a+support@desk.test',
  'support',
  '@desk.test',
  '+@desk.test',
  'billing@desk.test',
  'billing+1abc@desk.test',
])('%s is no address of the desk', (address) => {
  expect(isOwnAddress(address, own)).toBe(false)
})
