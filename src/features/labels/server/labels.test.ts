import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { TicketCounts } from '#features/ticket-list/contract.ts'
import type { HistoryEntry, Ticket, TicketPage } from '#features/tickets/contract.ts'
import { aClient, aLabel, assign, aTicket, label } from '#test/factories.ts'
import { startApp, type Caller, type TestApp } from '#test/harness.ts'
import { joined } from '#test/socket.ts'
import { labelLimits, type Label } from '../contract.ts'

let desk: TestApp
let root: Caller
let helpdesk: Caller
let internal: Caller
let url: string

beforeAll(async () => {
  desk = await startApp()
  root = await desk.signedIn('super_user')
  helpdesk = await desk.signedIn('helpdesk')
  internal = await desk.signedIn('internal')
  url = await desk.listen()
})
afterAll(() => desk.close())

interface Refused {
  message: string
  issues?: { path: string }[]
}

const all = async (who = internal) => (await who.get<Label[]>('/api/labels')).body
const labelsOf = async (id: string, who = internal) =>
  (await who.get<Ticket>(`/api/tickets/${id}`)).body.labelIds
const placeOf = (id: string, labelId: string) => `/api/tickets/${id}/labels/${labelId}`
const listed = async (who: Caller, query: string) => (await who.get<TicketPage>(`/api/tickets?${query}`)).body
const countsOf = async (who: Caller, query = '') =>
  (await who.get<TicketCounts>(`/api/tickets/counts?by=label&${query}`)).body.label

let numbered = 0
const aName = () => `Label of test ${++numbered}`

describe('the labels of the desk', () => {
  test('are made, renamed, recolored and deleted by the desk, and listed by name for staff', async () => {
    const zulu = aName()
    const created = await helpdesk.post<Label>('/api/labels', { name: `  ${zulu} `, color: 'violet' })
    expect([created.status, created.body]).toMatchObject([201, { name: zulu, color: 'violet' }])
    const { id } = created.body
    const alpha = await aLabel(root, { name: `A ${aName()}` })
    const names = (await all()).map(({ name }) => name)
    expect(names).toEqual(names.toSorted((one, other) => one.localeCompare(other)))
    const renamed = await helpdesk.send<Label>('PATCH', `/api/labels/${id}`, { name: `${zulu} B` })
    expect(renamed.body).toEqual({ id, name: `${zulu} B`, color: 'violet' })
    await helpdesk.send('PATCH', `/api/labels/${id}`, { color: 'red' })
    expect(await all()).toContainEqual({ id, name: `${zulu} B`, color: 'red' })
    for (const gone of [id, alpha]) expect((await root.delete(`/api/labels/${gone}`)).status).toBe(200)
    expect((await all()).some((one) => one.id === id || one.id === alpha)).toBe(false)
    expect((await root.delete(`/api/labels/${id}`)).status).toBe(404)
  })

  test('are refused to internal staff and to clients', async () => {
    const id = await aLabel(root)
    const client = await desk.signedIn('client')
    for (const who of [internal, client]) {
      expect((await who.post('/api/labels', { name: aName() })).status).toBe(403)
      expect((await who.send('PATCH', `/api/labels/${id}`, { name: aName() })).status).toBe(403)
      expect((await who.delete(`/api/labels/${id}`)).status).toBe(403)
    }
    expect((await client.get('/api/labels')).status).toBe(403)
  })

  test('have names that differ in more than case and accents', async () => {
    const name = `Résumé ${aName()}`
    const id = await aLabel(root, { name })
    const again = await root.post<Refused>('/api/labels', { name: name.toUpperCase().replaceAll('É', 'E') })
    expect([again.status, again.body.message]).toEqual([409, expect.stringContaining('already a label')])
    const other = await aLabel(root)
    expect((await root.send('PATCH', `/api/labels/${other}`, { name })).status).toBe(409)
    expect((await root.send('PATCH', `/api/labels/${id}`, { name: name.toLowerCase() })).status).toBe(200)
  })

  test.each([
    [{ name: '' }, 'name'],
    [{ name: '\u200b ' }, 'name'],
    [{ name: 'x'.repeat(labelLimits.name + 1) }, 'name'],
    [{ name: 7 }, 'name'],
    [{ color: 'red' }, 'name'],
    [{ name: 'Fine', color: '#ff0000' }, 'color'],
  ])('are refused as %j, which names the field', async (body, field) => {
    const { status, body: refused } = await root.post<Refused>('/api/labels', body)
    expect([status, refused.issues?.[0]?.path]).toEqual([400, field])
  })

  test('end at two hundred', async () => {
    const present = (await all()).length
    const made: string[] = []
    for (let count = present; count < labelLimits.perDesk; count++) made.push(await aLabel(root))
    expect((await root.post('/api/labels', { name: aName() })).status).toBe(409)
    await desk.database.pool.query('delete from labels where id = any($1)', [made])
  })
})

describe('a label of a ticket', () => {
  test('is put on and taken off by staff, once each, with its line in the history', async () => {
    const { id } = await aTicket(root)
    const name = aName()
    const labelId = await aLabel(root, { name })
    const first = await label(internal, id, labelId)
    expect(first.labelIds).toEqual([labelId])
    const again = await label(helpdesk, id, labelId)
    expect([again.labelIds, again.version]).toEqual([[labelId], first.version])
    const off = await internal.delete<Ticket>(placeOf(id, labelId))
    expect([off.status, off.body.labelIds, off.body.version]).toEqual([200, [], first.version + 1])
    expect((await internal.delete<Ticket>(placeOf(id, labelId))).body.version).toBe(first.version + 1)
    const { body } = await helpdesk.get<HistoryEntry[]>(`/api/tickets/${id}/history`)
    expect(body.slice(1).map(({ what, by, label, isInternal }) => [what, by?.id, label, isInternal])).toEqual(
      [
        ['label-added', internal.id, name, true],
        ['label-removed', internal.id, name, true],
      ],
    )
    const audit = await root.get<{ entries: { details: unknown[] }[] }>(
      `/api/audit?subject=${id}&type=ticket.labelled`,
    )
    expect(audit.body.entries[0]?.details).toEqual([{ name: 'Label', value: name }])
  })

  test('needs a label and a ticket that are there', async () => {
    const { id } = await aTicket(root)
    const labelId = await aLabel(root)
    const nothing = crypto.randomUUID()
    expect((await internal.send('PUT', placeOf(id, nothing))).status).toBe(404)
    expect((await internal.send('PUT', placeOf(nothing, labelId))).status).toBe(404)
    expect((await internal.send('PUT', placeOf(id, 'nonsense'))).status).toBe(404)
    expect((await internal.delete(placeOf(id, nothing))).status).toBe(200)
  })

  test('ends at twenty', async () => {
    const { id } = await aTicket(root)
    const made: string[] = []
    for (let count = 0; count <= labelLimits.perTicket; count++) made.push(await aLabel(root))
    const [last = '', ...others] = made
    for (const one of others) await label(internal, id, one)
    expect((await internal.send('PUT', placeOf(id, last))).status).toBe(409)
    expect(await labelsOf(id)).toEqual(others.toSorted())
    await desk.database.pool.query('delete from labels where id = any($1)', [made])
  })

  test('keeps its place when two people label at once', async () => {
    const { id } = await aTicket(root)
    const made = await Promise.all([aLabel(root), aLabel(helpdesk), aLabel(root)])
    await Promise.all(made.map((one, place) => label(place % 2 === 0 ? internal : helpdesk, id, one)))
    expect(await labelsOf(id)).toEqual(made.toSorted())
  })

  test('is restored with a deleted ticket, unless it was deleted meanwhile', async () => {
    const { id } = await aTicket(root)
    const [kept, gone] = [await aLabel(root), await aLabel(root)]
    for (const one of [kept, gone]) await label(internal, id, one)
    await root.delete(`/api/tickets/${id}`)
    await root.delete(`/api/labels/${gone}`)
    await root.post(`/api/deleted/${id}/restore`, { withParent: false })
    expect(await labelsOf(id)).toEqual([kept])
    expect((await listed(internal, `label=${kept}`)).tickets.map((one) => one.id)).toEqual([id])
  })

  test('goes with its label, from lists and numbers too, and the log counts its tickets', async () => {
    const labelId = await aLabel(root)
    for (const one of [await aTicket(root), await aTicket(root)]) await label(internal, one.id, labelId)
    expect((await countsOf(internal))?.[labelId]).toBe(2)
    expect((await listed(internal, `label=${labelId}`)).total).toBe(2)
    await helpdesk.delete(`/api/labels/${labelId}`)
    expect((await countsOf(internal))?.[labelId]).toBeUndefined()
    expect((await listed(internal, `label=${labelId}`)).total).toBe(0)
    const audit = await root.get<{ entries: { details: { value: string }[] }[] }>(
      `/api/audit?type=label.deleted&limit=1`,
    )
    expect(audit.body.entries[0]?.details).toMatchObject([{ value: '2' }])
  })
})

describe('tickets by label', () => {
  test('are found by one, by several, and by none, with exact numbers that follow each change', async () => {
    const [refund, outage] = [await aLabel(root), await aLabel(root)]
    const customerName = `Customers ${crypto.randomUUID()}`
    const [one = '', other = '', plain = ''] = await Promise.all(
      [1, 2, 3].map(async () => (await aTicket(root, { customerName })).id),
    )
    const query = (value: string) => `customerName=${customerName}&label=${value}`
    const ids = async (value: string) =>
      (await listed(internal, query(value))).tickets.map(({ id }) => id).toSorted()
    expect(await ids('none')).toEqual([one, other, plain].toSorted())
    await label(internal, one, refund)
    await label(internal, other, refund)
    await label(internal, other, outage)
    expect(await ids(refund)).toEqual([one, other].toSorted())
    expect(await ids(`${outage},none`)).toEqual([other, plain].toSorted())
    const counted = () => countsOf(internal, `customerName=${customerName}`)
    expect(await counted()).toEqual({ [refund]: 2, [outage]: 1, none: 1 })
    await internal.delete(placeOf(other, outage))
    expect(await counted()).toEqual({ [refund]: 2, none: 1 })
    expect((await listed(internal, query(outage))).total).toBe(0)
    await root.delete(`/api/tickets/${one}`)
    expect(await counted()).toEqual({ [refund]: 1, none: 1 })
  })

  test('are found by the token of a search, which follows names', async () => {
    const name = `Zwölfender ${++numbered}`
    const labelId = await aLabel(root, { name, color: 'green' })
    const { id } = await aTicket(root, { subject: `Antler ${numbered}` })
    await label(internal, id, labelId)
    const found = async (search: string) => {
      const { total, tickets } = await listed(internal, `search=${encodeURIComponent(search)}`)
      expect(total).toBe(tickets.length)
      return tickets.map((one) => one.id)
    }
    expect(await found('label:zwolf')).toEqual([id])
    expect(await found(`label:"${name}" antler`)).toEqual([id])
    expect(await found('label:none antler')).toEqual([])
    // Labels are no words of a ticket.
    expect(await found('zwölfender')).toEqual([])
    await root.send('PATCH', `/api/labels/${labelId}`, { name: `Stag ${numbered}` })
    expect(await found('label:zwolf')).toEqual([])
    expect(await found('label:stag')).toEqual([id])
    await internal.delete(placeOf(id, labelId))
    expect(await found('label:stag')).toEqual([])
    expect(await found('label:none antler')).toEqual([id])
  })

  test('are kept by a saved view, and exported with the names of their labels', async () => {
    const [b, a] = [
      await aLabel(root, { name: `B ${aName()}` }),
      await aLabel(root, { name: `A ${aName()}` }),
    ]
    const { id } = await aTicket(root)
    for (const one of [a, b]) await label(internal, id, one)
    const view = await root.post<{ id: string }>('/api/views', { name: aName(), query: `label=${a}` })
    expect(view.status).toBe(201)
    const { body: counts } = await root.get<Record<string, { count: number }>>('/api/views/counts')
    expect(JSON.stringify(counts)).toContain(view.body.id)
    const { body } = await root.get<string>(`/api/tickets/export?label=${a}&columns=subject,labels`)
    const names = (await all()).filter((one) => [a, b].includes(one.id)).map(({ name }) => name)
    expect(body).toContain(names.join(', '))
    expect(names[0]?.startsWith('A')).toBe(true)
  })
})

describe('a client', () => {
  /** A manager of a company, with a ticket. */
  async function aManager() {
    const { id: clientId, name } = await aClient(root)
    const manager = await desk.signedIn('client')
    await assign(root, clientId, manager.id, 'admin')
    const { id } = await aTicket(manager, { customerName: name, subject: 'Kerosene' })
    return { manager, id, clientId }
  }

  test('notices nothing of labels on any path, not even that there are any', async () => {
    const { manager, id } = await aManager()
    const name = `Gullible ${++numbered}`
    const labelId = await aLabel(root, { name })
    const paths = [
      `/api/tickets/${id}`,
      `/api/tickets/${id}/history`,
      '/api/tickets',
      '/api/tickets?sort=updated',
      `/api/tickets?label=${labelId}`,
      '/api/tickets?label=none',
      `/api/tickets/counts?label=${labelId}`,
      '/api/tickets/counts?by=label',
      '/api/tickets/counts?search=kerosene',
      '/api/tickets?search=label:gullible',
      '/api/tickets?search=label:none',
      `/api/tickets?search=gullible`,
      '/api/search?q=gullible',
      '/api/search?q=label:gullible',
      `/api/tickets/export/selected?ids=${id}&columns=subject,updated,labels`,
    ]
    const everything = async () =>
      Promise.all(
        paths.map(async (path) => {
          const { status, body, headers } = await manager.get(path)
          return { path, status, body, etag: headers['etag'] }
        }),
      )
    const before = await everything()
    const socket = await joined(url, manager)
    desk.clock.advance(60_000)
    await label(internal, id, labelId)
    expect(await everything()).toEqual(before)
    const told = JSON.stringify(before.map(({ body }) => body))
    expect(told).not.toContain(labelId)
    expect(told).not.toContain('labelIds')

    await root.send('PATCH', `/api/labels/${labelId}`, { color: 'red' })
    await internal.delete(placeOf(id, labelId))
    expect(await everything()).toEqual(before)
    // The first that is heard is a public change, without a gap in the numbering before it.
    const [{ position: first = 0 } = {}] = socket.heard
    await helpdesk.put(`/api/tickets/${id}`, { status: 'testing' })
    const heard = await socket.hears(({ type }) => type === 'ticket:update')
    expect(JSON.stringify(socket.heard)).not.toContain('label')
    expect(heard.position).toBe(first + 1)
    socket.raw.close()
  })

  test('may neither label nor learn whether a ticket or a label is there', async () => {
    const { manager, id } = await aManager()
    const labelId = await aLabel(root)
    for (const path of [placeOf(id, labelId), placeOf(crypto.randomUUID(), labelId)]) {
      expect((await manager.send('PUT', path)).status).toBe(403)
      expect((await manager.delete(path)).status).toBe(403)
    }
    expect(await labelsOf(id)).toEqual([])
  })

  test('gets the same list by a filter that is not theirs as without it', async () => {
    const { manager, id } = await aManager()
    const labelId = await aLabel(root)
    const unlabelled = await listed(manager, `label=${labelId}`)
    expect(unlabelled.tickets.map((one) => one.id)).toEqual([id])
    expect((await countsOf(manager)) ?? {}).toEqual({})
  })
})

test('the browsers of staff hear of labels on a ticket, and of a changed list', async () => {
  const { id } = await aTicket(root)
  const socket = await joined(url, internal)
  const labelId = await aLabel(root)
  await socket.hears(({ type }) => type === 'labels:changed')
  await label(helpdesk, id, labelId)
  const { ticket } = await socket.hears(({ type, ticket }) => type === 'ticket:update' && ticket?.id === id)
  expect(ticket).toMatchObject({ labelIds: [labelId] })
  socket.raw.close()
})
