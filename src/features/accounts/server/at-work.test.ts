import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  approvedWhileChanging,
  assignedWhileDisabled,
  deletedWhileWritten,
  dismissedAtWork,
} from '#test/at-work.ts'
import { startApp, type Caller, type TestApp } from '#test/harness.ts'

let desk: TestApp
let root: Caller

beforeAll(async () => {
  desk = await startApp({ auth: { registration: 'approval' } })
  root = await desk.signedIn('super_user')
})
afterAll(() => desk.close())

describe('while others write, nobody is answered by a defect', () => {
  test('when somebody is kept out in the middle of their work', async () => {
    expect(await dismissedAtWork(desk, root, 'disable')).toEqual([])
  })
  test('when somebody at work becomes a client', async () => {
    expect(await dismissedAtWork(desk, root, 'demote')).toEqual([])
  })
  test('when tickets are assigned to somebody who is being kept out', async () => {
    expect(await assignedWhileDisabled(desk, root)).toEqual([])
  })
  test('when a role is approved while the person changes their profile', async () => {
    expect(await approvedWhileChanging(desk, root)).toEqual([])
  })
  test('when a client with its product, and a ticket, are deleted', async () => {
    expect(await deletedWhileWritten(desk, root)).toEqual([])
  })
})
