import { expect, test } from 'vitest'
import { expectOneChat } from '#test/broken-chat.ts'

test(
  'two people say a hundred and twenty things over connections that break all the time: one order, nothing lost or double, every mark right',
  { timeout: 180_000 },
  async () => {
    expect.hasAssertions()
    await expectOneChat(60)
  },
)
