import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  approvedWhileChanging,
  assignedWhileDisabled,
  deletedWhileWritten,
  dismissedAtWork,
} from '#test/trials/at-work.ts'
import { startApp, type Caller, type TestApp } from '#test/harness.ts'

let desk: TestApp
let root: Caller

beforeAll(async () => {
  desk = await startApp({ auth: { registration: 'approval' } })
  root = await desk.signedIn('super_user')
})
afterAll(() => desk.close())

describe('changes to users and clients while others write cause no server error', () => {
  test('a user can be deactivated in the middle of their work', async () => {
    expect(await dismissedAtWork(desk, root, 'disable')).toEqual([])
  })
  test('a user at work can become a client', async () => {
    expect(await dismissedAtWork(desk, root, 'demote')).toEqual([])
  })
  test('tickets can be assigned to a user who is being deactivated', async () => {
    expect(await assignedWhileDisabled(desk, root)).toEqual([])
  })
  test('a role can be approved while the person changes their profile', async () => {
    expect(await approvedWhileChanging(desk, root)).toEqual([])
  })
  test('a client with its product, and a ticket, can be deleted while others write', async () => {
    expect(await deletedWhileWritten(desk, root)).toEqual([])
  })
})
