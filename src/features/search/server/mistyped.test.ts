import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { indexPendingTexts } from '#features/conversation/server/public/index-texts.ts'
import { forgetUnusedWords } from '#features/ticket-search/server/public/text-index.ts'
import { wordsIn } from '#features/ticket-search/server/reading.ts'
import type { TicketPage } from '#features/tickets/contract.ts'
import { aComment, aTicket } from '#test/factories.ts'
import { startApp, type Caller, type TestApp } from '#test/harness.ts'
import { byTrigramsOnly, patternsAlike, selectAlike } from './alike-words.ts'
import type { Found } from '../contract.ts'

let desk: TestApp
let helpdesk: Caller
let ana: Caller
let bob: Caller

beforeAll(async () => {
  desk = await startApp()
  helpdesk = await desk.signedIn('helpdesk')
  ana = await desk.signedIn('client')
  bob = await desk.signedIn('client')
})
afterAll(() => desk.close())

async function subjects(q: string, by: Caller): Promise<string[]> {
  const { status, body } = await by.get<Found>(`/api/search?q=${encodeURIComponent(q)}`)
  expect([q, status]).toEqual([q, 200])
  return body.tickets.map(({ subject }) => subject.text)
}

const inUse = async (...some: string[]) => {
  const { rows } = await desk.database.pool.query<{ word: string }>(
    'select word from words where word = any($1) order by word',
    [some],
  )
  return rows.map(({ word }) => word)
}

describe('a mistyped word', () => {
  test('a mistyped word is found in comments, too, by people who may read them', async () => {
    const { id } = await aTicket(ana, { subject: 'Said below' })
    await aComment(helpdesk, id, 'Reset the flywheel.')
    await aComment(helpdesk, id, 'They owe us a carburettor.', true)
    expect(await subjects('flywhele', ana)).toEqual(['Said below'])
    expect(await subjects('flywhele', helpdesk)).toEqual(['Said below'])
    expect(await subjects('carburetor', helpdesk)).toEqual(['Said below'])
    expect(await subjects('carburetor', ana)).toEqual([])
    expect(await subjects('carburetor', bob)).toEqual([])
  })

  test('a mistyped word is corrected by the viewer’s own tickets, not by words that others write more often', async () => {
    for (const subject of ['Marzipan one', 'Marzipan two', 'Marzipan three'])
      await aTicket(bob, { subject, description: 'Sweet.' })
    await aTicket(ana, { subject: 'Marzipon', description: 'Sweet.' })
    expect(await subjects('marzipin', ana)).toEqual(['Marzipon'])
    expect(await subjects('marzipin', helpdesk)).toEqual(['Marzipan three', 'Marzipan two', 'Marzipan one'])
    await aTicket(bob, { subject: 'Zymurgology' })
    const nothing = { tickets: [], people: [], clients: [], products: [] }
    expect((await ana.get('/api/search?q=zymurgologi')).body).toEqual(nothing)
  })

  test('a mistyped word is found whichever letter is wrong', async () => {
    await aTicket(ana, { subject: 'Кириллица', description: 'Trapezoid' })
    for (const q of ['киррлица', 'трапез']) expect(await subjects(q, bob)).toEqual([])
    expect(await subjects('кирилица', ana)).toEqual(['Кириллица'])
    const word = 'trapezoid'
    for (let at = 0; at < word.length; at++) {
      const without = word.slice(0, at) + word.slice(at + 1)
      const another = `${word.slice(0, at)}x${word.slice(at + 1)}`
      const more = `${word.slice(0, at)}x${word.slice(at)}`
      for (const q of [without, another, more])
        expect([q, await subjects(q, ana)]).toEqual([q, ['Кириллица']])
    }
  })
})

describe('the table of words', () => {
  test('the table of words has every word of a text once but that of every number, endless ones in pieces that overlap', () => {
    const many = Array.from({ length: 5000 }, (_, at) => `word${at}`).join(' ')
    expect(wordsIn(many)).toHaveLength(5000)
    const endless = Array.from({ length: 70 }, (_, at) => String.fromCodePoint(0x4e00 + at)).join('')
    expect(wordsIn(`tkt-000123 to the über-long to ${endless}`)).toEqual([
      '000123',
      'long',
      'the',
      'to',
      'über',
      endless.slice(0, 40),
      endless.slice(20, 60),
      endless.slice(40),
    ])
  })

  test('a mistyped number is taken for no other', async () => {
    await aTicket(ana, { subject: 'Router', description: 'Serial number 7731902.' })
    expect(await subjects('7731902', ana)).toEqual(['Router'])
    expect(await subjects('7731903', ana)).toEqual([])
  })

  test('the table of words forgets the words of a deleted ticket that no other text has', async () => {
    const gone = await aTicket(ana, { subject: 'Floccinauc and thingummy' })
    await aComment(ana, gone.id, 'Whatchamacallit')
    await aTicket(ana, { subject: 'Thingummy' })
    expect(await inUse('floccinauc', 'thingummy', 'whatchamacallit')).toHaveLength(3)
    expect((await helpdesk.delete(`/api/tickets/${gone.id}`)).status).toBe(200)
    await forgetUnusedWords(desk.work)
    expect(await inUse('floccinauc', 'thingummy', 'whatchamacallit')).toEqual(['thingummy'])
    expect(await subjects('floccinauk', ana)).toEqual([])
    expect(await subjects('thingumy', ana)).toEqual(['Thingummy'])
  })

  test('the table of words is filled from the texts that are older than it', async () => {
    const { id } = await aTicket(ana, {
      subject: 'Crème „brûlée“ — Ääkköset',
      description: 'Ёлка, 2024 a1b2.',
    })
    await aComment(helpdesk, id, 'Semaphore')
    await desk.database.pool.query('delete from words; update search_texts set keys = null')
    expect((await helpdesk.get<TicketPage>('/api/tickets?search=semaphore')).body.total).toBe(0)
    await indexPendingTexts(desk.database.db)
    expect((await helpdesk.get<TicketPage>('/api/tickets?search=semaphor')).body.total).toBe(1)
    const { rows } = await desk.database.pool.query<{ text: string }>(
      'select search_text as text from tickets union all select search_text from comments',
    )
    const expected = new Set(rows.flatMap(({ text }) => wordsIn(text)))
    const stored = await desk.database.pool.query<{ word: string }>('select word from words')
    expect(new Set(stored.rows.map(({ word }) => word))).toEqual(expected)
    expect(await subjects('semaphor', helpdesk)).toEqual(['Crème „brûlée“ — Ääkköset'])
  })

  test('the table of words is searched through its trigram index, also for the shortest word', async () => {
    const client = await desk.database.pool.connect()
    await client.query('begin')
    await client.query(byTrigramsOnly)
    await client.query(`insert into words (word)
      select substr(translate(md5(n::text), '0123456789', 'ghijklmnop'), 1, 5 + n % 8)
      from generate_series(1, 3000) n on conflict do nothing`)
    await client.query('analyze words')
    for (const typed of ['form', 'encabulator', 'y'.repeat(60)]) {
      const { sql, params } = selectAlike(desk.database.db, patternsAlike(typed)).toSQL()
      const { rows } = await client.query<Record<string, string>>(`explain ${sql}`, params)
      const plan = rows.map((row) => row['QUERY PLAN']).join('\n')
      expect(plan).toContain('words_alike')
      expect(plan).not.toContain('Seq Scan')
    }
    await client.query('rollback')
    client.release()
  })
})
