import { expect, test } from 'vitest'
import { AppError } from '#platform/contract/errors.ts'
import { createFailingMails } from './failing-mails.ts'
import { LeaseLost } from './leases.ts'

const mail = { uidValidity: 1n, lastUid: 7 }
const ofCode = (code: string) => Object.assign(new Error('it failed'), { code })

test('a mail gets its last try after two failures of its own', () => {
  const failing = createFailingMails()
  expect(failing.noteFailure(mail, new Error('invalid byte sequence'))).toBe(true)
  expect(failing.isFailing(mail)).toBe(false)
  failing.noteFailure(mail, ofCode('22021'))
  expect(failing.isFailing(mail)).toBe(true)
  expect(failing.isFailing({ ...mail, lastUid: 8 })).toBe(false)
  expect(failing.isFailing({ ...mail, uidValidity: 2n })).toBe(false)
})

test.each([
  ['a lost lease', new LeaseLost()],
  ['a full disk', ofCode('ENOSPC')],
  ['a full store', new AppError('full', 'No room')],
  ['a database that is away', new Error('failed query', { cause: ofCode('ECONNREFUSED') })],
  ['a collision', ofCode('40P01')],
])('%s is no failure of a mail', (_, error) => {
  const failing = createFailingMails()
  for (const _again of [1, 2, 3]) expect(failing.noteFailure(mail, error)).toBe(false)
  expect(failing.isFailing(mail)).toBe(false)
})
