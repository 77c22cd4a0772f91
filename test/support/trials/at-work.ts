import { expect } from 'vitest'
import { aClient, aProduct, aTicket } from '#test/factories.ts'
import type { Caller, TestApp } from '#test/harness.ts'

type Deed = () => Promise<{ status: number; body: unknown }>

interface Answered {
  status: number
  body: unknown
  /** Tells whether it was asked for after everything was stopped. */
  isLate: boolean
}

/** Somebody who goes on working, each deed in a loop of its own, until told to stop. */
class Busy {
  readonly answers: Answered[] = []
  readonly #loops: Promise<void>[]
  #isOver = false
  #isLate = false
  #awaited = 0
  #ready = Promise.withResolvers<void>()

  constructor(deeds: readonly Deed[]) {
    this.#loops = deeds.map((deed) => this.#repeat(deed))
  }

  async #repeat(deed: Deed): Promise<void> {
    while (!this.#isOver) {
      const isLate = this.#isLate
      this.answers.push({ ...(await deed()), isLate })
      if (this.answers.length >= this.#awaited) this.#ready.resolve()
    }
  }

  /** Waits until so many more deeds are answered. */
  async further(count: number): Promise<void> {
    this.#awaited = this.answers.length + count
    this.#ready = Promise.withResolvers()
    await this.#ready.promise
  }

  /** Makes every later call late. */
  cut(): void {
    this.#isLate = true
  }

  async stop(): Promise<Answered[]> {
    this.#isOver = true
    await Promise.all(this.#loops)
    return this.answers
  }
}

/** Lists the answers by a defect. */
const defects = (answers: readonly { status: number; body: unknown }[]) =>
  answers.filter(({ status }) => status >= 500)

/** One who comments, chats, changes tickets and their profile without a pause. */
async function someoneAtWork(desk: TestApp, root: Caller, role: 'internal' | 'helpdesk') {
  const { email } = await desk.person(role)
  const worker = await desk.signIn(email)
  const ids: string[] = []
  for (let made = 0; made < 4; made++) {
    const { id } = await aTicket(root)
    await root.put(`/api/tickets/${id}`, { assignedToId: worker.id })
    ids.push(id)
  }
  let turn = 0
  const next = () => `/api/tickets/${ids[turn++ % ids.length]}`
  const comment = () => worker.post(`${next()}/comments`, { content: 'At work' })
  const profile = () =>
    worker.put('/api/profile', {
      firstName: `At${turn++}`,
      lastName: 'Work',
      email,
      companyName: '',
    })
  const busy = new Busy([
    comment,
    comment,
    comment,
    () => worker.post(`${next()}/chat`, { message: 'At work' }),
    () => worker.put(next(), { priority: turn % 2 ? 'high' : 'low' }),
    profile,
  ])
  return { worker, ids, busy }
}

const commentsOf = async (desk: TestApp, userId: string) =>
  (await desk.database.pool.query('select 1 from comments where user_id = $1', [userId])).rowCount

/** Keeps somebody out, or makes them a client, while they work. */
export async function dismissedAtWork(desk: TestApp, root: Caller, how: 'disable' | 'demote') {
  const { worker, ids, busy } = await someoneAtWork(desk, root, how === 'disable' ? 'internal' : 'helpdesk')
  await busy.further(12)
  const dismissed = await (how === 'disable'
    ? root.post(`/api/users/${worker.id}/disable`)
    : root.put(`/api/users/${worker.id}`, { role: 'client' }))
  busy.cut()
  await busy.further(12)
  const answers = await busy.stop()
  const said = await commentsOf(desk, worker.id)

  expect([dismissed.status, dismissed.body]).toEqual([200, expect.anything()])
  expect(answers.map(({ status }) => status)).toEqual(expect.arrayContaining([200, 201]))
  const late = answers.filter(({ isLate }) => isLate)
  expect(late.length).toBeGreaterThan(0)
  expect(new Set(late.map(({ status }) => status))).toEqual(new Set([401]))
  expect((await worker.post(`/api/tickets/${ids[0]}/comments`, { content: 'Late' })).status).toBe(401)
  expect(await commentsOf(desk, worker.id)).toBe(said)
  for (const id of ids)
    expect((await root.get(`/api/tickets/${id}`)).body).toMatchObject({ assignedTo: null })
  return defects(answers)
}

/** Assigns tickets to somebody while they are kept out: none stays with who cannot work on it. */
export async function assignedWhileDisabled(desk: TestApp, root: Caller) {
  const worker = await desk.person('internal')
  const ids = await Promise.all(Array.from({ length: 4 }, async () => (await aTicket(root)).id))
  let turn = 0
  const assign = () =>
    root.put(`/api/tickets/${ids[turn++ % 4]}`, { assignedToId: turn % 3 ? worker.id : null })
  const busy = new Busy([assign, assign, assign])
  await busy.further(6)
  const disabled = await root.post(`/api/users/${worker.id}/disable`)
  await busy.further(6)
  const answers = await busy.stop()
  expect(disabled.status).toBe(200)
  const { rows } = await desk.database.pool.query('select 1 from tickets where assigned_to_id = $1', [
    worker.id,
  ])
  expect(rows).toEqual([])
  return defects(answers)
}

/** Approves what somebody asked for while they change their profile, which withdraws it. */
export async function approvedWhileChanging(desk: TestApp, root: Caller) {
  const email = `asks${crypto.randomUUID()}@example.com`
  const asked = {
    email,
    firstName: 'Ada',
    lastName: 'Berg',
    role: 'helpdesk',
    companyName: '',
    password: 'correct horse',
  }
  expect((await desk.nobody.post('/api/auth/register', asked)).status).toBe(201)
  const ada = await desk.signIn(email)
  const { body: requests } =
    await root.get<{ id: string; version: number; userId?: string; email?: string }[]>('/api/role-requests')
  const request = requests.find((one) => JSON.stringify(one).includes(ada.id))!
  const [approved, ...changed] = await Promise.all([
    root.post(`/api/role-requests/${request.id}/approve`, { version: request.version }),
    ...['Eve', 'Ida'].map((firstName) =>
      ada.put('/api/profile', { firstName, lastName: 'Berg', email, companyName: '' }),
    ),
  ])
  expect([200, 409]).toContain(approved.status)
  for (const { status } of changed) expect([200, 401]).toContain(status)
  return defects([approved, ...changed])
}

/** Deletes a ticket and a client with a product while people write to them. */
export async function deletedWhileWritten(desk: TestApp, root: Caller) {
  const helpdesk = await desk.signedIn('helpdesk')
  const name = `Gone ${crypto.randomUUID()}`
  const client = await aClient(root, { name })
  const product = await aProduct(root, { name: `Of ${name}` })
  const { id } = await aTicket(root, { productName: `Of ${name}` })
  await root.put(`/api/products/${product}`, { clientId: client.id })
  const person = await desk.person('client')
  let turn = 0
  const comment = () => helpdesk.post(`/api/tickets/${id}/comments`, { content: 'Still there?' })
  const busy = new Busy([
    comment,
    comment,
    () => helpdesk.post(`/api/tickets/${id}/chat`, { message: 'Still there?' }),
    () => helpdesk.put(`/api/tickets/${id}`, { priority: turn++ % 2 ? 'high' : 'low' }),
    () => root.put(`/api/products/${product}`, { clientId: turn++ % 2 ? null : client.id }),
    () => root.put(`/api/clients/${client.id}`, { description: `Turn ${turn++}` }),
    () => root.post(`/api/clients/${client.id}/users`, { userId: person.id, role: 'employee' }),
    () => root.delete(`/api/clients/${client.id}/users/${person.id}`),
  ])
  await busy.further(16)
  const withoutClient = await root.delete(`/api/clients/${client.id}`)
  await busy.further(8)
  const withoutTicket = await root.delete(`/api/tickets/${id}`)
  await busy.further(16)
  const answers = await busy.stop()
  expect([withoutClient.status, withoutTicket.status]).toEqual([200, 200])
  return defects(answers)
}
