import { expect, test } from 'vitest'
import { expectNothingLost } from '#test/trials/crash.ts'

test('every acknowledged change is there once after the server was killed twice', async () => {
  expect.hasAssertions()
  await expectNothingLost(2)
})
