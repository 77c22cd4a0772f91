import { expect, test } from 'vitest'
import { sendRandomCalls } from './fuzz.ts'
import { seed } from './seed.ts'

test(
  'a hundred thousand random requests are answered, and none by a defect',
  { timeout: 25 * 60_000 },
  async () => {
    const { statuses, broken } = await sendRandomCalls(100_000, seed)
    expect(broken).toEqual([])
    expect([...statuses.keys()]).toEqual(expect.arrayContaining([200, 201, 400, 401, 403, 404, 409, 412]))
  },
)
