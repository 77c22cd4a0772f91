import { describe, expect, it } from 'vitest'
import { targetOf } from './target.ts'

/** The address of the landing page with a place to go to. */
const signInHref = (path: string) => `/?${new URLSearchParams({ next: path }).toString()}`

const origin = 'https://desk.example'

describe('the way back after signing in', () => {
  it('signing in leads back to the page and query that were asked for', () => {
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
  ])('signing in never leads to another site: %j', (next) => {
    expect(targetOf(new URL(signInHref(next), origin).search, origin)).toBe('/')
  })

  it('signing in without a target leads to the start', () => {
    expect(targetOf('', origin)).toBe('/')
  })
})
