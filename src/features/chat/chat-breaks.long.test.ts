import { expect, test } from 'vitest'
import { expectOneChat } from '#test/broken-chat.ts'

test(
  'two people say five hundred things over connections that break all the time: one order, nothing lost or double, every mark right',
  { timeout: 600_000 },
  async () => {
    expect.hasAssertions()
    await expectOneChat(250)
  },
)
