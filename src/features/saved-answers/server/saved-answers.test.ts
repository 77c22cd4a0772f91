import { afterAll, beforeAll, expect, test } from 'vitest'
import { aSavedAnswer } from '#test/factories.ts'
import { startApp, type Caller, type TestApp } from '#test/harness.ts'
import { joined } from '#test/socket.ts'
import type { AuditEntry } from '#features/audit/contract.ts'
import { answerLimits, variables, type SavedAnswer } from '../contract.ts'

let desk: TestApp
let ada: Caller
let colleague: Caller
let ida: Caller
let root: Caller
let ana: Caller

beforeAll(async () => {
  desk = await startApp()
  ada = await desk.signedIn('helpdesk', { firstName: 'Ada', lastName: 'Berg' })
  colleague = await desk.signedIn('helpdesk')
  ida = await desk.signedIn('internal')
  root = await desk.signedIn('super_user')
  ana = await desk.signedIn('client')
})
afterAll(() => desk.close())

const titlesOf = async (who: Caller) =>
  (await who.get<SavedAnswer[]>('/api/saved-answers')).body.map(({ title }) => title)
const patch = (who: Caller, id: string, change: object) =>
  who.send<SavedAnswer & { message: string }>('PATCH', `/api/saved-answers/${id}`, change)
const remove = (who: Caller, id: string) => who.delete(`/api/saved-answers/${id}`)

test('a personal answer is its owner’s alone, whatever the role of who else asks', async () => {
  const text = 'Hello {{ requester.firstName }},\n\n**thank you**.'
  const { status, body } = await ida.post<SavedAnswer>('/api/saved-answers', { title: ' Thanks ', text })
  expect([status, body]).toEqual([
    201,
    expect.objectContaining({
      title: 'Thanks',
      text,
      sharedWith: [],
      owner: expect.objectContaining({ id: ida.id }),
    }),
  ])
  for (const stranger of [ada, root]) {
    expect(await titlesOf(stranger)).toEqual([])
    expect((await patch(stranger, body.id, { title: 'Taken' })).status).toBe(404)
    expect((await remove(stranger, body.id)).status).toBe(404)
  }
  expect((await patch(ida, body.id, { text: 'Thank you.' })).body).toMatchObject({
    title: 'Thanks',
    text: 'Thank you.',
  })
  expect((await remove(ida, body.id)).status).toBe(200)
  expect(await titlesOf(ida)).toEqual([])
})

test('a shared answer is had by its roles and by super users, and changed by its owner and by the desk', async () => {
  const id = await aSavedAnswer(ada, { title: 'For us', sharedWith: ['helpdesk', 'internal', 'internal'] })
  for (const reader of [ada, colleague, ida, root]) expect(await titlesOf(reader)).toEqual(['For us'])

  const refused = await patch(ida, id, { title: 'Ours' })
  expect([refused.status, refused.body.message]).toEqual([
    403,
    'Only its owner, helpdesk and super users may change a saved answer.',
  ])
  expect((await remove(ida, id)).status).toBe(403)
  expect((await patch(colleague, id, { title: 'Ours' })).body).toMatchObject({
    title: 'Ours',
    sharedWith: ['internal', 'helpdesk'],
    owner: { id: ada.id },
  })
  expect((await patch(root, id, { sharedWith: ['internal'] })).status).toBe(200)
  expect(await titlesOf(ida)).toEqual(['Ours'])
  expect(await titlesOf(colleague)).toEqual([])
  expect((await patch(colleague, id, { title: 'Mine' })).status).toBe(404)
  expect(await titlesOf(root)).toEqual(['Ours'])
  await patch(ada, id, { sharedWith: [] })
  for (const reader of [colleague, ida, root]) expect(await titlesOf(reader)).toEqual([])
  await remove(ada, id)
})

test('an answer shared with super users alone is visible to them alone', async () => {
  const id = await aSavedAnswer(root, { title: 'Contracts', sharedWith: ['super_user'] })
  expect(await titlesOf(await desk.signedIn('super_user'))).toEqual(['Contracts'])
  expect([await titlesOf(ada), await titlesOf(ida)]).toEqual([[], []])
  expect((await remove(ada, id)).status).toBe(404)
  await remove(root, id)
})

test('the desk shares answers, internal staff do not, nobody shares them with clients, and clients have none', async () => {
  const shared = { title: 'Shared', text: 'Hello', sharedWith: ['internal'] }
  const own = await aSavedAnswer(ida)
  for (const { status, body } of [
    await ida.post('/api/saved-answers', shared),
    await patch(ida, own, { sharedWith: ['internal'] }),
  ])
    expect([status, body['message']]).toEqual([403, 'Only helpdesk and super users may share saved answers.'])
  const withClients = await ada.post('/api/saved-answers', { ...shared, sharedWith: ['client'] })
  expect([withClients.status, withClients.body['message']]).toEqual([
    400,
    'Shared with must be a list of: internal, helpdesk, super_user',
  ])
  for (const { status } of [
    await ana.get('/api/saved-answers'),
    await ana.post('/api/saved-answers', { ...shared, sharedWith: [] }),
    await patch(ana, own, { title: 'Mine' }),
    await remove(ana, own),
  ])
    expect(status).toBe(403)
  await remove(ida, own)
})

test('a text may name each variable there is, and one that there is not is refused by its name', async () => {
  const all = variables.map((name) => `{{${name}}}`).join(' ')
  const id = await aSavedAnswer(ada, { title: 'All', text: all })
  for (const [text, name] of [
    ['Hello {{requester.firstname}}', 'requester.firstname'],
    ['{{me.firstName}} {{constructor}}', 'constructor'],
    ['Nothing: {{}}', ''],
  ]) {
    const answers = [
      await ada.send('POST', '/api/saved-answers', { title: 'Bad', text }),
      await ada.send('PATCH', `/api/saved-answers/${id}`, { text }),
    ]
    for (const { status, body } of answers) {
      expect([status, body['message']]).toEqual([
        400,
        `Text has an unknown variable {{${name}}}. The variables are: ${variables.join(', ')}`,
      ])
      expect(body['issues']).toEqual([expect.objectContaining({ path: 'text' })])
    }
  }
  await remove(ada, id)
})

test('a title is given once per person, in upper or lower case, also by five calls at once', async () => {
  const first = await aSavedAnswer(ada, { title: 'Über uns' })
  const twice = await ada.post('/api/saved-answers', { title: 'uber UNS', text: 'x' })
  expect([twice.status, twice.body['message']]).toEqual([
    409,
    'There is already a saved answer named uber UNS.',
  ])
  const second = await aSavedAnswer(ada, { title: 'Second' })
  expect((await patch(ada, second, { title: 'ÜBER UNS' })).status).toBe(409)
  expect((await patch(ada, first, { title: 'ÜBER UNS' })).status).toBe(200)
  await aSavedAnswer(colleague, { title: 'Über uns' })
  const answers = await Promise.all(
    Array.from({ length: 5 }, () => ada.post('/api/saved-answers', { title: 'At once', text: 'x' })),
  )
  expect(answers.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([
    201, 409, 409, 409, 409,
  ])
})

test('length and number of saved answers are limited', async () => {
  const eve = await desk.signedIn('internal')
  const long = await eve.post('/api/saved-answers', { title: 'x'.repeat(101), text: 'x' })
  expect([long.status, long.body['message']]).toEqual([400, 'Title must have at most 100 characters'])
  const huge = await eve.post('/api/saved-answers', { title: 'x', text: 'x'.repeat(20_001) })
  expect([huge.status, huge.body['message']]).toEqual([400, 'Text must have at most 20000 characters'])
  await desk.database.pool.query(
    "insert into saved_answers (owner_id, title, text) select $1, 'Answer ' || n, 'x' from generate_series(1, $2::int) n",
    [eve.id, answerLimits.perPerson - 1],
  )
  await aSavedAnswer(eve, { title: 'The last' })
  const more = await eve.post('/api/saved-answers', { title: 'One more', text: 'x' })
  expect([more.status, more.body['message']]).toEqual([
    409,
    'You have 50 saved answers. Delete one to save another.',
  ])
})

test('a change is announced to its owner’s other windows and to those who have or had the answer, and to nobody else', async () => {
  const base = await desk.listen()
  const heardBy = async (who: Caller) => {
    const socket = await joined(base, who)
    return { socket, count: async () => (await socket.said('saved-answers:changed')).length }
  }
  const [mine, theirs, strangers, clients] = await Promise.all([ada, ida, colleague, ana].map(heardBy))
  const id = await aSavedAnswer(ada, { title: 'Heard' })
  await mine!.socket.hearsType('saved-answers:changed')
  expect(await theirs!.count()).toBe(0)

  await patch(ada, id, { sharedWith: ['internal'] })
  await theirs!.socket.hearsType('saved-answers:changed')
  await patch(ada, id, { sharedWith: [] })
  await theirs!.socket.hears(
    () => theirs!.socket.heard.filter(({ type }) => type === 'saved-answers:changed').length === 2,
  )
  expect([await strangers!.count(), await clients!.count()]).toEqual([0, 0])
})

test('the audit log names the answer and whom it is shared with, and not its text', async () => {
  const id = await aSavedAnswer(ada, { title: 'Audited', text: 'walrus', sharedWith: ['internal'] })
  await patch(ada, id, { text: 'two walruses' })
  await remove(ada, id)
  const { body } = await root.get<{ entries: AuditEntry[] }>(`/api/audit?subject=${id}`)
  expect(body.entries.map(({ what, subject }) => [what, subject?.name])).toEqual([
    ['Deleted a saved answer', 'Audited'],
    ['Changed a saved answer', 'Audited'],
    ['Saved an answer', 'Audited'],
  ])
  expect(JSON.stringify(body)).not.toContain('walrus')
})
