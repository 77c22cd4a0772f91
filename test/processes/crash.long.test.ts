import { expect, test } from 'vitest'
import { expectNothingLost } from '#test/trials/crash.ts'

/** More of them are worth a quarter of an hour after a change to the way of a write. */
const kills = Number(process.env.TEST_KILLS ?? 20)

test(
  `every acknowledged change is there once after the server was killed ${kills} times`,
  { timeout: kills * 60_000 },
  async () => {
    expect.hasAssertions()
    await expectNothingLost(kills)
  },
)
