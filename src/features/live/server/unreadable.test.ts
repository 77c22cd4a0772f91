import { afterAll, beforeAll, expect, test } from 'vitest'
import type { HistoryEntry } from '#features/tickets/contract.ts'
import { aTicket, change } from '#test/factories.ts'
import { startApp, type Caller, type TestApp } from '#test/harness.ts'
import { writeUnreadable } from '#test/trials/poison.ts'
import { joined } from '#test/socket.ts'

let desk: TestApp
let base: string
let ana: Caller
let helpdesk: Caller

beforeAll(async () => {
  desk = await startApp()
  base = await desk.listen()
  ana = await desk.signedIn('client')
  helpdesk = await desk.signedIn('helpdesk')
})
afterAll(() => desk.close())

const positionOf = async (person: Caller) =>
  Number((await person.get('/api/auth/user')).headers['log-position'])

test('after an event that cannot be read every browser loads everything again, and live updates go on', async () => {
  const { id } = await aTicket(ana)
  const before = { ana: await positionOf(ana), helpdesk: await positionOf(helpdesk) }
  const sockets = [await joined(base, ana), await joined(base, helpdesk)]
  const position = await writeUnreadable(desk.database, 'ticket.changed', id)
  await change(helpdesk, id, { status: 'progress' })
  for (const socket of sockets) {
    const isUpdate = ({ ticket }: { ticket?: { status: string } }) => ticket?.status === 'progress'
    await socket.hears(isUpdate)
    const heard = socket.heard.filter(({ type }) => type === 'resync' || type === 'ticket:update')
    const last = heard.findIndex(isUpdate)
    expect(heard.slice(0, last).at(-1)?.type).toBe('resync')
  }
  const [own, all] = sockets.map(({ heard }) => heard.find(({ type }) => type === 'resync')!.position)
  expect([own, all]).toEqual([before.ana + 1, position])

  const { body: history } = await ana.get<HistoryEntry[]>(`/api/tickets/${id}/history`)
  expect(history.map(({ what }) => what)).toEqual(['created', 'changed'])

  // Ana was away meanwhile, and so did not hear that.
  for (const [person, since] of [
    [ana, before.ana],
    [helpdesk, before.helpdesk],
  ] as const) {
    const socket = await joined(base, person)
    socket.send({ type: 'resume', since })
    await socket.hearsType('resync')
    await socket.close()
  }
  await expect
    .poll(async () => (await desk.nobody.get('/readyz')).body)
    .toMatchObject({ status: 'degraded', faults: expect.arrayContaining(['live']) })
  for (const socket of sockets) await socket.close()
})
