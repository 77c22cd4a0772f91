import { randomUUID } from 'node:crypto'
import { createRandom } from '#features/demo/server/story/chance.ts'
import { indexPendingTexts } from '#features/conversation/server/public/index-texts.ts'
import { hashPassword } from '#features/users/server/public/password.ts'
import { searchable } from '#platform/contract/searchable.ts'
import { connectPatiently, type OpenDatabase } from '#platform/server/database/database.ts'
import { categories, priorities, type Status } from '#features/tickets/contract.ts'
import { clientUsers } from '#tables/client-users.ts'
import { clients } from '#tables/clients.ts'
import { comments } from '#tables/comments.ts'
import { products } from '#tables/products.ts'
import { searchTexts } from '#tables/search-texts.ts'
import { tickets } from '#tables/tickets.ts'
import { users } from '#tables/users.ts'
import { createWriter, zipf } from './words.ts'

export const password = 'the password of everybody'
export const emails = {
  helpdesk: 'helpdesk@example.com',
  employee: 'employee@example.com',
  contact: 'contact@example.com',
}

const [clientCount, staffCount, clientUserCount, productCount] = [400, 40, 2000, 60]
const dayMs = 24 * 60 * 60 * 1000
const rowsPerInsert = 1000

/** A hundred draws: what is old is mostly done. */
const oldStatuses: Status[] = [
  ...Array<Status>(70).fill('closed'),
  ...Array<Status>(24).fill('resolved'),
  ...Array<Status>(2).fill('open'),
  ...Array<Status>(2).fill('progress'),
  ...Array<Status>(2).fill('testing'),
]
const newStatuses: Status[] = [
  'open',
  'open',
  'open',
  'progress',
  'progress',
  'testing',
  'resolved',
  'closed',
]

/** Indexes that no constraint needs are made after the rows: that is many times faster than keeping them up row by row. */
async function withoutIndexes({ pool, embedded }: OpenDatabase, job: () => Promise<void>): Promise<void> {
  const { rows } = await pool.query<{ name: string; definition: string }>(`
    select i.indexname as name, i.indexdef as definition from pg_indexes i
    where i.schemaname = 'public' and i.tablename in ('tickets', 'comments')
      and not exists (select 1 from pg_constraint c where c.conname = i.indexname)`)
  for (const { name } of rows) await pool.query(`drop index "${name}"`)
  await job()
  const { client, close } = await connectPatiently(pool, embedded)
  // An index on so many rows takes longer than any request may.
  await client.query('set statement_timeout = 0')
  for (const { definition } of rows) await client.query(definition)
  await client.query('vacuum (analyze)')
  await close()
}

/**
 * Fills empty tables with `count` tickets of the last two years, believable in what matters to the list: few companies have most of the
 * tickets, old tickets are closed, words are as frequent as words are. Writes rows and no events.
 */
export async function fill(database: OpenDatabase, count: number): Promise<void> {
  const { db } = database
  const random = createRandom(1)
  const write = createWriter(random)
  const hash = await hashPassword(password)
  const person = (role: 'client' | 'internal' | 'helpdesk', email: string, companyName: string) => ({
    id: randomUUID(),
    email,
    firstName: write.name(),
    lastName: write.name(),
    role,
    companyName,
    password: hash,
  })

  const companies = Array.from({ length: clientCount }, (_, at) => {
    const name = `${write.name()} ${write.name()} ${['GmbH', 'Ltd', 'Inc', 'AG', 'SA'][at % 5]} ${at + 1}`
    const website = `https://company-${at + 1}.example.com`
    return {
      id: randomUUID(),
      name,
      nameSearch: searchable(name),
      website,
      contactEmail: `info@company-${at + 1}.example.com`,
    }
  })
  const staff = Array.from({ length: staffCount }, (_, at) =>
    person(at % 2 ? 'internal' : 'helpdesk', at === 0 ? emails.helpdesk : `staff-${at}@example.com`, ''),
  )
  const company = zipf(clientCount, random)
  const people = Array.from({ length: clientUserCount }, (_, at) => {
    // The two whose lists are measured belong to a company of middling size.
    const belongsTo = at < 2 ? companies[9]! : companies[at % clientCount]!
    const email = [emails.employee, emails.contact][at] ?? `person-${at}@example.com`
    return { ...person('client', email, belongsTo.name), clientId: belongsTo.id }
  })
  const goods = Array.from({ length: productCount }, (_, at) => {
    const name = `${write.name()} ${write.name()} ${at + 1}`
    return { id: randomUUID(), name, nameSearch: searchable(name) }
  })
  await db.insert(clients).values(companies)
  await db.insert(users).values([...staff, ...people])
  await db.insert(products).values(goods)
  await db.insert(clientUsers).values(
    people.map(({ id, clientId }, at) => ({
      userId: id,
      clientId,
      role: at % 10 === 1 ? ('contact' as const) : ('employee' as const),
    })),
  )

  const staffIds = new Set(staff.map(({ id }) => id))
  const peopleOf = Map.groupBy(people, (one) => one.clientId)
  const good = zipf(productCount, random)
  const assignee = zipf(staffCount, random)
  const now = Date.now()

  function ticket(at: number) {
    const { id: clientId, name: customerName } = companies[company()]!
    const own = peopleOf.get(clientId) ?? people
    const creator = random() < 0.15 ? staff[write.number(staffCount)]! : own[write.number(own.length)]!
    const filedForClient = own !== people || staffIds.has(creator.id)
    const age = (1 - (at + random()) / count) * 2 * 365 * dayMs
    const createdAt = new Date(now - age)
    const updatedAt = new Date(now - age * (0.5 + random() / 2))
    const choice = age > 30 * dayMs ? oldStatuses : newStatuses
    const status = choice[write.number(choice.length)]!
    const { id: productId, name: productName } = goods[good()]!
    const projectName = random() < 0.4 ? `${write.name()} project` : null
    const ticketNumber = `TKT-${String(at + 1).padStart(6, '0')}`
    const [subject, description] = [write.subject(), write.text(2 + write.number(4))]
    const isOver = status === 'resolved' || status === 'closed'
    return {
      id: randomUUID(),
      ticketNumber,
      subject,
      description,
      status,
      priority: priorities[Math.min(3, Math.floor(random() ** 1.5 * 4))]!,
      category: categories[write.number(categories.length)]!,
      clientId,
      createdById: creator.id,
      filedForClient,
      isClientChosen: filedForClient,
      assignedToId: status === 'open' || random() < 0.05 ? null : staff[assignee()]!.id,
      productId,
      customerName,
      productName,
      projectName,
      createdAt,
      updatedAt,
      publicUpdatedAt: updatedAt,
      resolvedAt: isOver ? updatedAt : null,
      searchText: searchable(ticketNumber, subject, description, customerName, productName, projectName),
      customerSearch: searchable(customerName),
      productSearch: searchable(productName),
      projectSearch: searchable(projectName),
    }
  }

  await withoutIndexes(database, async () => {
    for (let from = 0; from < count; from += rowsPerInsert) {
      const rows = Array.from({ length: Math.min(rowsPerInsert, count - from) }, (_, at) => ticket(from + at))
      const said = rows.flatMap((row) =>
        Array.from({ length: write.number(5) }, () => {
          const content = write.text(1 + write.number(3))
          const isInternal = random() < 0.25
          const userId = isInternal || random() < 0.5 ? staff[assignee()]!.id : row.createdById
          const createdAt = new Date(row.createdAt.getTime() + random() * (now - row.createdAt.getTime()))
          const searchText = searchable(content)
          return { id: randomUUID(), ticketId: row.id, userId, content, isInternal, createdAt, searchText }
        }),
      )
      const answers = Map.groupBy(
        said.filter((one) => !one.isInternal && staffIds.has(one.userId)),
        (one) => one.ticketId,
      )
      await db.insert(tickets).values(
        rows.map((row) => {
          const first = Math.min(...(answers.get(row.id) ?? []).map(({ createdAt }) => createdAt.getTime()))
          return { ...row, firstResponseAt: Number.isFinite(first) ? new Date(first) : null }
        }),
      )
      for (let at = 0; at < said.length; at += rowsPerInsert)
        await db.insert(comments).values(said.slice(at, at + rowsPerInsert))
      const createdAt = new Map(rows.map((row) => [row.id, row.createdAt]))
      await db.insert(searchTexts).values([
        ...rows.map(({ id, createdAt }) => ({ ticketId: id, textId: id, isInternal: false, createdAt })),
        ...said.map(({ id, ticketId, isInternal }) => ({
          ticketId,
          textId: id,
          isInternal,
          createdAt: createdAt.get(ticketId) ?? new Date(now),
        })),
      ])
    }
    await indexPendingTexts(db)
  })
  await database.pool.query(`select setval('ticket_numbers', $1)`, [count])
}
