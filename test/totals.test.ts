import { expect, test } from 'vitest'
import { startApp } from './harness.ts'
import { seed } from './seed.ts'
import { compareTotals } from './totals.ts'

test('lists, counts and numbers carried forward by what happens are those of the tables', async () => {
  const desk = await startApp()
  const { compared, wrong } = await compareTotals(desk, { seed, changes: 60, most: 4, asked: 3 })
  await desk.close()
  expect(wrong, `TEST_SEED=${seed}`).toEqual([])
  expect(compared).toBeGreaterThan(100)
})
