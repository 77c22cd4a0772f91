import { expect, test } from 'vitest'
import { readerWords } from './reader-words.ts'

const company = 'Brightwater Clinics'
const two = ['Rosie Hargreaves', 'Tom Berg']

test.each([
  [{ names: [], total: 0, company }, 'No one at Brightwater Clinics can read this ticket'],
  [{ names: two.slice(0, 1), total: 1, company }, 'Rosie Hargreaves at Brightwater Clinics can read this'],
  [{ names: two, total: 2, company }, 'Rosie Hargreaves and Tom Berg at Brightwater Clinics can read this'],
  [{ names: two, total: 5, company }, 'Rosie Hargreaves and 4 others at Brightwater Clinics can read this'],
  [{ names: two.slice(0, 1), total: 1, company: null }, 'Rosie Hargreaves can read this'],
  [{ names: two, total: 2, company: null }, 'Rosie Hargreaves and Tom Berg can read this'],
  [{ names: two, total: 3, company: null }, 'Rosie Hargreaves and 2 others can read this'],
])('the readers %o are named in one sentence', (readers, words) => {
  expect(readerWords(readers)).toBe(words)
})
