import { expect, test } from 'vitest'
import { startApp } from '#test/harness.ts'
import { seed } from '#test/seed.ts'
import { compareWithPolicy } from '#test/trials/visibility.ts'

test('lists, counts, searches, files, numbers and live messages show each viewer exactly what the policy allows', async () => {
  const desk = await startApp()
  const different = await compareWithPolicy(desk, await desk.listen(), seed)
  await desk.close()
  expect(different, `TEST_SEED=${seed}`).toEqual([])
})
