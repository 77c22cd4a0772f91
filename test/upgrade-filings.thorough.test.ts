import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import type { OpenDatabase } from '#platform/server/database/database.ts'
import { openRelease, tidyOldDesks, upgrade, upgradeToBefore } from '#test/processes/old-desks.ts'

tidyOldDesks()

const filedAt = new Date(Date.now() - 60 * 60_000)
const at = (minutes: number) => new Date(filedAt.getTime() + minutes * 60_000)

/** A desk as former versions have written it, row by row. */
function createScribe({ pool }: OpenDatabase) {
  let position = 1000
  let number = 1000
  async function note(type: string, when: Date, ids: { ticket?: string; subject?: string }, data: object) {
    await pool.query(
      'insert into events (position, type, ticket_id, subject_id, data, at) values ($1, $2, $3, $4, $5, $6)',
      [++position, type, ids.ticket, ids.subject, data, when],
    )
  }
  return {
    async person(role: string): Promise<string> {
      const id = randomUUID()
      await pool.query(
        `insert into users (id, email, first_name, last_name, role, company_name, search_text)
         values ($1, $2, 'Some', 'Body', $3, '', '')`,
        [id, `${id}@example.com`, role],
      )
      return id
    },
    async company(): Promise<string> {
      const id = randomUUID()
      await pool.query('insert into clients (id, name, name_search) values ($1, $2, $2)', [id, id])
      return id
    },
    belong: (company: string, person: string) =>
      pool.query("insert into client_users (client_id, user_id, role) values ($1, $2, 'employee')", [
        company,
        person,
      ]),
    assigned: (company: string, userId: string, minutes: number) =>
      note('client.user_assigned', at(minutes), { subject: company }, { userId, role: 'employee' }),
    removed: (company: string, userId: string, minutes: number) =>
      note('client.user_removed', at(minutes), { subject: company }, { userId }),
    changed: (user: string, from: string, to: string, minutes: number) =>
      note('user.changed', at(minutes), { subject: user }, { changes: { role: { from, to } } }),
    /** @param belonged as the fact of the filing says it; absent: version 0.1.0 has written it, which does not say it */
    async ticket(company: string, author: string, belonged?: boolean, isChosen = false): Promise<string> {
      const id = randomUUID()
      const ticketNumber = `TKT-${++number}`
      await pool.query(
        `insert into tickets (id, ticket_number, subject, description, client_id, created_by_id, search_text, created_at, is_client_chosen)
         values ($1, $2, 'x', 'x', $3, $4, 'x', $5, $6)`,
        [id, ticketNumber, company, author, filedAt, isChosen],
      )
      const after = belonged === undefined ? {} : { after: { creatorBelongs: belonged } }
      await note('ticket.created', filedAt, { ticket: id }, { ticketNumber, ...after })
      return id
    },
  }
}

const filingsOf = async ({ pool }: OpenDatabase) => {
  const { rows } = await pool.query<{ id: string; filed: boolean | null }>(
    'select id, filed_for_client as filed from tickets',
  )
  return new Map(rows.map(({ id, filed }) => [id, filed]))
}

test('an upgrade keeps of each ticket whether it was filed for its company, as people and the log tell', async () => {
  const database = await openRelease()
  await upgradeToBefore(database, 'filed-for-client')
  const desk = createScribe(database)
  const company = await desk.company()
  const one = () => desk.person('client')
  const [member, stranger, joined, left, leftLongAgo, cameAndLeft, agent, promoted] = await Promise.all(
    Array.from({ length: 8 }, one),
  )
  const staff = await desk.person('internal')
  for (const person of [member!, joined!]) await desk.belong(company, person)
  await desk.assigned(company, leftLongAgo!, -30)
  await desk.removed(company, leftLongAgo!, 10)
  for (const [assigned, removed] of [
    [-30, -20],
    [10, 20],
  ] as const) {
    await desk.assigned(company, cameAndLeft!, assigned)
    await desk.removed(company, cameAndLeft!, removed)
  }
  await desk.changed(agent!, 'internal', 'client', 10)
  await desk.changed(promoted!, 'client', 'internal', 10)
  await desk.changed(promoted!, 'internal', 'client', 20)

  const expected = new Map([
    [await desk.ticket(company, member!), true],
    [await desk.ticket(company, staff), true],
    [await desk.ticket(company, stranger!), false],
    [await desk.ticket(company, stranger!, false), false],
    [await desk.ticket(company, stranger!, false, true), true],
    [await desk.ticket(company, joined!, false), true],
    [await desk.ticket(company, left!, true), true],
    [await desk.ticket(company, leftLongAgo!), true],
    [await desk.ticket(await desk.company(), leftLongAgo!), false],
    [await desk.ticket(company, cameAndLeft!), false],
    [await desk.ticket(company, agent!), true],
    [await desk.ticket(company, promoted!), false],
  ])
  await upgrade(database)
  const kept = await filingsOf(database)
  expect(new Map([...expected].map(([id]) => [id, kept.get(id)]))).toEqual(expected)
})

test('a ticket that a former version files beside this one is kept as it was filed, at the next start', async () => {
  const database = await openRelease()
  await upgrade(database)
  const desk = createScribe(database)
  const company = await desk.company()
  const [left, stranger] = [await desk.person('client'), await desk.person('client')]
  const [filed, strange] = [
    await desk.ticket(company, left, true),
    await desk.ticket(company, stranger, false),
  ]
  const before = await filingsOf(database)
  expect([before.get(filed), before.get(strange)]).toEqual([null, null])
  await upgrade(database)
  const kept = await filingsOf(database)
  expect([kept.get(filed), kept.get(strange)]).toEqual([true, false])
})
