import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Comment } from '#features/comments/contract.ts'
import type { TicketPage } from '#features/tickets/contract.ts'
import { aClient, aComment, assign, aTicket, change } from '#test/factories.ts'
import { anUpload } from '#test/files.ts'
import { startApp, type Caller, type TestApp } from '#test/harness.ts'
import type { Found } from '../contract.ts'

let desk: TestApp
let root: Caller
let helen: Caller
let ines: Caller
let rosie: Caller
let boss: Caller
let bob: Caller

beforeAll(async () => {
  desk = await startApp({ settings: { TIME_ZONE: 'Asia/Kathmandu' } })
  root = await desk.signedIn('super_user', { firstName: 'Rufus', lastName: 'Root' })
  helen = await desk.signedIn('helpdesk', { firstName: 'Hedwig', lastName: 'Desk' })
  ines = await desk.signedIn('internal', { firstName: 'Ines', lastName: 'Inside' })
  rosie = await desk.signedIn('client', { firstName: 'Rosie', lastName: 'Klein' })
  boss = await desk.signedIn('client', { firstName: 'Bea', lastName: 'Boss' })
  bob = await desk.signedIn('client', { firstName: 'Bob', lastName: 'Other' })
  const company = await aClient(root, { name: 'Brightwater Clinics' })
  await assign(root, company.id, rosie.id, 'employee')
  await assign(root, company.id, boss.id, 'admin')
})
afterAll(() => desk.close())

async function list(search: string, by: Caller, more = ''): Promise<TicketPage> {
  const { status, body } = await by.get<TicketPage>(
    `/api/tickets?limit=100${more}&search=${encodeURIComponent(search)}`,
  )
  expect([search, status]).toEqual([search, 200])
  expect(body.total).toBe(body.tickets.length)
  return body
}

async function palette(search: string, by: Caller): Promise<Found> {
  const { status, body } = await by.get<Found>(`/api/search?limit=20&q=${encodeURIComponent(search)}`)
  expect([search, status]).toEqual([search, 200])
  return body
}

/** Subjects that list and palette find alike, sorted. */
async function found(search: string, by: Caller): Promise<string[]> {
  const inList = (await list(search, by)).tickets.map(({ subject }) => subject).toSorted()
  const hits = (await palette(search, by)).tickets.filter(({ isSimilar }) => !isSimilar)
  expect([search, hits.map(({ subject }) => subject.text).toSorted()]).toEqual([search, inList])
  const { body } = await by.get<{ status?: Record<string, number> }>(
    `/api/tickets/counts?by=status&search=${encodeURIComponent(search)}`,
  )
  const counted = Object.values(body.status ?? {}).reduce((sum, count) => sum + count, 0)
  expect([search, counted]).toEqual([search, inList.length])
  return inList
}

async function commentWithFile(by: Caller, ticketId: string, fileName: string, isInternal = false) {
  const { id } = await anUpload(desk, by, fileName)
  const { status, body } = await by.post<Comment>(`/api/tickets/${ticketId}/comments`, {
    content: 'See the file.',
    isInternal,
    attachmentIds: [id],
  })
  expect(status).toBe(201)
  return body
}

async function say(by: Caller, ticketId: string, message: string, fileName?: string) {
  const files = fileName === undefined ? [] : [await anUpload(desk, by, fileName)]
  const { status } = await by.post(`/api/tickets/${ticketId}/chat`, {
    message,
    attachmentIds: files.map(({ id }) => id),
  })
  expect(status).toBe(201)
}

describe('words of a ticket', () => {
  let id: string
  const subject = 'Phone rings without end'

  beforeAll(async () => {
    const upload = await anUpload(desk, rosie, 'Übersicht-zentrale.txt')
    const ticket = await aTicket(rosie, {
      subject,
      description: 'The handset glows.',
      customerName: 'Brightwater Clinics',
      productName: 'Switchboard',
      attachmentIds: [upload.id],
    })
    id = ticket.id
    await aComment(helen, id, 'Is the quicksilver low?')
    await aComment(rosie, id, 'No, the barometer fell.')
    await commentWithFile(rosie, id, 'hygrometer.txt')
    await say(rosie, id, 'My theodolite hums.', 'sextant.txt')
    await change(root, id, { assignedToId: helen.id })
    await aTicket(bob, { subject: 'Another phone', description: 'Quite another.' })
  })

  test.each([
    'rosie phone',
    'phone rosie',
    'PHONE   Klein rings',
    'handset phone',
    'quicksilver barometer',
    'barometer quicksilver phone',
    'brightwater phone',
    'clinics rosie barom',
    'switchboard theodolite',
    'ubersicht phone',
    'hygrometer quicksilver',
    'sextant phone',
    'hedwig rosie handset',
    '"the barometer" phone',
    'phone "Rosie Klein"',
    '“brightwater clinics” “barometer fell”',
  ])('the desk and the author find a ticket by %j, in whichever texts these stand', async (search) => {
    for (const by of [helen, root, rosie]) expect(await found(search, by)).toEqual([subject])
  })

  test.each(['"barometer the" phone', 'phone elephant', '"quicksilver barometer"', 'rosie another'])(
    'nobody finds a ticket by %j',
    async (search) => {
      for (const by of [helen, rosie]) expect(await found(search, by)).toEqual([])
    },
  )

  test('the number of a ticket and a word of it find it together', async () => {
    const [ticket] = (await list('barometer', helen)).tickets
    expect(await found(`${ticket!.ticketNumber} barometer`, helen)).toEqual([subject])
    expect(await found(`${ticket!.ticketNumber.slice(4)} rosie`, helen)).toEqual([subject])
  })

  test('a reason names the place of a word that number and subject lack', async () => {
    const reasonOf = async (search: string, by: Caller) => {
      const inList = (await list(search, by)).reasons?.[id]
      const [hit] = (await palette(search, by)).tickets
      expect([search, hit?.also ?? undefined]).toEqual([search, inList])
      const [from, to] = inList?.part.marks[0] ?? [0, 0]
      return inList && [inList.in, inList.part.text.slice(from, to)]
    }
    expect(await reasonOf('phone', rosie)).toBeUndefined()
    for (const [search, place, word] of [
      ['handset', 'description', 'handset'],
      ['phone barometer', 'comment', 'barometer'],
      ['theodolite', 'chat', 'theodolite'],
      ['sextant', 'file', 'sextant'],
      ['phone hygrometer', 'file', 'hygrometer'],
      ['clinics', 'client', 'Clinics'],
      ['switchboard', 'product', 'Switchboard'],
      ['phone rosie', 'person', 'Rosie'],
      ['hedwig', 'person', 'Hedwig'],
    ])
      for (const by of [helen, rosie]) expect(await reasonOf(search!, by)).toEqual([place, word])
    expect((await list('from:rosie', helen)).reasons).toBeUndefined()
  })

  test('a new name of a person or a company is searched at once', async () => {
    await root.put(`/api/users/${rosie.id}`, { firstName: 'Rosalind' })
    expect(await found('rosalind phone', helen)).toEqual([subject])
    await root.put(`/api/users/${rosie.id}`, { firstName: 'Rosie' })
    expect(await found('rosalind phone', helen)).toEqual([])
  })

  test('the export has the tickets of the list', async () => {
    const { body } = await helen.get<string>('/api/tickets/export?search=quicksilver%20barometer%20rosie')
    expect(body.match(/TKT-\d+/g)).toHaveLength(1)
  })
})

describe('texts that some may not read', () => {
  let id: string
  const subject = 'Ledger out of balance'
  const secrets = ['moonstone', 'obsidian', '"moonstone owes"', 'ledger moonstone', 'moonston obsidian']

  beforeAll(async () => {
    const ticket = await aTicket(rosie, { subject, customerName: 'Brightwater Clinics' })
    id = ticket.id
    await aComment(helen, id, 'The moonstone owes us.', true)
    await commentWithFile(helen, id, 'obsidian.txt', true)
    await say(rosie, id, 'Between us: malachite.', 'turquoise.txt')
  })

  const nothingOf = async (search: string, by: Caller) => {
    expect(await found(search, by)).toEqual([])
    const path = encodeURIComponent(search)
    const counts = await by.get<object>(`/api/tickets/counts?search=${path}`)
    expect(Object.values(counts.body).flatMap((some: object) => Object.keys(some))).toEqual([])
    expect((await by.get(`/api/search/meant?search=${path}x`)).body).toEqual({ meant: null })
    expect((await palette(`${search}x`, by)).tickets).toEqual([])
    const secret = encodeURIComponent(search.replace('ledger ', ''))
    expect((await by.get(`/api/search/similar?q=${secret}`)).body).toEqual([])
    const hits = JSON.stringify([(await list('ledger', by)).reasons, await palette('ledger', by)])
    expect(hits).not.toMatch(/moonstone|obsidian/)
  }

  test.each(secrets)('clients find nothing by %j of an internal comment or its file', async (search) => {
    for (const by of [rosie, boss, bob]) await nothingOf(search, by)
    for (const by of [helen, ines]) expect(await found(search, by)).toEqual([subject])
  })

  test('chat and its files are found by people who may read them', async () => {
    for (const search of ['malachite', 'ledger malachite', 'turquoise']) {
      for (const by of [helen, root, rosie]) expect(await found(search, by)).toEqual([subject])
      for (const by of [boss, ines]) await nothingOf(search, by)
    }
    await change(root, id, { assignedToId: ines.id })
    expect(await found('ledger malachite', ines)).toEqual([subject])
    expect((await list('malachite', ines)).reasons?.[id]?.in).toBe('chat')
    await change(root, id, { assignedToId: null })
    expect(await found('turquoise', ines)).toEqual([])
  })

  test('only files that one may read count as files', async () => {
    const bare = await aTicket(rosie, { subject: 'Bare ledger', customerName: 'Brightwater Clinics' })
    await commentWithFile(helen, bare.id, 'jade.txt', true)
    expect(await found('"bare ledger" has:file', helen)).toEqual(['Bare ledger'])
    for (const by of [rosie, boss]) expect(await found('"bare ledger" has:file', by)).toEqual([])
    expect(await found(`"${subject}" has:file`, rosie)).toEqual([subject])
    expect(await found(`"${subject}" has:file`, boss)).toEqual([])
  })

  test('a file that is gone, and one of a comment that is gone, are found no more, and again when restored', async () => {
    const ticket = await aTicket(rosie, { subject: 'With amber' })
    const comment = await commentWithFile(helen, ticket.id, 'amber.txt')
    const other = await commentWithFile(helen, ticket.id, 'beryl.txt')
    expect(await found('beryl', helen)).toEqual(['With amber'])
    expect((await helen.delete(`/api/attachments/${other.attachments[0]!.id}`)).status).toBe(200)
    for (const by of [helen, rosie]) expect(await found('beryl', by)).toEqual([])
    expect(await found('amber.txt', helen)).toEqual(['With amber'])
    expect((await helen.delete(`/api/comments/${comment.id}`)).status).toBe(200)
    for (const by of [helen, rosie]) expect(await found('amber.txt', by)).toEqual([])
    await helen.post(`/api/deleted/${comment.id}/restore`, { withParent: false })
    for (const by of [helen, rosie]) expect(await found('amber.txt', by)).toEqual(['With amber'])
    await say(rosie, ticket.id, 'Peridot, please.')
    await helen.delete(`/api/tickets/${ticket.id}`)
    expect(await found('peridot', helen)).toEqual([])
    await helen.post(`/api/deleted/${ticket.id}/restore`, { withParent: false })
    expect(await found('peridot amber.txt', rosie)).toEqual(['With amber'])
  })
})

describe('tokens', () => {
  beforeAll(async () => {
    desk.clock.set(new Date('2031-03-12T06:00:00Z'))
    const people = [rosie, bob]
    const [first, second] = await Promise.all(people.map((one) => again(one)))
    desk.clock.set(new Date('2031-03-09T18:00:00Z'))
    await aTicket(first!, { subject: 'Tokens on Sunday', customerName: 'Brightwater Clinics' })
    // Ten minutes past midnight in Kathmandu, on a Monday.
    desk.clock.set(new Date('2031-03-09T18:25:00Z'))
    const monday = await aTicket(second!, { subject: 'Tokens on Monday', productName: 'Astrolabe' })
    desk.clock.set(new Date('2031-03-12T06:00:00Z'))
    const upload = await anUpload(desk, first!, 'tokens.txt')
    await aTicket(first!, {
      subject: 'Tokens on Wednesday',
      customerName: 'Brightwater Clinics',
      attachmentIds: [upload.id],
    })
    helen = await again(helen)
    root = await again(root)
    rosie = first!
    await change(root, monday.id, { status: 'progress', assignedToId: helen.id })
  })
  afterAll(() => desk.clock.set(new Date()))

  const [sunday, monday, wednesday] = ['Sunday', 'Monday', 'Wednesday'].map((day) => `Tokens on ${day}`)

  async function again(person: Caller): Promise<Caller> {
    const { rows } = await desk.database.pool.query<{ email: string }>(
      'select email from users where id = $1',
      [person.id],
    )
    return desk.signIn(rows[0]!.email)
  }

  test.each([
    ['from:rosie', [sunday, wednesday]],
    ['FROM:"rosie klein"', [sunday, wednesday]],
    ['from:brightwater', [sunday, wednesday]],
    ['from:bob', [monday]],
    ['from:rosie from:bob', [monday, sunday, wednesday]],
    ['client:clinics', [sunday, wednesday]],
    ['product:astro', [monday]],
    ['status:open', [sunday, wednesday]],
    ['status:prog', [monday]],
    ['status:unresolved', [monday, sunday, wednesday]],
    ['status:open status:progress', [monday, sunday, wednesday]],
    ['assigned:me', [monday]],
    ['assigned:hedwig', [monday]],
    ['assigned:nobody', [sunday, wednesday]],
    ['has:file', [wednesday]],
    ['before:monday', [sunday]],
    ['before:2031-03-10', [sunday]],
    ['before:10.3.2031', [sunday]],
    ['after:montag', [monday, wednesday]],
    ['after:today', [wednesday]],
    ['after:yesterday', [wednesday]],
    ['before:today after:monday', [monday]],
    ['from:rosie status:open has:file before:2031-04-01', [wednesday]],
    ['from:', [monday, sunday, wednesday]],
    ['sunday status:closed', []],
    ['from:"nobody of this name"', []],
  ])('%s narrows list, counts and palette', async (search, subjects) => {
    expect(await found(`tokens ${search}`, helen)).toEqual(subjects)
    expect(await found(`${search} tokens`, helen)).toEqual(subjects)
  })

  test('tokens alone narrow the list, beside other filters, too', async () => {
    expect((await list('from:bob', helen, '&projectName=&productName=astrolabe')).total).toBe(1)
    expect((await list('after:monday', helen, '&status=open')).tickets.map(({ subject }) => subject)).toEqual(
      [wednesday],
    )
    expect((await list('after:monday', helen, '&status=closed')).total).toBe(0)
    const { body } = await helen.get<{ status: object }>(
      '/api/tickets/counts?by=status&status=closed&search=after%3Amonday',
    )
    expect(body.status).toEqual({ open: 1, progress: 1 })
  })

  test('a total by tokens follows each change', async () => {
    const total = async (search: string) => (await list(search, helen)).total
    const [open, mine, files] = [
      await total('status:open'),
      await total('assigned:me'),
      await total('has:file'),
    ]
    const ticket = await aTicket(rosie, { subject: 'Comes later' })
    expect(await total('status:open')).toBe(open + 1)
    await change(root, ticket.id, { status: 'testing', assignedToId: helen.id })
    expect([await total('status:open'), await total('assigned:me')]).toEqual([open, mine + 1])
    expect(await total('assigned:hedwig from:rosie after:today')).toBe(1)
    await commentWithFile(rosie, ticket.id, 'later.txt')
    expect(await total('has:file')).toBe(files + 1)
    expect((await helen.delete(`/api/tickets/${ticket.id}`)).status).toBe(200)
    expect([await total('assigned:me'), await total('has:file')]).toEqual([mine, files])
  })

  test('clients narrow their own tickets', async () => {
    expect(await found('tokens from:bob', rosie)).toEqual([])
    expect(await found('tokens from:rosie after:monday', rosie)).toEqual([wednesday])
    expect(await found('tokens from:me has:file', rosie)).toEqual([wednesday])
  })

  test('unknown tokens are ordinary words', async () => {
    await aTicket(rosie, { subject: 'Error x:42', description: 'see status:500 and has:wheels' })
    for (const search of ['x:42', 'status:500 error', 'has:wheels'])
      expect(await found(search, rosie)).toEqual(['Error x:42'])
    expect(await found('colour:red', rosie)).toEqual([])
  })

  test.each(['before:someday', 'after:2031-02-30', 'tokens before:31.2.2031', 'after:0000-01-01'])(
    'the bad day in %s is told at its field',
    async (search) => {
      const path = encodeURIComponent(search)
      for (const [url, field] of [
        [`/api/tickets?search=${path}`, 'search'],
        [`/api/tickets/counts?search=${path}`, 'search'],
        [`/api/tickets/export?search=${path}`, 'search'],
        [`/api/search/meant?search=${path}`, 'search'],
        [`/api/search?q=${path}`, 'q'],
      ]) {
        const { status, body } = await helen.get<{ message: string; issues: { path: string }[] }>(url!)
        expect([url, status, body.issues.map((issue) => issue.path)]).toEqual([url, 400, [field]])
        expect(body.message).toContain('names no day')
      }
    },
  )

  test('a saved view keeps its tokens, and counts by them', async () => {
    const query = `search=${encodeURIComponent('from:bob before:today')}`
    const made = await helen.post<{ id: string; query: string }>('/api/views', { name: 'Of Bob', query })
    expect(new URLSearchParams(made.body.query).get('search')).toBe('from:bob before:today')
    const { body } = await helen.get<unknown>('/api/views/counts')
    expect(JSON.stringify(body)).toContain(made.body.id)
  })
})

test('a mistyped name of a person leads to their tickets', async () => {
  await aTicket(await desk.signedIn('client', { firstName: 'Xanthippe', lastName: 'Zorn' }), {
    subject: 'Of Xanthippe',
  })
  const { tickets } = await palette('xantippe', helen)
  expect(tickets.map(({ subject, isSimilar }) => [subject.text, isSimilar])).toEqual([['Of Xanthippe', true]])
})

test('the word of more subjects is meant, not that of more texts', async () => {
  for (const subject of ['Sprinkler one', 'Sprinkler two']) await aTicket(rosie, { subject })
  const { id } = await aTicket(rosie, { subject: 'Wet', description: 'sprinkled' })
  for (let more = 0; more < 4; more++) await aComment(rosie, id, `sprinkled ${more}`)
  for (const by of [helen, rosie]) {
    const { body } = await by.get('/api/search/meant?search=sprinkl%C3%A9x')
    expect(body).toEqual({ meant: { search: 'sprinkler', count: 2 } })
  }
})
