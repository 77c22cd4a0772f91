import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { createReplyTokens, replyAddress, tokenInAddress } from './reply-address.ts'

const tokens = createReplyTokens('a secret of this desk')

test('a token leads back to its ticket, also in capital letters', () => {
  for (let i = 0; i < 100; i += 1) {
    const id = randomUUID()
    const token = tokens.tokenOf(id)
    expect(token).toMatch(/^[a-z\d]{43}$/)
    expect(tokens.ticketOf(token)).toBe(id)
    expect(tokens.ticketOf(token.toUpperCase())).toBe(id)
  }
})

test('a changed token, or one of another desk, leads nowhere', () => {
  const token = tokens.tokenOf(randomUUID())
  for (let place = 0; place < token.length - 1; place += 1) {
    const other = token[place] === 'a' ? 'b' : 'a'
    expect(tokens.ticketOf(`${token.slice(0, place)}${other}${token.slice(place + 1)}`)).toBeNull()
  }
  expect(createReplyTokens('another secret').ticketOf(token)).toBeNull()
  for (const text of ['', '1', `${token}a`, token.slice(1), 'TKT-000001'])
    expect(tokens.ticketOf(text)).toBeNull()
})

test('the token stands behind the plus sign of an address of at most 64 letters', () => {
  const token = tokens.tokenOf(randomUUID())
  const address = replyAddress('support@desk.example', token)
  expect(address).toBe(`support+${token}@desk.example`)
  expect(address.indexOf('@')).toBeLessThanOrEqual(64)
  expect(tokenInAddress(address)).toBe(token)
  expect(tokenInAddress(replyAddress('help+desk@desk.example', token))).toBe(token)
  expect(tokenInAddress('support@desk.example')).toBeUndefined()
})
