import { afterAll, beforeAll, expect, test } from 'vitest'
import { startApp, type TestApp } from '#test/harness.ts'
import { expectOthersUnchanged, hostileNames } from '#test/trials/hostile-names.ts'

let desk: TestApp
beforeAll(async () => {
  desk = await startApp()
})
afterAll(() => desk.close())

test(
  'people called like every value of the contracts, like frequent words, or at length are erased without a letter of others being changed',
  { timeout: 900_000 },
  async () => {
    expect(hostileNames.length).toBeGreaterThan(400)
    await expectOthersUnchanged(desk, hostileNames)
  },
)
