import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { aTicket } from '#test/factories.ts'
import { startApp, type Caller, type TestApp } from '#test/harness.ts'
import { joined, type Heard, type Socket } from '#test/socket.ts'

// With a shared database, two nodes serve the same people.
const isShared = process.env.TEST_DATABASE === 'postgres'

let desk: TestApp
let other: TestApp
let base: string
let otherBase: string
let helpdesk: Caller
let ida: Caller
let ana: Caller
const open: Socket[] = []

beforeAll(async () => {
  desk = await startApp()
  base = await desk.listen()
  other = isShared ? await startApp({ database: desk.database }) : desk
  otherBase = isShared ? await other.listen() : base
  helpdesk = await desk.signedIn('helpdesk', { firstName: 'Hedda', lastName: 'Desk' })
  ida = await desk.signedIn('internal', { firstName: 'Ida', lastName: 'Inside' })
  ana = await desk.signedIn('client', { firstName: 'Ana', lastName: 'Client' })
})
afterEach(async () => {
  await Promise.all(open.splice(0).map((socket) => socket.close()))
})
afterAll(async () => {
  if (isShared) await other.close()
  await desk.close()
})

async function join(person: Caller): Promise<Socket> {
  const socket = await joined(person === helpdesk ? otherBase : base, person)
  open.push(socket)
  return socket
}

async function viewing(person: Caller, ticketId: string, away = false): Promise<Socket> {
  const socket = await join(person)
  socket.send({ type: 'ticket:viewing', ticketId, away })
  return socket
}

const isNow = (...states: [Caller, string][]) => {
  const wanted = JSON.stringify(states.map(([{ id }, state]) => id + state).sort())
  return ({ people }: Heard) =>
    people !== undefined && JSON.stringify(people.map(({ id, state }) => id + state).sort()) === wanted
}
/** Waits until this is the newest that was told. */
async function expectSeen(socket: Socket, ...states: [Caller, string][]): Promise<void> {
  const isSeen = () => {
    const last = socket.heard.findLast(({ type }) => type === 'ticket:presence')
    return last !== undefined && isNow(...states)(last)
  }
  await expect.poll(isSeen).toBe(true)
}

test('staff see who else has a ticket open and what they do there, until they leave', async () => {
  const { id } = await aTicket(ana)
  const atIda = await viewing(ida, id)
  await expectSeen(atIda)
  const atHelpdesk = await viewing(helpdesk, id)
  await expectSeen(atIda, [helpdesk, 'viewing'])
  await expectSeen(atHelpdesk, [ida, 'viewing'])
  expect(atIda.heard.findLast(({ type }) => type === 'ticket:presence')).toEqual({
    type: 'ticket:presence',
    ticketId: id,
    people: [
      { id: helpdesk.id, firstName: 'Hedda', lastName: 'Desk', profileImageUrl: null, state: 'viewing' },
    ],
  })
  atHelpdesk.send({ type: 'ticket:editing', ticketId: id })
  await expectSeen(atIda, [helpdesk, 'editing'])
  atHelpdesk.send({ type: 'ticket:viewing', ticketId: id, away: true })
  await expectSeen(atIda, [helpdesk, 'away'])
  atHelpdesk.send({ type: 'ticket:leaving', ticketId: id })
  await expectSeen(atIda)
})

test('a person who loses the connection is gone, and a person with two windows is shown with the more active one', async () => {
  const { id } = await aTicket(ana)
  const atIda = await viewing(ida, id)
  const [one, two] = [await viewing(helpdesk, id, true), await viewing(helpdesk, id)]
  await expectSeen(atIda, [helpdesk, 'viewing'])
  one.send({ type: 'ticket:editing', ticketId: id })
  await expectSeen(atIda, [helpdesk, 'editing'])
  one.raw.terminate()
  await expectSeen(atIda, [helpdesk, 'viewing'])
  await two.close()
  await expectSeen(atIda)
  expect(atIda.heard.some(({ type }) => type === 'error')).toBe(false)
})

test('staff see the client, and the client never learns who is looking', async () => {
  const { id } = await aTicket(ana)
  const atAna = await viewing(ana, id)
  const atIda = await viewing(ida, id)
  await expectSeen(atIda, [ana, 'viewing'])
  const atHelpdesk = await viewing(helpdesk, id)
  atHelpdesk.send({ type: 'ticket:editing', ticketId: id })
  await expectSeen(atIda, [ana, 'viewing'], [helpdesk, 'editing'])
  expect(await atAna.said('ticket:presence', 'error')).toEqual([])
})

test('a person who may not see a ticket is not shown there and does not learn whether there is one', async () => {
  const { id } = await aTicket(ana)
  const atIda = await viewing(ida, id)
  await expectSeen(atIda)
  const stranger = await join(await desk.signedIn('client'))
  for (const ticketId of [id, randomUUID()])
    for (const type of ['ticket:viewing', 'ticket:editing', 'ticket:leaving'])
      stranger.send({ type, ticketId })
  expect(await stranger.said('error', 'ticket:presence')).toEqual([])
  await viewing(helpdesk, id)
  await expectSeen(atIda, [helpdesk, 'viewing'])
})

test('staff who become a client hear nothing more of presence', async () => {
  const gone = await desk.signedIn('internal')
  const { id } = await aTicket(ana)
  const atGone = await viewing(gone, id)
  await expectSeen(atGone)
  await desk.database.pool.query("update users set role = 'client' where id = $1", [gone.id])
  const atIda = await viewing(ida, id)
  await atIda.hears(({ people }) => people?.some((one) => one.id === gone.id) === true)
  await viewing(helpdesk, id)
  await atIda.hears(({ people }) => people?.some((one) => one.id === helpdesk.id) === true)
  expect((await atGone.said('ticket:presence')).every(({ people }) => people?.length === 0)).toBe(true)
})

const rowsOf = (socket: Socket, ticketId: string) =>
  socket.heard
    .filter(({ type }) => type === 'tickets:presence')
    .flatMap(({ tickets = [] }) => tickets)
    .filter((told) => told.ticketId === ticketId)
    .map(({ people }) => people.map(({ id, state }) => id + state).sort())
const expectRow = (socket: Socket, ticketId: string, ...states: [Caller, string][]) =>
  expect
    .poll(() => rowsOf(socket, ticketId).at(-1))
    .toEqual(states.map(([{ id }, state]) => id + state).sort())

async function watching(person: Caller, ...ticketIds: string[]): Promise<Socket> {
  const socket = await join(person)
  socket.send({ type: 'tickets:watch', ticketIds })
  return socket
}

test('staff see in their lists which colleagues have a ticket open, and no client', async () => {
  const [first, second, third] = [await aTicket(ana), await aTicket(ana), await aTicket(ana)]
  const atHelpdesk = await viewing(helpdesk, first.id)
  await viewing(ana, first.id)
  await viewing(ana, third.id)
  await expectSeen(atHelpdesk, [ana, 'viewing'])
  const list = await watching(ida, first.id, second.id, third.id)
  await expectRow(list, first.id, [helpdesk, 'viewing'])
  await expectRow(list, third.id)
  atHelpdesk.send({ type: 'ticket:editing', ticketId: first.id })
  await expectRow(list, first.id, [helpdesk, 'editing'])
  const other = await viewing(helpdesk, second.id, true)
  await expectRow(list, second.id, [helpdesk, 'away'])
  await other.close()
  await expectRow(list, second.id)
  atHelpdesk.raw.terminate()
  await expectRow(list, first.id)
  expect(list.heard.find(({ type }) => type === 'ticket:presence')).toBeUndefined()
})

test('a list says what is on the screen now, and hears no more of what was there before', async () => {
  const [first, second] = [await aTicket(ana), await aTicket(ana)]
  await viewing(helpdesk, second.id)
  const list = await watching(ida, first.id)
  list.send({ type: 'tickets:watch', ticketIds: [second.id] })
  await expectRow(list, second.id, [helpdesk, 'viewing'])
  const atFirst = await viewing(helpdesk, first.id)
  list.send({ type: 'tickets:watch', ticketIds: [second.id, first.id] })
  await expectRow(list, first.id, [helpdesk, 'viewing'])
  list.send({ type: 'tickets:watch', ticketIds: [] })
  await list.said()
  const before = rowsOf(list, first.id).length
  await atFirst.close()
  const again = await watching(ida, first.id, second.id)
  await expectRow(again, second.id, [helpdesk, 'viewing'])
  expect(rowsOf(list, first.id)).toHaveLength(before)
})

test('many changes in a second are one message, and a screen of more than a hundred tickets is refused', async () => {
  const tickets = [await aTicket(ana), await aTicket(ana), await aTicket(ana)]
  const ids = tickets.map(({ id }) => id)
  const list = await watching(ida, ...ids)
  const times: number[] = []
  list.raw.on('message', (data: Buffer) => {
    if (data.includes('tickets:presence')) times.push(performance.now())
  })
  const sockets = await Promise.all(ids.map((id) => viewing(helpdesk, id)))
  for (const [place, socket] of sockets.entries())
    for (let turn = 0; turn < 4; turn++)
      socket.send({ type: 'ticket:viewing', ticketId: ids[place], away: turn % 2 === 0 })
  for (const id of ids) await expectRow(list, id, [helpdesk, 'viewing'])
  const pauses = times.slice(1).map((at, place) => at - (times[place] ?? 0))
  expect(pauses.filter((pause) => pause < 900)).toEqual([])
  list.send({ type: 'tickets:watch', ticketIds: Array.from({ length: 101 }, () => randomUUID()) })
  expect(await list.said('error')).toHaveLength(1)
})

test('clients who watch a ticket, their own and a stranger’s, are told nothing, and staff nothing of a deleted one', async () => {
  const { id } = await aTicket(ana)
  const gone = await aTicket(ana)
  const atHelpdesk = await viewing(helpdesk, id)
  await viewing(helpdesk, gone.id)
  await helpdesk.delete(`/api/tickets/${gone.id}`)
  const stranger = await desk.signedIn('client')
  const sockets = [await watching(ana, id), await watching(stranger, id)]
  const list = await watching(ida, id, gone.id, randomUUID())
  await expectRow(list, id, [helpdesk, 'viewing'])
  atHelpdesk.send({ type: 'ticket:editing', ticketId: id })
  await expectRow(list, id, [helpdesk, 'editing'])
  for (const socket of sockets) expect(await socket.said('tickets:presence', 'error')).toEqual([])
  expect(rowsOf(list, gone.id)).toEqual([])
})

test('staff who become a client hear nothing more of the rows', async () => {
  const gone = await desk.signedIn('internal')
  const { id } = await aTicket(ana)
  const atHelpdesk = await viewing(helpdesk, id)
  const [list, other] = [await watching(gone, id), await watching(ida, id)]
  await expectRow(list, id, [helpdesk, 'viewing'])
  await desk.database.pool.query("update users set role = 'client' where id = $1", [gone.id])
  atHelpdesk.send({ type: 'ticket:editing', ticketId: id })
  await expectRow(other, id, [helpdesk, 'editing'])
  expect((await list.said('tickets:presence')).length).toBe(1)
})
