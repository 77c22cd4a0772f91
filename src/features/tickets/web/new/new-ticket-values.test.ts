import { expect, test } from 'vitest'
import { emptyValues, isWorthKeeping } from './new-ticket-values.ts'

test('an unchanged form is not worth a draft; one more letter is', () => {
  const opened = emptyValues('Contoso')
  expect(isWorthKeeping(opened, 'Contoso')).toBe(false)
  expect(isWorthKeeping({ ...opened, subject: 'a' }, 'Contoso')).toBe(true)
  expect(isWorthKeeping({ ...opened, priority: 'high' }, 'Contoso')).toBe(true)
})
