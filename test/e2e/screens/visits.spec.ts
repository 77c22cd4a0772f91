import { aClient, aTicket } from '#test/factories.ts'
import { startApp } from '#test/harness.ts'
import { visit } from '../../../scripts/bench/visit.ts'
import { expect, test, webRoot } from '#test/browser/desk.ts'

/** Limits of a visit in its first ten seconds, in requests and kB. The page makes each of its calls itself. */
const budgets = { cold: { requests: 18, kb: 243 }, warm: { requests: 11, kb: 10 } }
/** Content that stood there already may hardly move. */
const mostShift = 0.02

test('opening the list of tickets stays within its budget, for the first time and again', async () => {
  // Its own server: what other tests leave on theirs, companies with icons for one, is fetched too.
  const desk = await startApp({ webRoot })
  const url = await desk.listen()
  const root = await desk.signedIn('super_user')
  for (let place = 0; place < 10; place++) {
    const { id } = await aClient(root, { name: `Weighed ${place}` })
    await aTicket(root, { subject: `Printer ${place} on fire`, clientId: id })
  }
  const { cookie } = await desk.signedIn('helpdesk')
  const visits = await visit({ origin: url, cookie, path: '/tickets', waitFor: 'main tbody a' })
  for (const name of ['cold', 'warm'] as const) {
    const { requests, kb, shift, fetched } = visits[name]
    const told = `${name}: ${fetched.map(({ path, bytes }) => `${bytes} ${path}`).join('\n')}`
    expect(requests, told).toBeLessThanOrEqual(budgets[name].requests)
    expect(kb, told).toBeLessThanOrEqual(budgets[name].kb)
    expect(shift, name).toBeLessThanOrEqual(mostShift)
  }
  // Named by the page itself; otherwise one part would ask for the next.
  const parts = visits.cold.fetched.filter(({ path }) => path.startsWith('/assets/app-'))
  expect(parts.map(({ initiator }) => initiator)).toEqual(['tickets'])
  await desk.close()
})
