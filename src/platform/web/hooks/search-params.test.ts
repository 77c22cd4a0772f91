import { describe, expect, it } from 'vitest'
import { parseSearch, stringifySearch } from './search-params.ts'

describe('the query of the address', () => {
  it('the address holds plain text, also where it looks like a number or JSON', () => {
    const search = { q: '123', status: 'open', search: 'a b&c="d"', flag: 'true' }
    expect(parseSearch(stringifySearch(search))).toEqual(search)
    expect(stringifySearch({ page: '2' })).toBe('?page=2')
  })

  it('the address leaves out empty values', () => {
    expect(stringifySearch({ status: '', ticket: undefined })).toBe('')
    expect(parseSearch('?status=&page=3')).toEqual({ page: '3' })
  })
})
