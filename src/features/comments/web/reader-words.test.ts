import { expect, test } from 'vitest'
import { readerWords } from './reader-words.ts'

const company = 'Brightwater Clinics'
const two = ['Rosie Hargreaves', 'Tom Berg']

test.each([
  [{ names: [], total: 0, company }, 'No one at Brightwater Clinics can read this ticket'],
  [{ names: two.slice(0, 1), total: 1, company }, 'Visible to Rosie Hargreaves at Brightwater Clinics'],
  [{ names: two, total: 2, company }, 'Visible to Rosie Hargreaves and Tom Berg at Brightwater Clinics'],
  [{ names: two, total: 5, company }, 'Visible to Rosie Hargreaves and 4 others at Brightwater Clinics'],
  [{ names: two.slice(0, 1), total: 1, company: null }, 'Visible to Rosie Hargreaves'],
  [{ names: two, total: 2, company: null }, 'Visible to Rosie Hargreaves and Tom Berg'],
  [{ names: two, total: 3, company: null }, 'Visible to Rosie Hargreaves and 2 others'],
])('the readers %o are named in one sentence', (readers, words) => {
  expect(readerWords({ ...readers, added: [], totalAdded: 0 })).toBe(words)
})

test('added people are named behind the others, and alone where there are no others', () => {
  const rosie = { names: ['Rosie'], total: 1, company: null }
  expect(readerWords({ ...rosie, added: ['Sofia'], totalAdded: 1 })).toBe('Visible to Rosie, + Sofia')
  const sentence = 'Visible to Rosie, + Sofia, Tom, and 2 others'
  expect(readerWords({ ...rosie, added: ['Sofia', 'Tom'], totalAdded: 4 })).toBe(sentence)
  const withOne = 'Visible to Rosie, + Sofia, Tom, and 1 other'
  expect(readerWords({ ...rosie, added: ['Sofia', 'Tom'], totalAdded: 3 })).toBe(withOne)
  const none = { names: [], total: 0, company }
  expect(readerWords({ ...none, added: ['Sofia'], totalAdded: 1 })).toBe(
    'Visible to Sofia at Brightwater Clinics',
  )
})
