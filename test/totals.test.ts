import { expect, test } from 'vitest'
import { startApp } from './harness.ts'
import { seed } from './seed.ts'
import { compareTotals } from './totals.ts'

test(
  'lists, counts and numbers carried forward by what happens are those of the tables',
  { timeout: 300_000 },
  async () => {
    const desk = await startApp()
    const compared = await compareTotals(
      desk,
      { seed, changes: 200, most: 3, asked: 6 },
      (what, answered, counted) =>
        expect({ what, is: answered }, `TEST_SEED=${seed}`).toEqual({ what, is: counted }),
    )
    await desk.close()
    expect(compared).toBeGreaterThan(500)
  },
)
