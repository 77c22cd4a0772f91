import { roleRequests } from '#tables/role-requests.ts'
import { aClient, aPreference, aProduct, aTicket, aView } from './factories.ts'
import { aMultipart } from './files.ts'
import type { Caller, TestApp } from './harness.ts'
import type { Ids } from './samples.ts'

/** Somebody who waits for a role. @returns the id of the request */
async function aRoleRequest(desk: TestApp): Promise<string> {
  const { id: userId, email } = await desk.person('client')
  return desk.work(async ({ tx }) => {
    const request = { userId, email, requestedRole: 'helpdesk', name: 'Ada Berg', ip: '127.0.0.1' } as const
    const [made] = await tx.insert(roleRequests).values(request).returning({ id: roleRequests.id })
    return made!.id
  })
}

/** One of everything that calls are about. */
export async function someThings(desk: TestApp, bySuperUser: Caller): Promise<Ids> {
  const person = (await desk.person('client')).id
  return {
    ticket: (await aTicket(bySuperUser)).id,
    client: (await aClient(bySuperUser)).id,
    person,
    colleague: (await desk.person('internal')).id,
    product: await aProduct(bySuperUser, { name: 'Printer' }),
    view: await aView(bySuperUser),
    preference: await aPreference(bySuperUser, person),
    roleRequest: await aRoleRequest(desk),
    multipart: await aMultipart(desk, bySuperUser),
  }
}
