import { expect, test } from 'vitest'
import { sendRandomCalls } from '#test/trials/fuzz.ts'
import { seed } from '#test/seed.ts'

test(
  'many thousand random requests to each database are answered, and none by a defect',
  { timeout: 25 * 60_000 },
  async () => {
    // Others than on the other database: a hundred thousand in a run.
    const first = process.env.TEST_DATABASE === 'postgres' ? seed + 50_000 : seed
    const { statuses, broken } = await sendRandomCalls(50_000, first)
    expect(broken).toEqual([])
    expect([...statuses.keys()]).toEqual(expect.arrayContaining([200, 201, 400, 401, 403, 404, 409]))
  },
)
