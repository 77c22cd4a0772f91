import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { aView } from '#test/factories.ts'
import { startApp, type Caller, type TestApp } from '#test/harness.ts'
import { joined } from '#test/socket.ts'
import { viewLimits, type View } from '../contract.ts'

let desk: TestApp
let ada: Caller
let other: Caller
let internal: Caller
let root: Caller

beforeAll(async () => {
  desk = await startApp()
  ada = await desk.signedIn('helpdesk', { firstName: 'Ada', lastName: 'Berg' })
  other = await desk.signedIn('helpdesk')
  internal = await desk.signedIn('internal')
  root = await desk.signedIn('super_user')
})
afterAll(() => desk.close())

const namesOf = async (who: Caller) => (await who.get<View[]>('/api/views')).body.map(({ name }) => name)
const patch = (who: Caller, id: string, change: object) =>
  who.send<View & { message: string }>('PATCH', `/api/views/${id}`, change)

describe('a view', () => {
  test('a view is stored by name for its owner alone', async () => {
    const { status, body } = await ada.post<View>('/api/views', { name: ' Mine ', query: 'status=open' })
    expect([status, body]).toEqual([
      201,
      expect.objectContaining({
        name: 'Mine',
        query: 'status=open',
        sharedWith: [],
        owner: expect.objectContaining({ id: ada.id, firstName: 'Ada' }),
      }),
    ])
    expect(await namesOf(ada)).toEqual(['Mine'])
    for (const stranger of [other, internal, root]) {
      expect(await namesOf(stranger)).toEqual([])
      expect((await patch(stranger, body.id, { name: 'Taken' })).status).toBe(404)
      expect((await stranger.delete(`/api/views/${body.id}`)).status).toBe(404)
    }
    await ada.delete(`/api/views/${body.id}`)
    expect(await namesOf(ada)).toEqual([])
  })

  test('a view keeps the part of an address that the list understands, in one form', async () => {
    const query =
      'page=3&priority=high&ticket=1&status=open&sort=client&order=desc&category=nonsense&x=1&search=%20vpn%20&view=board'
    const id = await aView(ada, { name: 'Form', query })
    const [view] = (await ada.get<View[]>('/api/views')).body
    expect(view?.query).toBe('search=vpn&status=open&priority=high&sort=client&order=desc&view=board')
    await patch(ada, id, { query: 'status=testing,open,progress&priority=low,nonsense' })
    expect((await ada.get<View[]>('/api/views')).body[0]?.query).toBe('status=unresolved')
    await patch(ada, id, { query: 'page=2' })
    expect((await ada.get<View[]>('/api/views')).body[0]?.query).toBe('')
    await ada.delete(`/api/views/${id}`)
  })
})

describe('a shared view', () => {
  test('a shared view is seen by its role and by super users, and changed by its owner and by super users', async () => {
    const id = await aView(ada, { name: 'For us', sharedWith: 'internal' })
    expect(await namesOf(internal)).toEqual(['For us'])
    expect(await namesOf(root)).toEqual(['For us'])
    expect(await namesOf(other)).toEqual([])

    const refused = await patch(internal, id, { name: 'Ours' })
    expect([refused.status, refused.body.message]).toEqual([403, 'Only its owner may change a view.'])
    expect((await internal.delete(`/api/views/${id}`)).status).toBe(403)
    expect((await patch(root, id, { name: 'Ours', sharedWith: 'helpdesk' })).body).toMatchObject({
      name: 'Ours',
      sharedWith: ['helpdesk'],
    })
    expect(await namesOf(internal)).toEqual([])
    expect(await namesOf(other)).toEqual(['Ours'])
    await patch(ada, id, { sharedWith: null })
    expect(await namesOf(other)).toEqual([])
    await ada.delete(`/api/views/${id}`)
  })

  test('a view is shared with several roles, and with everyone on the team', async () => {
    const id = await aView(ada, { name: 'For two', sharedWith: ['super_user', 'internal', 'internal'] })
    expect((await ada.get<View[]>('/api/views')).body[0]?.sharedWith).toEqual(['internal', 'super_user'])
    expect(await namesOf(internal)).toEqual(['For two'])
    expect(await namesOf(other)).toEqual([])
    await patch(ada, id, { sharedWith: ['internal', 'helpdesk', 'super_user'] })
    for (const who of [internal, other, root]) expect(await namesOf(who)).toEqual(['For two'])
    await patch(ada, id, { name: 'For all' })
    expect(await namesOf(other)).toEqual(['For all'])
    await patch(ada, id, { sharedWith: [] })
    for (const who of [internal, other, root]) expect(await namesOf(who)).toEqual([])
    await ada.delete(`/api/views/${id}`)
  })

  test('a view that an earlier version shared with one role still is', async () => {
    const id = await aView(ada, { name: 'Earlier' })
    await desk.database.pool.query(
      'update saved_views set shared_with = $1, shared_with_roles = null where id = $2',
      ['internal', id],
    )
    expect(await namesOf(internal)).toEqual(['Earlier'])
    expect(await namesOf(other)).toEqual([])
    await patch(ada, id, { sharedWith: null })
    expect(await namesOf(internal)).toEqual([])
    await ada.delete(`/api/views/${id}`)
  })

  test.each(['client', ['client'], ['internal', 'guest'], 'everyone', 1, [null]])(
    'a view shared with %j is refused with the name of the field',
    async (sharedWith) => {
      const { status, body } = await ada.post('/api/views', { name: 'Nobody', query: '', sharedWith })
      expect([status, body['message']]).toEqual([
        400,
        expect.stringContaining('Shared with must be a list of'),
      ])
    },
  )

  test('a shared view is made by the desk, not by internal staff, and never for clients', async () => {
    const view = { name: 'Shared', query: '', sharedWith: 'internal' }
    const own = await aView(internal, { name: 'Own' })
    for (const { status, body } of [
      await internal.post('/api/views', view),
      await patch(internal, own, { sharedWith: 'internal' }),
    ])
      expect([status, body['message']]).toEqual([403, 'Only helpdesk and super users may share views.'])
    expect((await ada.post('/api/views', { ...view, sharedWith: 'client' })).status).toBe(400)
    expect((await (await desk.signedIn('client')).get('/api/views')).status).toBe(403)
    await internal.delete(`/api/views/${own}`)
  })
})

test('the name of a view is given once per person, in upper or lower case', async () => {
  const first = await aView(ada, { name: 'Über uns' })
  const twice = await ada.post('/api/views', { name: 'uber UNS', query: '' })
  expect([twice.status, twice.body['message']]).toEqual([409, 'You already have a view named uber UNS.'])
  const second = await aView(ada, { name: 'Second' })
  expect((await patch(ada, second, { name: 'ÜBER UNS' })).status).toBe(409)
  expect((await patch(ada, first, { name: 'ÜBER UNS' })).status).toBe(200)
  await aView(other, { name: 'Über uns' })
  const answers = await Promise.all(
    Array.from({ length: 5 }, () => ada.post('/api/views', { name: 'At once', query: '' })),
  )
  expect(answers.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([
    201, 409, 409, 409, 409,
  ])
})

test('a view that is changed, deleted and deleted again at one moment is gone, and nothing breaks', async () => {
  for (let turn = 0; turn < 10; turn++) {
    const id = await aView(ada, { name: `Short-lived ${turn}` })
    const [changed, ...deleted] = await Promise.all([
      patch(ada, id, { query: 'status=open' }),
      ada.delete(`/api/views/${id}`),
      ada.delete(`/api/views/${id}`),
    ])
    expect([200, 404]).toContain(changed.status)
    expect(deleted.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([200, 404])
  }
})

test('the length of a name and of a query, and the number of views, are limited', async () => {
  const long = await ada.post('/api/views', { name: 'x'.repeat(viewLimits.name + 1), query: '' })
  expect([long.status, long.body['message']]).toEqual([400, 'Name must have at most 60 characters'])
  const huge = await ada.post('/api/views', { name: 'x', query: 'x'.repeat(viewLimits.query + 1) })
  expect([huge.status, huge.body['message']]).toEqual([400, 'Query must have at most 2000 characters'])

  const eve = await desk.signedIn('internal')
  for (let at = 0; at < viewLimits.perPerson; at++) await aView(eve, { name: `View ${at}` })
  const more = await eve.post('/api/views', { name: 'One more', query: '' })
  expect([more.status, more.body['message']]).toEqual([409, 'You have 50 views. Delete one to save another.'])
})

test('a changed view is announced to its owner’s other windows and to those it is or was shared with, and to nobody else', async () => {
  const base = await desk.listen()
  const [mine, theirs, strangers] = await Promise.all([ada, internal, other].map((who) => joined(base, who)))
  const client = await joined(base, await desk.signedIn('client'))
  const id = await aView(ada, { name: 'Heard' })
  await mine!.hearsType('views:changed')
  expect(await theirs!.said('views:changed')).toEqual([])

  await patch(ada, id, { sharedWith: 'internal' })
  await theirs!.hearsType('views:changed')
  await patch(ada, id, { sharedWith: null })
  await theirs!.hears(() => theirs!.heard.filter(({ type }) => type === 'views:changed').length === 2)
  expect(await strangers!.said('views:changed')).toEqual([])
  expect(await client.said('views:changed')).toEqual([])
})
