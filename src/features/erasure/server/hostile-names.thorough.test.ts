import { afterAll, beforeAll, test } from 'vitest'
import { startApp, type TestApp } from '#test/harness.ts'
import { expectOthersUnchanged, hostileNames } from '#test/trials/hostile-names.ts'

let desk: TestApp
beforeAll(async () => {
  desk = await startApp()
})
afterAll(() => desk.close())

/** Names of all kinds are among them, the longest included. */
const some = hostileNames.filter((name, place) => place % 8 === 0 || name.length === 100)

test(
  'people of whatever name are erased without a letter of others being changed, and without holding anybody up',
  { timeout: 120_000 },
  () => expectOthersUnchanged(desk, some),
)
