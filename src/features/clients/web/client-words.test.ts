import { expect, test } from 'vitest'
import type { Client } from '../contract.ts'
import { usersSummary } from './client-words.ts'

const somebody = (role: 'client' | 'internal' | 'helpdesk') => ({
  role: 'assigned' as const,
  user: { id: '', firstName: '', lastName: '', email: '', role, isActive: true, isEmailConfirmed: true },
})

test.each<[Client['clientUsers'], string]>([
  [[], '0 users'],
  [[somebody('internal')], '1 internal'],
  [[somebody('internal'), somebody('helpdesk')], '2 internal'],
  [[somebody('client')], '1 client users'],
  [[somebody('client'), somebody('client'), somebody('helpdesk')], '2 client, 1 internal'],
])('the people of a company are counted by their role: %#', (clientUsers, summary) => {
  expect(usersSummary({ clientUsers })).toBe(summary)
})
