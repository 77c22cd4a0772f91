import { expect, test } from 'vitest'
import { sendRandomCalls } from '#test/trials/fuzz.ts'
import { seed } from '#test/seed.ts'

test('five hundred random requests are answered, and none by a defect', { timeout: 60_000 }, async () => {
  const { statuses, broken } = await sendRandomCalls(500, seed)
  expect(broken).toEqual([])
  // Random enough to reach every kind of answer, and sound enough to get through.
  expect([...statuses.keys()]).toEqual(expect.arrayContaining([200, 400, 401, 403, 404]))
})
