import { expect, test } from 'vitest'
import { startApp } from '#test/harness.ts'
import { seed } from '#test/seed.ts'
import { compareTotals } from '#test/trials/totals.ts'

test(
  'lists, counts and numbers carried forward by what happens are those of the tables',
  { timeout: 60_000 },
  async () => {
    const desk = await startApp()
    const { compared, wrong } = await compareTotals(desk, { seed, changes: 60, most: 4, asked: 3 })
    await desk.close()
    expect(wrong, `TEST_SEED=${seed}`).toEqual([])
    expect(compared).toBeGreaterThan(100)
  },
)
