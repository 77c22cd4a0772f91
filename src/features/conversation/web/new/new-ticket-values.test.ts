import { expect, test } from 'vitest'
import { emptyValues, isSame } from './new-ticket-values.ts'

test('an unchanged form is not worth a draft; one more letter is', () => {
  const opened = emptyValues('Contoso')
  expect(isSame(opened, emptyValues('Contoso'))).toBe(true)
  expect(isSame({ ...opened, subject: 'a' }, opened)).toBe(false)
  expect(isSame({ ...opened, priority: 'high' }, opened)).toBe(false)
})
