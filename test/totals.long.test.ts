import { expect, test } from 'vitest'
import { startApp } from '#test/harness.ts'
import { seed } from '#test/seed.ts'
import { compareTotals } from '#test/trials/totals.ts'

test(
  'after many thousand changes what is carried forward is what the tables say',
  { timeout: 25 * 60_000 },
  async () => {
    // Others than on the other database: a hundred thousand in a run.
    const first = process.env.TEST_DATABASE === 'postgres' ? seed + 1 : seed
    const desk = await startApp()
    const { compared, wrong } = await compareTotals(desk, {
      seed: first,
      changes: 50_000,
      most: 100,
      asked: 10,
    })
    await desk.close()
    expect(wrong, `TEST_SEED=${seed}`).toEqual([])
    expect(compared).toBeGreaterThan(20_000)
  },
)
