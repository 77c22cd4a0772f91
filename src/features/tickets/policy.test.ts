import fc from 'fast-check'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { assignmentRoles } from '#features/clients/roles/contract.ts'
import { findSession } from '#features/auth/server/queries.ts'
import { sidOf } from '#features/auth/server/service.ts'
import { roles, type Role } from '#features/users/contract.ts'
import { searchable } from '#platform/contract/searchable.ts'
import { clientUsers } from '#tables/client-users.ts'
import { clients } from '#tables/clients.ts'
import { ticketParticipants } from '#tables/ticket-participants.ts'
import { tickets } from '#tables/tickets.ts'
import { users } from '#tables/users.ts'
import { startApp, type Caller, type TestApp } from '#test/harness.ts'
import type { TicketPage } from './contract.ts'
import { canSee } from './policy.ts'
import { listWholeTickets } from './server/queries.ts'

let desk: TestApp
let people: Caller[]
let companies: string[]

beforeAll(async () => {
  desk = await startApp()
  people = await Promise.all(Array.from({ length: 5 }, () => desk.signedIn('client')))
  const made = await desk.database.db
    .insert(clients)
    .values(['North', 'South', 'East'].map((name) => ({ name, nameSearch: searchable(name) })))
    .returning({ id: clients.id })
  companies = made.map(({ id }) => id)
})
afterAll(() => desk.close())

/**
 * A cast: everybody's role, who belongs to which company as what, and who filed a ticket for which company. `isFiled` is null in what a
 * former version has filed, and `isChosen` alone is set where it has moved the ticket.
 */
const cast = fc.record({
  roles: fc.array(
    fc.oneof({ weight: 3, arbitrary: fc.constant<Role>('client') }, fc.constantFrom(...roles)),
    { minLength: 5, maxLength: 5 },
  ),
  memberships: fc.uniqueArray(
    fc.record({ person: fc.nat(4), company: fc.nat(2), role: fc.constantFrom(...assignmentRoles) }),
    {
      selector: ({ person, company }) => `${person} ${company}`,
      maxLength: 8,
    },
  ),
  tickets: fc.array(
    fc.record({
      creator: fc.nat(4),
      company: fc.nat(2),
      assignee: fc.option(fc.nat(4)),
      isFiled: fc.option(fc.boolean()),
      isChosen: fc.boolean(),
      participants: fc.uniqueArray(fc.record({ person: fc.nat(4), isConfirmed: fc.boolean() }), {
        selector: ({ person }) => person,
        maxLength: 3,
      }),
    }),
    {
      minLength: 1,
      maxLength: 6,
    },
  ),
})

type World = typeof cast extends fc.Arbitrary<infer W> ? W : never

/** Tells of a filing by the columns of the ticket; if they do not say, by its author. */
const isFiledIn = ({ roles, memberships }: World, ticket: World['tickets'][number]): boolean =>
  ticket.isChosen ||
  (ticket.isFiled ??
    (roles[ticket.creator] !== 'client' ||
      memberships.some(({ person, company }) => person === ticket.creator && company === ticket.company)))

test('the list, which `visibleTo` filters, has exactly the tickets that `canSee` allows each viewer', async () => {
  const { db } = desk.database
  const seen = new Set<boolean>()
  await fc.assert(
    fc.asyncProperty(cast, async (world) => {
      await db.delete(tickets)
      await db.delete(clientUsers)
      for (const [place, role] of world.roles.entries())
        await db.update(users).set({ role }).where(eq(users.id, people[place]!.id))
      if (world.memberships.length > 0)
        await db.insert(clientUsers).values(
          world.memberships.map(({ person, company, role }) => ({
            userId: people[person]!.id,
            clientId: companies[company]!,
            role,
          })),
        )
      const made = await db
        .insert(tickets)
        .values(
          world.tickets.map(({ creator, company, assignee, isFiled, isChosen }, place) => ({
            ticketNumber: `TKT-${100_000 + place}`,
            subject: 'x',
            description: 'x',
            searchText: 'x',
            clientId: companies[company]!,
            filedForClient: isFiled,
            isClientChosen: isChosen,
            createdById: people[creator]!.id,
            assignedToId: assignee === null ? null : people[assignee]!.id,
          })),
        )
        .returning({ id: tickets.id })
      const taking = world.tickets.flatMap(({ participants }, place) =>
        participants.map(({ person, isConfirmed }) => ({
          ticketId: made[place]!.id,
          userId: people[person]!.id,
          confirmedAt: isConfirmed ? new Date() : null,
        })),
      )
      if (taking.length > 0) await db.insert(ticketParticipants).values(taking)
      // Written past the services, so that nothing told the lists to count again.
      await db.execute('update log_head set position = position + 1')

      const whole = await listWholeTickets(
        db,
        made.map(({ id }) => id),
      )
      const filed = new Map(made.map(({ id }, place) => [id, isFiledIn(world, world.tickets[place]!)]))
      expect(new Map(whole.map(({ id, filedForClient }) => [id, filedForClient]))).toEqual(filed)
      for (const person of people) {
        const viewer = await findSession(db, sidOf(person.cookie.replace('sid=', '')), new Date())
        const allowed = whole.filter((row) => canSee(viewer!, row)).map(({ id }) => id)
        const { body } = await person.get<TicketPage>('/api/tickets?limit=100')
        expect(body.tickets.map(({ id }) => id).sort()).toEqual(allowed.sort())
        expect(body.total).toBe(allowed.length)
        for (const { id } of whole) {
          const { status } = await person.get(`/api/tickets/${id}`)
          expect(status).toBe(allowed.includes(id) ? 200 : 404)
          seen.add(allowed.includes(id))
        }
      }
    }),
    { numRuns: 25, seed: 7 },
  )
  expect(seen.size).toBe(2)
})
