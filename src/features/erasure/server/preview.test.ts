import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addComment } from '#features/comments/server/service.ts'
import type { TicketDetail } from '#features/conversation/contract.ts'
import { aClient, aComment, aProduct, aSavedAnswer, aTicket } from '#test/factories.ts'
import { startApp, type Caller, type TestApp } from '#test/harness.ts'
import { users } from '#tables/users.ts'
import type { ErasurePreview } from '../contract.ts'

let desk: TestApp
let root: Caller
beforeAll(async () => {
  desk = await startApp()
  root = await desk.signedIn('super_user')
})
afterAll(() => desk.close())

const preview = async (id: string) => (await root.get<ErasurePreview>(`/api/users/${id}/erasure`)).body
const placesOf = async (id: string) =>
  (await preview(id)).places.map(({ kind, name, before, found, after }) => [kind, name, before, found, after])

describe('an address or number of a person in texts of others', () => {
  test('is shown in all that others wrote, with what stands around it', async () => {
    const ana = await desk.person('client', { mobileNumber: '+4915155507777' })
    await desk.database.db.update(users).set({ mobileProvedAt: desk.clock.now() }).where(eq(users.id, ana.id))
    const caller = await desk.signIn(ana.email)
    const own = await aTicket(caller, { subject: 'My own', description: `Write to ${ana.email}` })
    await aComment(caller, own.id, `I am ${ana.email}.`)
    expect(await placesOf(ana.id)).toEqual([])

    const before = `${'x'.repeat(50)} Long before, ${'é'.repeat(20)} `
    const ticket = await aTicket(root, { description: `${before}${ana.email.toUpperCase()}\nand after` })
    const found = ana.email.toUpperCase()
    const around = Array.from(before).slice(-40).join('')
    expect(await placesOf(ana.id)).toEqual([
      ['ticket', ticket.ticketNumber, `…${around}`, found, '\nand after\nAcme\nPrinters'],
    ])

    await aComment(root, own.id, 'Call +4915155507777!', true)
    await root.post(`/api/tickets/${own.id}/chat`, { message: `Is ${ana.email} right?` })
    await aClient(root, { name: 'Kelp', contactEmail: ana.email })
    await aProduct(root, { name: `Of ${ana.email}` })
    await aSavedAnswer(root, { title: 'How to', text: `Mail ${ana.email}` })
    const helpdesk = await desk.signedIn('helpdesk')
    await aSavedAnswer(helpdesk, { title: 'Of us', text: `Mail ${ana.email}`, sharedWith: ['helpdesk'] })
    // This answer is of somebody else, who has not shared it.
    await aSavedAnswer(helpdesk, { title: 'Private', text: `Mail ${ana.email}` })
    const places = await placesOf(ana.id)
    expect(places.map(([kind, name]) => `${kind} ${name}`).toSorted()).toEqual(
      [
        `ticket ${ticket.ticketNumber}`,
        `ticket ${own.ticketNumber}`,
        `ticket ${own.ticketNumber}`,
        'client Kelp',
        `product Of ${ana.email}`,
        'answer How to',
        'answer Of us',
      ].toSorted(),
    )
    expect(places).toContainEqual(['ticket', own.ticketNumber, 'Call +', '4915155507777', '!'])
    expect((await preview(ana.id)).hasMore).toBe(false)
    const body = { email: ana.email, ownTexts: true }
    expect((await root.post(`/api/users/${ana.id}/erasure`, body)).status).toBe(200)
    expect((await root.get<TicketDetail>(`/api/tickets/${ticket.id}`)).body.description).toContain(found)
  })

  test('is not looked for by a number that was only typed, nor by a name', async () => {
    const ana = await desk.person('client', {
      mobileNumber: '+4915155508888',
      firstName: 'Out',
      lastName: 'of',
    })
    await aTicket(root, { subject: 'Out of order', description: 'Call +4915155508888' })
    expect(await placesOf(ana.id)).toEqual([])
  })

  test('is listed two hundred times, and then said to be in more texts', async () => {
    const ana = await desk.person('client', { email: 'often@named.example' })
    const { id } = await aTicket(root)
    await desk.work(async (unit) => {
      for (let count = 0; count <= 200; count++)
        await addComment(unit, { id: root.id, role: 'super_user', managedClientIds: [], clientIds: [] }, id, {
          content: `${count}: often@named.example`,
          isInternal: false,
        })
    })
    const { places, hasMore } = await preview(ana.id)
    expect([places.length, hasMore, places[0]?.before]).toEqual([200, true, '200: '])
  })
})

test('copies of the database that upgrades have left are named in the preview', async () => {
  const { id } = await desk.person('client')
  expect((await preview(id)).copies).toEqual([])
  const name = 'before-20261123T101112Z-0.2.0'
  await mkdir(join(desk.dataFolder, name))
  expect((await preview(id)).copies).toEqual([{ name, madeAt: '2026-11-23T10:11:12.000Z' }])
})
