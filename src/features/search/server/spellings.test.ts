import { afterAll, beforeAll, expect, test } from 'vitest'
import type { TicketPage } from '#features/tickets/contract.ts'
import { aClient, aComment, aTicket } from '#test/factories.ts'
import { startApp, type Caller, type TestApp } from '#test/harness.ts'
import type { Found } from '../contract.ts'

let desk: TestApp
let helpdesk: Caller
let ana: Caller

beforeAll(async () => {
  desk = await startApp()
  helpdesk = await desk.signedIn('helpdesk', { firstName: 'Jörg', lastName: 'Weiß' })
  ana = await desk.signedIn('client')
})
afterAll(() => desk.close())

async function foundBy(typed: string, by: Caller) {
  const q = encodeURIComponent(typed)
  const list = await by.get<TicketPage>(`/api/tickets?search=${q}`)
  const palette = await by.get<Found>(`/api/search?q=${q}`)
  expect([list.status, palette.status]).toEqual([200, 200])
  return [
    list.body.tickets.map(({ subject }) => subject),
    palette.body.tickets.filter(({ isSimilar }) => !isSimilar).map(({ subject }) => subject.text),
  ]
}

test.each([
  ['Leak in Hauptstraße 5', 'hauptstrasse'],
  ['MASSNAHME FÜR GROSSBRITANNIEN', 'maßnahme für großbritannien'],
  ['Delivery to Łódź', 'lodz'],
  ['Søren’s mailbox is full', "soren's"],
  ['ĦAL TARXIEN, Đakovo', 'hal tarxien, dakovo'],
  ['It can’t print', "can't"],
  ['Won´t boot', 'won’t'],
  ['The Wi‑Fi – again', 'wi-fi - again'],
  ['Code 0x8007\u200b0005', '0x80070005'],
  ['Pasted 0x80040154 of it', '\u202a0x8004\u00ad0154\u202c'],
  ['ΟΔΟΣ is spelt wrongly', 'οδος'],
  ['हिन्दी में लिखा', 'हिन्दी'],
])('a ticket called %j is found by %j, in list and palette, by desk and client', async (subject, typed) => {
  await aTicket(ana, { subject, description: 'As it says.' })
  for (const by of [helpdesk, ana]) expect(await foundBy(typed, by)).toEqual([[subject], [subject]])
})

test('descriptions, comments, names of customers and of people are found in every spelling', async () => {
  await aTicket(ana, { subject: 'Told below', description: 'The Abfluß in Århus drips.' })
  const { id } = await aTicket(ana, { subject: 'Told beside', customerName: 'Øresund Straßenbau' })
  await aComment(helpdesk, id, 'The Schlüssel won’t fit the Schloß.')
  expect(await foundBy('abfluss in arhus', ana)).toEqual([['Told below'], ['Told below']])
  expect(await foundBy("won't fit the schloss", ana)).toEqual([['Told beside'], ['Told beside']])
  expect(await foundBy('oresund strassenbau', ana)).toEqual([['Told beside'], ['Told beside']])
  const { body } = await helpdesk.get<Found>('/api/search?q=weiss')
  expect(body.people.map(({ name }) => name.text)).toEqual(['Jörg Weiß'])
})

test('a word of another script is found by itself, not by one with other marks', async () => {
  const byName = { description: 'As it says.' }
  await aTicket(ana, { ...byName, subject: 'バスが来ない' })
  await aTicket(ana, { ...byName, subject: 'パスワード' })
  await aTicket(ana, { ...byName, subject: 'ガス' })
  expect(await foundBy('パス', ana)).toEqual([['パスワード'], ['パスワード']])
  expect(await foundBy('ﾊﾞｽ', ana)).toEqual([['バスが来ない'], ['バスが来ない']])
  expect(await foundBy('カス', ana)).toEqual([[], []])
})

test('two companies of one spelling are one, and so is what searches for nothing seen', async () => {
  const root = await desk.signedIn('super_user')
  await aClient(root, { name: 'Groß & Söhne' })
  const { status } = await root.post('/api/clients', { name: 'GROSS & SOHNE' })
  expect(status).toBe(409)
  const all = await ana.get<TicketPage>('/api/tickets')
  const { body: unseen } = await ana.get<TicketPage>(`/api/tickets?search=${encodeURIComponent('\u200b')}`)
  expect(unseen.total).toBe(all.body.total)
})
