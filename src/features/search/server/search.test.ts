import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { aClient, aComment, aProduct, assign, aTicket, change } from '#test/factories.ts'
import { startApp, type Caller, type TestApp } from '#test/harness.ts'
import type { Marked } from '#features/ticket-search/contract.ts'
import type { Found } from '../contract.ts'

let desk: TestApp
let helpdesk: Caller
let internal: Caller
let root: Caller
let ana: Caller
let bob: Caller

beforeAll(async () => {
  desk = await startApp()
  root = await desk.signedIn('super_user')
  helpdesk = await desk.signedIn('helpdesk', { firstName: 'Hedda', lastName: 'Quist' })
  internal = await desk.signedIn('internal')
  ana = await desk.signedIn('client', { firstName: 'Anaïs', lastName: 'Delacroix' })
  bob = await desk.signedIn('client')
})
afterAll(() => desk.close())

async function search(q: string, by = helpdesk, limit?: number): Promise<Found> {
  const query = new URLSearchParams({ q, ...(limit !== undefined && { limit: String(limit) }) })
  const { status, body } = await by.get<Found>(`/api/search?${query.toString()}`)
  expect([q, status]).toEqual([q, 200])
  return body
}
const subjects = ({ tickets }: Found) => tickets.map(({ subject }) => subject.text)
const marked = ({ text, marks }: Marked) => marks.map(([from, to]) => text.slice(from, to))

describe('a ticket is found', () => {
  test('a ticket is found by its number, however that is typed, and stands first', async () => {
    const ticket = await aTicket(ana, { subject: 'By its number' })
    const digits = String(Number(ticket.ticketNumber.slice(4)))
    await aTicket(ana, { subject: `Mentions ${ticket.ticketNumber}` })
    for (const q of [
      ticket.ticketNumber,
      ticket.ticketNumber.toLowerCase(),
      `#${digits}`,
      digits,
      ` ${digits} `,
    ])
      expect([q, subjects(await search(q))[0]]).toEqual([q, 'By its number'])
    expect(marked((await search(ticket.ticketNumber)).tickets[0]!.ticketNumber)).toEqual([
      ticket.ticketNumber,
    ])
  })

  test('a ticket is found by each of its texts, and the text is shown with the words marked', async () => {
    const company = await aClient(root, { name: 'Zwickau Works' })
    await assign(root, company.id, bob.id, 'employee')
    const ticket = await aTicket(bob, {
      subject: 'Marmalade everywhere',
      description: `It began on Monday. ${'And so on. '.repeat(40)}Then the **gyroscope** fell over. ${'Later. '.repeat(40)}`,
      customerName: 'Zwickau Works',
      productName: 'Fluxmeter',
      projectName: 'Halcyon',
    })
    await aComment(bob, ticket.id, 'Also the\nthermocouple melts.')
    await change(helpdesk, ticket.id, { assignedToId: internal.id })
    const place = async (q: string) => (await search(q)).tickets.find(({ id }) => id === ticket.id)?.also
    expect(await place('marmalade')).toBeNull()
    for (const [q, where, word] of [
      ['gyroscope', 'description', 'gyroscope'],
      ['THERMOCOUPLE', 'comment', 'thermocouple'],
      ['zwickau', 'client', 'Zwickau'],
      ['fluxmeter', 'product', 'Fluxmeter'],
      ['halcyon', 'project', 'Halcyon'],
    ] as const) {
      const also = await place(q)
      expect([q, also?.in, also && marked(also.part)]).toEqual([q, where, [word]])
      expect(also!.part.text.length).toBeLessThan(160)
      expect(also!.part.text).not.toContain('\n')
    }
  })

  test('a ticket is found by the people behind it: its creator and its assignee', async () => {
    const ticket = await aTicket(ana, { subject: 'Of Anaïs' })
    const other = await aTicket(bob, { subject: 'With Hedda' })
    await change(root, other.id, { assignedToId: helpdesk.id })
    const byCreator = (await search('delacroix')).tickets.find(({ id }) => id === ticket.id)
    expect(byCreator?.also?.in).toBe('person')
    expect(marked(byCreator!.also!.part)).toEqual(['Delacroix'])
    expect(subjects(await search('hedda quist'))).toContain('With Hedda')
    expect(marked((await search('anais')).people[0]!.name)).toEqual(['Anaïs'])
  })

  test('a ticket is found by several words that stand apart, and not when one is missing', async () => {
    await aTicket(ana, { subject: 'Turnstile', description: 'Badge of the visitor refused.' })
    expect(subjects(await search('refused turnstile'))).toEqual(['Turnstile'])
    expect(subjects(await search('refused turnstile elevator'))).toEqual([])
  })

  test('a ticket is found without regard to case, accents and white space', async () => {
    await aTicket(ana, { subject: 'Crème brûlée  überläuft' })
    const [hit] = (await search('BRULEE   uberlauft')).tickets
    expect(marked(hit!.subject)).toEqual(['brûlée', 'überläuft'])
  })
})

describe('the order of the hits', () => {
  test('hits are ordered by exact number, beginning of the subject, rest of the subject, other texts; of equals the newer first', async () => {
    const elsewhere = await aTicket(ana, { subject: 'Elsewhere', description: 'About the lighthouse.' })
    await aTicket(ana, { subject: 'Lighthouse one' })
    await aTicket(ana, { subject: 'Lighthouse two' })
    await aTicket(ana, { subject: 'The lighthouse' })
    await aTicket(ana, { subject: 'Subject', productName: 'Lighthouse' })
    expect(subjects(await search('lighthouse'))).toEqual([
      'Lighthouse two',
      'Lighthouse one',
      'The lighthouse',
      'Subject',
      'Elsewhere',
    ])
    expect(subjects(await search(`${elsewhere.ticketNumber} lighthouse`))).toEqual(['Elsewhere'])
    expect(subjects(await search('lighthouse', helpdesk, 2))).toHaveLength(2)
  })

  test('an old ticket with a rare word is found behind any number of newer ones', async () => {
    desk.clock.advance(-400 * 24 * 3_600_000)
    await aTicket(ana, { subject: 'Old chrysanthemum' })
    desk.clock.advance(400 * 24 * 3_600_000)
    await aTicket(ana, { subject: 'Newer' })
    expect(subjects(await search('chrysanthemum'))).toEqual(['Old chrysanthemum'])
  })
})

describe('one wrong letter is forgiven', () => {
  beforeAll(async () => {
    await aTicket(ana, { subject: 'Quaternion encabulator' })
    await aProduct(root, { name: 'Retroreflector' })
  })

  test.each([
    ['missing', 'encabultor'],
    ['too many', 'encabulatorr'],
    ['another', 'encabolator'],
    ['swapped', 'encabualtor'],
    ['the first', 'uncabulator'],
    ['in a beginning', 'encabbl'],
    ['beside a right word', 'quaternion encabultor'],
  ])('one wrong letter is forgiven: %s: %s', async (_, q) => {
    const { tickets } = await search(q)
    expect(tickets.map(({ subject, isSimilar }) => [subject.text, isSimilar])).toEqual([
      ['Quaternion encabulator', true],
    ])
    expect(marked(tickets[0]!.subject)).toContain('encabulator')
  })

  test('two wrong letters are not forgiven, nor one in a short word', async () => {
    expect(subjects(await search('encbultr'))).toEqual([])
    expect(subjects(await search('enx'))).toEqual([])
  })

  test('one wrong letter is forgiven in names, too', async () => {
    expect((await search('retrorefletor')).products.map(({ name }) => name.text)).toEqual(['Retroreflector'])
    expect((await search('quits')).people.map(({ name }) => name.text)).toEqual(['Hedda Quist'])
  })

  test('similar tickets are not offered beside exact hits', async () => {
    await aTicket(ana, { subject: 'Stamp' })
    await aTicket(ana, { subject: 'Stomp' })
    expect(subjects(await search('stamp'))).toEqual(['Stamp'])
  })
})

describe('hits for each kind of caller', () => {
  test('a client finds their own tickets, without internal comments; staff find all', async () => {
    const mine = await aTicket(ana, { subject: 'Periscope of mine' })
    await aTicket(bob, { subject: 'Periscope of Bob' })
    await aComment(helpdesk, mine.id, 'The kaleidoscope has not been paid.', true)
    expect(subjects(await search('periscope', ana))).toEqual(['Periscope of mine'])
    expect(subjects(await search('periscoep', ana))).toEqual(['Periscope of mine'])
    expect(subjects(await search('periscope', internal))).toEqual(['Periscope of Bob', 'Periscope of mine'])
    for (const q of ['kaleidoscope', 'kaleidoscop', 'kaleidosocpe', 'periscope kaleidoscope'])
      expect([q, subjects(await search(q, ana))]).toEqual([q, []])
    const [hit] = (await search('kaleidoscope', internal)).tickets
    expect(hit?.also).toMatchObject({ in: 'comment', isInternal: true })
    const other = (await search('TKT-000002', ana)).tickets
    expect(other.every(({ id }) => id !== undefined)).toBe(true)
    const ofBob = await aTicket(bob, { subject: 'Only Bob’s' })
    expect((await search(ofBob.ticketNumber, ana)).tickets.map(({ id }) => id)).not.toContain(ofBob.id)
  })

  test('a contact of a company finds what its people filed, an employee only their own tickets', async () => {
    const { id } = await aClient(root, { name: 'Sextant Ltd' })
    const [contact, employee] = [await desk.signedIn('client'), await desk.signedIn('client')]
    await assign(root, id, contact.id, 'contact')
    await assign(root, id, employee.id, 'employee')
    await aTicket(employee, { subject: 'Sextant of the employee', customerName: 'Sextant Ltd' })
    await aTicket(contact, { subject: 'Sextant of the contact', customerName: 'Sextant Ltd' })
    expect(subjects(await search('sextant of', contact))).toHaveLength(2)
    expect(subjects(await search('sextant of', employee))).toEqual(['Sextant of the employee'])
  })

  test('clients and people are found only by those who may list them', async () => {
    const company = await aClient(root, { name: 'Octopus Observatory' })
    await desk.person('client', { firstName: 'Octavia', lastName: 'Octopus' })
    await desk.person('internal', { firstName: 'Oscar', lastName: 'Octopus' })
    await desk.person('internal', { firstName: 'Gone', lastName: 'Octopus', isActive: false } as never)
    await aProduct(root, { name: 'Octopus arm', clientId: company.id })
    const seen = async (by: Caller) => {
      const { people, clients, products } = await search('octopus', by)
      return [people, clients, products].map((some) => some.map(({ name }) => name.text))
    }
    const [people] = await seen(helpdesk)
    expect(people).toEqual(expect.arrayContaining(['Octavia Octopus', 'Oscar Octopus']))
    expect((await seen(helpdesk)).slice(1)).toEqual([['Octopus Observatory'], ['Octopus arm']])
    expect(await seen(internal)).toEqual([
      expect.not.arrayContaining(['Octavia Octopus']),
      [],
      ['Octopus arm'],
    ])
    expect(await seen(ana)).toEqual([[], [], []])
  })
})

describe('unusual input', () => {
  test.each(['%', '_', '\\', '"', "'", '%_"\'\\', '(*)', '[a-', '$1', '🙂', '()&|!:*', '#'])(
    'the text %j is searched as it was typed',
    async (q) => {
      const ticket = await aTicket(ana, { subject: `With ${q} in it` })
      await aTicket(ana, { subject: 'Nothing of the kind', description: 'Plain.' })
      const found = await search(q, helpdesk, 20)
      expect(found.tickets.map(({ id }) => id)).toContain(ticket.id)
      expect(subjects(found)).not.toContain('Nothing of the kind')
    },
  )

  test('a search for nothing that is seen finds nothing', async () => {
    await aTicket(ana, { subject: 'With \u202e\u200b in it' })
    for (const q of ['\u202e', '\u200b\u200d'])
      expect(await search(q, helpdesk)).toEqual({ tickets: [], people: [], clients: [], products: [] })
  })

  test('an impossible search is refused with a reason', async () => {
    for (const [query, message] of [
      ['', 'q is required'],
      ['q=%20', 'q is required'],
      [`q=${'x'.repeat(201)}`, 'q must have at most 200 characters'],
      ['q=x&limit=0', 'limit must be a whole number from 1 to 20'],
      ['q=x&limit=21', 'limit must be a whole number from 1 to 20'],
      ['q=%00', 'q must not contain a NUL character'],
    ])
      expect((await helpdesk.get(`/api/search?${query}`)).body).toMatchObject({ message })
  })

  test('a search for an accent alone finds nothing', async () => {
    for (const by of [helpdesk, ana])
      for (const q of ['¯', '¨', '¸', '˜ ˙'])
        expect(await search(q, by)).toEqual({ tickets: [], people: [], clients: [], products: [] })
    for (const by of [helpdesk, ana]) expect((await by.get('/api/tickets?search=%C2%B4')).status).toBe(200)
  })

  test('a search for many words, one endless word or odd letters is answered, too', async () => {
    for (const q of ['a b c d e f g h i j k l', 'x'.repeat(200), 'ﬃ', '\u0300'.repeat(100), 'İstanbul ß'])
      expect(Object.keys(await search(q))).toEqual(['tickets', 'people', 'clients', 'products'])
  })
})

describe('the limit on searches', () => {
  const ask = (by: Caller, q: string) => by.get<{ message?: string }>(`/api/search?q=${q}`)

  test('gets the first and the last answer, while searches in between are given up', async () => {
    const carl = await desk.signedIn('helpdesk')
    const answers = await Promise.all(Array.from({ length: 20 }, (_, turn) => ask(carl, `turn${turn}`)))
    const overtaken = answers.filter(({ status }) => status === 429)
    // The test cannot choose the last of them: they wait for connections to the database, too.
    expect(answers.filter(({ status }) => status === 200).length).toBeGreaterThanOrEqual(2)
    expect(overtaken.length).toBeGreaterThan(0)
    for (const { body, headers } of overtaken)
      expect([body.message, headers['retry-after']]).toEqual(['A newer search replaced this one.', '1'])
  })

  test('a person is asked to wait after three hundred searches in a minute', async () => {
    const dora = await desk.signedIn('client')
    const statuses = new Set<number>()
    for (let turn = 0; turn < 300; turn++) statuses.add((await ask(dora, 'zz')).status)
    expect([...statuses]).toEqual([200])
    const refused = await ask(dora, 'zz')
    expect([refused.status, refused.body.message]).toEqual([
      429,
      'Too many searches in a short time. Please wait a moment.',
    ])
    expect((await ask(bob, 'zz')).status).toBe(200)
  })
})
