import { afterAll, beforeAll, expect, test } from 'vitest'
import { mark } from '#features/ticket-search/server/public/mark.ts'
import { distinctWords } from '#test/distinct-words.ts'
import { aTicket } from '#test/factories.ts'
import { startApp, type Caller, type TestApp } from '#test/harness.ts'

let desk: TestApp
let ana: Caller
let helpdesk: Caller

// The accent makes folding go letter by letter.
const ofWords = Array.from({ length: 24 }, (_, at) => `é ${distinctWords(at)}`)
const inAnotherScript = `${'ﷺ é '.repeat(10_000)} lighthouse ${'ﷺ é '.repeat(2000)}`

beforeAll(async () => {
  desk = await startApp()
  ana = await desk.signedIn('client')
  helpdesk = await desk.signedIn('helpdesk')
  for (const description of ofWords) await aTicket(ana, { subject: 'Long', description })
}, 120_000)
afterAll(() => desk.close())

/**
 * Measures the computing time of this process, in which the embedded database computes, too. The least of three runs:
 * other processes lengthen it, and the first run plans and compiles.
 */
async function costOf(job: (run: number) => unknown): Promise<number> {
  const costs: number[] = []
  for (let run = 0; run < 3; run++) {
    const before = process.cpuUsage()
    await job(run)
    const { user, system } = process.cpuUsage(before)
    costs.push(user + system)
  }
  return Math.min(...costs)
}

/** Costs of going through all letters of texts, which a search does not. */
const costOfLetters = (texts: readonly string[]) =>
  costOf(() => texts.map((text) => mark(text, ['lighthouse'])))

test('an unknown word is searched in many texts of fifty thousand letters without going through their letters', async () => {
  const most = await costOfLetters(ofWords)
  for (const by of [ana, helpdesk])
    for (const url of [
      '/api/search?q=zzzzxx',
      '/api/search?q=yyyyqqq+zzzzxx',
      '/api/tickets?search=zzzzxx',
    ]) {
      const statuses = new Set<number>()
      // Each run searches another word, for answers are remembered.
      const cost = await costOf(async (run) => statuses.add((await by.get(`${url}${'abc'[run]}`)).status))
      expect([...statuses]).toEqual([200])
      expect(cost).toBeLessThan(most)
    }
})

test('a word of long texts in another script is shown without counting all letters before it', async () => {
  const texts = Array.from({ length: 5 }, () => inAnotherScript)
  for (const description of texts) await aTicket(ana, { subject: 'Letters', description })
  const cost = await costOf(async () => {
    const { body } = await ana.get<{ tickets: { also: { part: { text: string } } }[] }>(
      '/api/search?q=lighthouse&limit=20',
    )
    expect(body.tickets).toHaveLength(texts.length)
    for (const { also } of body.tickets) expect(also.part.text).toContain('lighthouse')
  })
  expect(cost).toBeLessThan(await costOfLetters(texts))
})
