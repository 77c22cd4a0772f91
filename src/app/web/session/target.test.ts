import { describe, expect, it } from 'vitest'
import { signInHref, targetOf } from './target.ts'

const origin = 'https://desk.example'

describe('the way back after signing in', () => {
  it('leads to the page and query that were asked for', () => {
    const href = signInHref('/tickets?view=board&ticket=TKT-000001')
    expect(targetOf(new URL(href, origin).search, origin)).toBe('/tickets?view=board&ticket=TKT-000001')
  })

  it.each([
    'https://evil.example/',
    '//evil.example',
    '/\\evil.example',
    '/\t/evil.example',
    'javascript:alert(1)',
    'tickets',
    '',
  ])('never leads elsewhere: %j', (next) => {
    expect(targetOf(new URL(signInHref(next), origin).search, origin)).toBe('/')
  })

  it('is the start without a wish', () => {
    expect(targetOf('', origin)).toBe('/')
  })
})
