import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  approvedWhileChanging,
  assignedWhileDisabled,
  deletedWhileWritten,
  dismissedAtWork,
} from '#test/trials/at-work.ts'
import { startApp, type Caller, type TestApp } from '#test/harness.ts'

const isEmbedded = process.env.TEST_DATABASE !== 'postgres'
const rounds = Array.from({ length: 12 }, (_, round) => round + 1)
let desk: TestApp
let root: Caller

beforeAll(async () => {
  desk = await startApp({ auth: { registration: 'approval' } })
  root = await desk.signedIn('super_user')
})
afterAll(() => desk.close())

test.each(rounds)(
  'users who are deactivated, moved and deleted while they work cause no server error: round %i of 12',
  async () => {
    expect(await dismissedAtWork(desk, root, 'disable')).toEqual([])
    expect(await dismissedAtWork(desk, root, 'demote')).toEqual([])
    expect(await assignedWhileDisabled(desk, root)).toEqual([])
    expect(await approvedWhileChanging(desk, root)).toEqual([])
    expect(await deletedWhileWritten(desk, root)).toEqual([])
  },
)

// One order of holding rows, not trying again, is what keeps people out of each other's way.
test.skipIf(isEmbedded)('users who are changed while they work cause hardly any deadlock', async () => {
  const { rows } = await desk.database.pool.query<{ deadlocks: string }>(
    'select deadlocks from pg_stat_database where datname = current_database()',
  )
  expect(Number(rows[0]?.deadlocks)).toBeLessThan(rounds.length)
})
