import { expect, test } from 'vitest'
import { CallError } from '#platform/web/call.ts'
import { emptyValues, fieldErrors, isWorthKeeping } from './new-ticket-values.ts'

const refusal = (status: number, body: unknown) => new CallError(status, JSON.stringify(body))

test('what the server says of a field goes to that field', () => {
  const issues = [
    { path: 'subject', message: 'Subject is required' },
    { path: 'clientId', message: 'There is no such client' },
  ]
  expect(fieldErrors(refusal(400, { message: 'x', issues }))).toEqual([
    { field: 'subject', message: 'Subject is required' },
  ])
})

test('other failures say nothing of fields', () => {
  expect(fieldErrors(refusal(500, { message: 'x', issues: [{ path: 'subject', message: 'y' }] }))).toEqual([])
  expect(fieldErrors(new CallError(400, 'no json'))).toEqual([])
  expect(fieldErrors(new Error('x'))).toEqual([])
})

test('a form as it opened is not worth a draft; one more letter is', () => {
  const opened = emptyValues('Contoso')
  expect(isWorthKeeping(opened, 'Contoso')).toBe(false)
  expect(isWorthKeeping({ ...opened, subject: 'a' }, 'Contoso')).toBe(true)
  expect(isWorthKeeping({ ...opened, priority: 'high' }, 'Contoso')).toBe(true)
})
