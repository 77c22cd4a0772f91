import { sql } from 'drizzle-orm'
import { drizzle } from 'drizzle-orm/node-postgres'
import { expect, test } from 'vitest'
import { aComment, aTicket } from '#test/factories.ts'
import { startApp } from '#test/harness.ts'
import { comments } from '#tables/comments.ts'
import { events } from '#tables/events.ts'
import { searchTexts } from '#tables/search-texts.ts'
import { sessions } from '#tables/sessions.ts'
import { tickets } from '#tables/tickets.ts'
import { users } from '#tables/users.ts'

test('rows are the same as the query builder makes them', async () => {
  const desk = await startApp()
  const helpdesk = await desk.signedIn('helpdesk')
  const ticket = await aTicket(helpdesk)
  await aComment(helpdesk, ticket.id, 'Look here')
  const { db, pool } = desk.database
  const plain = drizzle({ client: pool, casing: 'snake_case' })
  for (const table of [tickets, comments, events, searchTexts, sessions, users]) {
    const rows = await db.select().from(table)
    expect(rows.length).toBeGreaterThan(0)
    expect(rows).toEqual(await plain.select().from(table))
  }
  const chosen = {
    id: tickets.id,
    resolved: tickets.resolvedAt,
    two: sql<number>`2`.mapWith(Number),
    named: sql<string>`upper(${tickets.subject})`.as('named'),
    creator: { id: users.id, name: users.firstName },
  }
  const on = sql`${users.id} = ${tickets.createdById}`
  const { creator: _, ...flat } = chosen
  expect(await db.select(flat).from(tickets)).toEqual(await plain.select(flat).from(tickets))
  expect(await db.select(chosen).from(tickets).leftJoin(users, on)).toEqual(
    await plain.select(chosen).from(tickets).leftJoin(users, on),
  )
})
