import fc from 'fast-check'
import { and, eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { canChat } from '#features/tickets/policy.ts'
import { roles, staff, type Role } from '#features/users/contract.ts'
import { isStaff } from '#features/users/policy.ts'
import { chatMessages } from '#tables/chat-messages.ts'
import { clients } from '#tables/clients.ts'
import { tickets } from '#tables/tickets.ts'
import { users } from '#tables/users.ts'
import { startApp, type TestApp } from '#test/harness.ts'
import { awaits, isReader } from './policy.ts'
import { listUnread, sharedReaders } from './server/queries.ts'

let desk: TestApp
let people: string[]
let clientId: string

beforeAll(async () => {
  desk = await startApp()
  people = (await Promise.all(Array.from({ length: 5 }, () => desk.person('client')))).map(({ id }) => id)
  const made = await desk.database.db
    .insert(clients)
    .values({ name: 'North', nameSearch: 'north' })
    .returning()
  clientId = made[0]!.id
})
afterAll(() => desk.close())

const person = fc.nat(4)
/** The first two are staff of any kind; a ticket may also be assigned to a client, who was staff when it was closed. */
const cast = fc.record({
  roles: fc.tuple(
    fc.constantFrom(...staff),
    fc.constantFrom(...staff),
    ...Array.from({ length: 3 }, () => fc.constantFrom<Role>(...roles)),
  ),
  tickets: fc.array(fc.record({ creator: person, assignee: fc.option(person) }), {
    minLength: 1,
    maxLength: 3,
  }),
  messages: fc.array(
    fc.record({ ticket: fc.nat(2), sender: person, recipient: person, isRead: fc.boolean() }),
    { minLength: 1, maxLength: 12 },
  ),
})
type Cast = typeof cast extends fc.Arbitrary<infer T> ? T : never

async function play(world: Cast) {
  const { db } = desk.database
  await db.delete(tickets)
  for (const [place, role] of world.roles.entries())
    await db.update(users).set({ role }).where(eq(users.id, people[place]!))
  const made = await db
    .insert(tickets)
    .values(
      world.tickets.map(({ creator, assignee }, place) => ({
        ticketNumber: `TKT-${100_000 + place}`,
        subject: 'x',
        description: 'x',
        searchText: 'x',
        clientId,
        createdById: people[creator]!,
        assignedToId: assignee === null ? null : people[assignee]!,
      })),
    )
    .returning()
  const messages = await db
    .insert(chatMessages)
    .values(
      world.messages.map(({ ticket, sender, recipient, isRead }) => ({
        ticketId: made[ticket % made.length]!.id,
        senderId: people[sender]!,
        recipientId: people[recipient]!,
        message: 'x',
        readAt: isRead ? new Date() : null,
      })),
    )
    .returning()
  const ticketById = new Map(made.map((ticket) => [ticket.id, ticket]))
  return {
    viewers: world.roles.map((role, place) => ({ id: people[place]!, role })),
    messages: messages.map((message) => ({ ...message, ticket: ticketById.get(message.ticketId)! })),
  }
}

const runs = { numRuns: 40, seed: 7 }

test('everybody is told of as many unread messages as the policy says await them', async () => {
  const counts = new Set<number>()
  await fc.assert(
    fc.asyncProperty(cast, async (world) => {
      const { viewers, messages } = await play(world)
      for (const viewer of viewers) {
        const awaiting = messages.filter(
          ({ ticket, ...message }) =>
            !message.readAt && canChat(viewer, ticket) && awaits(viewer, message, ticket),
        )
        const byPolicy = Map.groupBy(awaiting, ({ ticketId }) => ticketId)
        const { tickets: unread } = await listUnread(desk.database.db, viewer)
        expect(new Map(unread.map((one) => [one.ticketId, one.unread]))).toEqual(
          new Map([...byPolicy].map(([ticketId, some]) => [ticketId, some.length])),
        )
        counts.add(awaiting.length)
      }
    }),
    runs,
  )
  expect(counts.size).toBeGreaterThan(2)
})

test('everybody reads in SQL for the same people for whom they read by the policy', async () => {
  const seen = new Set<boolean>()
  await fc.assert(
    fc.asyncProperty(cast, async (world) => {
      const { viewers, messages } = await play(world)
      const roleOf = new Map(viewers.map(({ id, role }) => [id, role]))
      for (const viewer of viewers) {
        for (const { ticket, ...message } of messages) {
          const { db } = desk.database
          const found = await db
            .select({ id: chatMessages.id })
            .from(chatMessages)
            .where(and(eq(chatMessages.id, message.id), sharedReaders(db, viewer, ticket)))
          const isRecipientStaff = isStaff({ role: roleOf.get(message.recipientId)! })
          const bySql = message.senderId !== viewer.id && found.length > 0
          expect(isReader(viewer, message, ticket, isRecipientStaff)).toBe(bySql)
          // Whomever a message waits for, they can end that.
          const isAwaited = canChat(viewer, ticket) && awaits(viewer, message, ticket)
          expect(bySql || !isAwaited).toBe(true)
          seen.add(bySql)
        }
      }
    }),
    runs,
  )
  expect(seen.size).toBe(2)
})
