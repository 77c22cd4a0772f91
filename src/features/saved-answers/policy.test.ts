import { afterAll, beforeAll, expect, test } from 'vitest'
import { roles, staff } from '#features/users/contract.ts'
import { savedAnswers } from '#tables/saved-answers.ts'
import { startApp, type TestApp } from '#test/harness.ts'
import { canSeeAnswer } from './policy.ts'
import { visibleTo } from './server/queries.ts'

let desk: TestApp

beforeAll(async () => {
  desk = await startApp()
})
afterAll(() => desk.close())

const [internal, helpdesk, superUser] = staff
const sharings = [
  [],
  [internal],
  [helpdesk],
  [superUser],
  [internal, helpdesk],
  [internal, superUser],
  [helpdesk, superUser],
  [...staff],
]

test('everybody sees in SQL the answers that they see by the policy, however shared', async () => {
  const { db } = desk.database
  const viewers = await Promise.all(roles.map(async (role) => ({ id: (await desk.person(role)).id, role })))
  // A client was staff when they saved theirs.
  const given = viewers.flatMap(({ id }) =>
    sharings.map((sharedWith, at) => ({ ownerId: id, title: `Answer ${at}`, text: 'x', sharedWith })),
  )
  const answers = await db.insert(savedAnswers).values(given).returning()
  for (const viewer of viewers) {
    const bySql = await db.select({ id: savedAnswers.id }).from(savedAnswers).where(visibleTo(viewer))
    const byPolicy = answers.filter(({ ownerId, sharedWith }) =>
      canSeeAnswer(viewer, { owner: { id: ownerId }, sharedWith }),
    )
    const ids = (some: readonly { id: string }[]) => some.map(({ id }) => id).toSorted()
    expect([viewer.role, ids(bySql)]).toEqual([viewer.role, ids(byPolicy)])
  }
})
