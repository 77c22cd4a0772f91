import { expect, test } from 'vitest'
import { isOwnAddress } from './own-address.ts'

const own = ['support@desk.test', 'billing+all@desk.test']

test.each([
  'support@desk.test',
  'Support@Desk.test',
  'support+1abc@desk.test',
  'support+1abc+2@desk.test',
  'billing@desk.test',
])('%s is an address of the desk', (address) => {
  expect(isOwnAddress(address, own)).toBe(true)
})

test.each(['supporter@desk.test', 'support@other.test', 'a+support@desk.test', 'support'])(
  '%s is not',
  (address) => {
    expect(isOwnAddress(address, own)).toBe(false)
  },
)
