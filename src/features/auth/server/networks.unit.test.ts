import { expect, test } from 'vitest'
import { networksOf } from './networks.ts'

test.each([
  ['203.0.113.5', '203.0.113.5', undefined],
  ['::ffff:203.0.113.5', '203.0.113.5', undefined],
  ['::FFFF:cb00:7105', '203.0.113.5', undefined],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64', '2001:db8:1:0::/56'],
  ['2001:0DB8:1:2::1', '2001:db8:1:2::/64', '2001:db8:1:0::/56'],
  ['2001:db8:1:12ff::1', '2001:db8:1:12ff::/64', '2001:db8:1:1200::/56'],
  ['2001:db8::', '2001:db8:0:0::/64', '2001:db8:0:0::/56'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64', 'fe80:0:0:0::/56'],
  ['::1', '0:0:0:0::/64', '0:0:0:0::/56'],
])('the address %s is counted by %s and %s', (ip, near, wide) => {
  expect(networksOf(ip)).toEqual({ near, wide })
})
