import { expect, test } from 'vitest'
import { expectOneChat } from '#test/trials/broken-chat.ts'

test(
  'a chat of a hundred and twenty messages over breaking connections has one order, loses and doubles nothing, and marks each as read',
  { timeout: 60_000 },
  async () => {
    expect.hasAssertions()
    await expectOneChat(60)
  },
)
