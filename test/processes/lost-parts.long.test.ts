import fs from 'node:fs'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { TicketPage } from '#features/tickets/contract.ts'
import { ticketInput } from '#test/factories.ts'
import { makeServerHome, type ServerHome } from '#test/processes/server-home.ts'
import { receivedBy, settingsFor, startSmtp } from '#test/services/smtp.ts'
import { visit, type Visitor } from '#test/processes/visitor.ts'

let home: ServerHome
let root: Visitor | undefined
beforeEach(async () => {
  home = await makeServerHome()
})
afterEach(async () => {
  await root?.server.end('SIGKILL')
  await home.remove()
})

async function start(env: Record<string, string> = {}): Promise<Visitor> {
  root = await visit({ ...home.env, REGISTRATION: 'open', ...env })
  return root
}

async function register(by: Visitor, email: string): Promise<string> {
  const person = { email, firstName: 'Ada', lastName: 'Lee', role: 'helpdesk', password: 'correct horse' }
  const answer = await by.send('POST', '/api/auth/register', person)
  expect(answer.status).toBe(201)
  return ((await answer.json()) as { id: string }).id
}

async function submit(by: Visitor, some: object = {}): Promise<string> {
  const answer = await by.send('POST', '/api/tickets', ticketInput(some))
  expect(answer.status).toBe(201)
  return ((await answer.json()) as { id: string }).id
}

/** Says how long it took until something was so. */
async function measured(what: string, since: number, isSo: Promise<unknown>): Promise<void> {
  await isSo
  process.stdout.write(`${what}: ${((performance.now() - since) / 1000).toFixed(1)} s\n`)
}

test('a mail waits while the mail server is away, and is sent once soon after it is back', async () => {
  const desk = await start()
  const smtp = await startSmtp()
  expect((await desk.send('PUT', '/api/admin/email-settings', settingsFor(smtp))).status).toBe(200)
  const email = 'ada@example.com'
  const assignedToId = await register(desk, email)
  await smtp.close()

  const id = await submit(desk)
  expect((await desk.send('PUT', `/api/tickets/${id}`, { assignedToId })).status).toBe(200)
  const problems = async () => (await desk.send('GET', '/api/email-preferences/problems')).text()
  await expect.poll(problems, { timeout: 60_000 }).toContain('Nothing answers at')

  const back = await startSmtp({ port: smtp.port })
  try {
    await measured(
      'mailed after the mail server was back',
      performance.now(),
      expect.poll(() => receivedBy(back, email).length, { timeout: 150_000 }).toBe(1),
    )
  } finally {
    await back.close()
  }
})

test('a clock that is set forward or back by an hour ends no session, stops no writing and reading, and holds up no mail', async () => {
  const CLOCK_STEP = path.join(home.directory, 'clock-step')
  const probe = new URL('../support/probes/clock-probe.mjs', import.meta.url).href
  const desk = await start({
    CLOCK_STEP,
    NODE_OPTIONS: `--import=${probe}`,
    // As they are for everybody.
    READS_PER_MINUTE: '3600',
    WRITES_PER_MINUTE: '1200',
  })
  const smtp = await startSmtp()
  expect((await desk.send('PUT', '/api/admin/email-settings', settingsFor(smtp))).status).toBe(200)
  const hourMs = 60 * 60 * 1000
  const isSetBy = (ms: number) =>
    new Promise<void>((resolve) => {
      desk.server.child.stdout?.on('data', (text: string) => {
        if (text.includes(`The clock was set by ${ms} ms.`)) resolve()
      })
    })

  let hours = 0
  for (const step of [1, -1, -1, 1]) {
    const email = `at${hours}then${step}@example.com`
    const assignedToId = await register(desk, email)
    // Written a moment before, and told a moment after.
    const readerEmail = `reader-${email}`
    const commented = await submit(desk, { subject: `commented ${hours} ${step}` })
    const toReader = { assignedToId: await register(desk, readerEmail) }
    expect((await desk.send('PUT', `/api/tickets/${commented}`, toReader)).status).toBe(200)
    const comment = { content: 'A moment later' }
    expect((await desk.send('POST', `/api/tickets/${commented}/comments`, comment)).status).toBe(201)

    fs.writeFileSync(CLOCK_STEP, String(step * hourMs))
    const since = performance.now()
    hours += step
    const isSet = isSetBy(hours * hourMs)
    desk.server.child.kill('SIGUSR2')
    await isSet

    const id = await submit(desk, { subject: `after ${hours}` })
    expect((await desk.send('PUT', `/api/tickets/${id}`, { assignedToId })).status).toBe(200)
    const { tickets } = (await (await desk.send('GET', '/api/tickets?search=after')).json()) as TicketPage
    expect(tickets.map((ticket) => ticket.id)).toContain(id)
    await measured(
      `clock set by ${step} h: a comment was mailed after`,
      since,
      expect.poll(() => receivedBy(smtp, readerEmail).length, { timeout: 90_000 }).toBe(2),
    )
    await measured(
      `clock set by ${step} h: an assignment was mailed after`,
      since,
      expect.poll(() => receivedBy(smtp, email).length, { timeout: 90_000 }).toBe(1),
    )
  }
  await smtp.close()
})
