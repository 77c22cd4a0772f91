import { expect, test } from 'vitest'
import { CallError } from './call.ts'
import { issuesByField } from './issues.ts'

const refusal = (status: number, body: unknown) => new CallError(status, JSON.stringify(body))
const issues = [
  { path: 'subject', message: 'Subject is required' },
  { path: 'clientId', message: 'There is no such client' },
]

test('an issue of a field goes to that field', () => {
  expect(issuesByField(refusal(400, { message: 'x', issues }))).toEqual({
    subject: 'Subject is required',
    clientId: 'There is no such client',
  })
})

test('other failures belong to no field', () => {
  expect(issuesByField(refusal(500, { message: 'x', issues }))).toEqual({})
  expect(issuesByField(new CallError(400, 'no json'))).toEqual({})
  expect(issuesByField(new Error('x'))).toEqual({})
})
