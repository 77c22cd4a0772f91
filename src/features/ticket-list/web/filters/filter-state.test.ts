import { expect, test } from 'vitest'
import {
  activeKeys,
  filterParams,
  isFiltered,
  noFilterParams,
  pageParams,
  readListState,
  sortParams,
} from './filter-state.ts'

test('an empty address is the first page of everything', () => {
  const { filter, page } = readListState({})
  expect(filter).toEqual({})
  expect(page).toBe(1)
  expect(isFiltered(filter)).toBe(false)
})

test('filters and page are read from the address', () => {
  const { filter, page } = readListState({
    search: ' vpn ',
    status: 'open',
    assignedToId: 'unassigned',
    page: '3',
  })
  expect(filter).toEqual({ search: 'vpn', status: 'open', assignedToId: 'unassigned' })
  expect(page).toBe(3)
})

test('values that no filter has are left out of what is read from the address', () => {
  expect(readListState({ status: 'lost', clientId: '7', ageFilter: '', page: '-1', view: 'board' })).toEqual({
    filter: {},
    sorting: {},
    page: 1,
  })
  expect(readListState({ page: '1e9' }).page).toBe(1)
})

test('a screen with fewer filters does not read the others from the address', () => {
  const { filter } = readListState({ status: 'open', category: 'email' }, ['search', 'status', 'priority'])
  expect(filter).toEqual({ status: 'open' })
})

test('a changed filter leads back to the first page', () => {
  expect(filterParams({ status: 'open' })).toEqual({ status: 'open', page: undefined })
  expect(filterParams({ status: undefined })).toEqual({ status: undefined, page: undefined })
})

test('clearing removes every filter and the page', () => {
  const cleared = noFilterParams()
  expect(Object.keys(cleared)).toHaveLength(14)
  expect(Object.values(cleared).every((value) => value === undefined)).toBe(true)
})

test('the first page is not written into the address', () => {
  expect(pageParams(1)).toEqual({ page: undefined })
  expect(pageParams(2)).toEqual({ page: '2' })
})

test('the search is not counted among the filters behind the button', () => {
  expect(activeKeys({ search: 'vpn', status: 'open', ageFilter: 'week' })).toEqual(['status', 'ageFilter'])
})

test('the usual order is not written into the address, and an unknown order is left out', () => {
  expect(readListState({ sort: 'created', order: 'desc' }).sorting).toEqual({})
  expect(readListState({ sort: 'priority', order: 'asc' }).sorting).toEqual({ sort: 'priority' })
  expect(readListState({ sort: 'name', order: 'desc' }).sorting).toEqual({})
  expect(sortParams({ sort: 'priority', order: 'desc' })).toEqual({
    sort: 'priority',
    order: 'desc',
    page: undefined,
  })
  expect(sortParams({ sort: 'created', order: 'desc' })).toEqual({})
})
