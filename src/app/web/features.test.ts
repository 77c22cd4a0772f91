import { describe, expect, it } from 'vitest'
import { roles, type CurrentUser } from '#features/users/contract.ts'
import { screens } from './features.ts'
import { navItems } from './shell/nav-items.ts'

const viewerAs = (role: CurrentUser['role']): CurrentUser => ({
  id: '',
  firstName: '',
  lastName: '',
  email: '',
  companyName: '',
  mobileNumber: null,
  profileImageUrl: null,
  role,
})

const isOnce = (values: readonly unknown[]) => new Set(values).size === values.length

describe('the screens that features describe', () => {
  it('each screen has an address and a place in the navigation of its own', () => {
    expect(isOnce(screens.flatMap(({ paths }) => paths))).toBe(true)
    expect(isOnce(navItems.map(({ group, place }) => `${group} ${place}`))).toBe(true)
  })

  it.each(roles)('each screen in the navigation has a key of its own for the role %s', (role) => {
    const keys = navItems.filter((item) => item.isFor(viewerAs(role))).flatMap(({ key }) => key ?? [])
    expect(keys.length).toBeGreaterThan(0)
    expect(isOnce(keys)).toBe(true)
  })

  it('g and the letter that stands in the sheet lead to the screen of each', () => {
    const ways = navItems
      .filter((item) => item.isFor(viewerAs('super_user')))
      .flatMap(({ paths: [path], key }) => (key ? [[key, path]] : []))
    expect(Object.fromEntries(ways)).toEqual({
      m: '/',
      d: '/dashboard',
      t: '/tickets',
      u: '/users',
      c: '/clients',
      p: '/products',
      e: '/email-management',
      s: '/email-settings',
    })
  })
})
