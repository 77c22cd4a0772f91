import { expect, test } from 'vitest'
import { startApp } from '#test/harness.ts'
import { seed } from '#test/seed.ts'
import { compareWithPolicy } from '#test/trials/visibility.ts'

const desks = 15
// Others than on the other database: thirty in a run.
const first = process.env.TEST_DATABASE === 'postgres' ? seed + desks : seed
const seeds = Array.from({ length: desks }, (_, at) => (first + at) % 2 ** 31)

test.each(seeds)(
  'each viewer of the desk of seed %i is shown exactly what the policy allows',
  { timeout: 300_000 },
  async (one) => {
    const desk = await startApp()
    const different = await compareWithPolicy(desk, await desk.listen(), one)
    await desk.close()
    expect(different, `TEST_SEED=${one}`).toEqual([])
  },
)
