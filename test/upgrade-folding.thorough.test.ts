import fs from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import type { Found } from '#features/search/contract.ts'
import type { TicketPage } from '#features/tickets/contract.ts'
import { startApp } from '#test/harness.ts'
import { aClient, aComment, aProduct, aTicket } from '#test/factories.ts'
import { migrations, openRelease, tidyOldDesks, upgrade } from '#test/processes/old-desks.ts'

tidyOldDesks()

/** Folds what is stored as the version before this one did. */
const foldAsBefore = (text: string) =>
  text
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[^\S\n]+/g, ' ')

test('texts that the version before has stored are found in every spelling, those that are restored, too', async () => {
  const database = await openRelease()
  await upgrade(database)
  const { pool } = database
  const desk = await startApp({ database })
  const root = await desk.signedIn('super_user')
  const ana = await desk.signedIn('client', { firstName: 'Ægir', lastName: 'Strauß' })
  const one = await aTicket(ana, { subject: 'Leak in Hauptstraße', customerName: 'Łódź AG' })
  const comment = await aComment(root, one.id, 'The Schloß won’t open.')
  const gone = await aTicket(ana, { subject: 'Gone to Großenhain' })
  await aComment(root, gone.id, 'A Strauß of it.')
  await aTicket(ana, { subject: 'Plain as ever' })
  const { id: clientId } = await aClient(root, { name: 'Weiß & Söhne' })
  await aProduct(root, { name: 'Maßband', clientId })
  const { id: goneClient } = await aClient(root, { name: 'Preuß' })
  await aProduct(root, { name: 'Preußisch Blau', clientId: goneClient })

  for (const [table, folded, written] of [
    [
      'tickets',
      'search_text',
      "concat_ws(e'\\n', ticket_number, subject, description, customer_name, product_name)",
    ],
    ['tickets', 'customer_search', 'customer_name'],
    ['comments', 'search_text', 'content'],
    ['clients', 'name_search', 'name'],
    ['products', 'name_search', 'name'],
    ['users', 'search_text', "concat_ws(e'\\n', first_name || ' ' || last_name, email)"],
  ] as const) {
    const { rows } = await pool.query<{ id: string; written: string }>(
      `select id, ${written} as written from ${table}`,
    )
    for (const { id, written: text } of rows)
      await pool.query(`update ${table} set ${folded} = $1 where id = $2`, [foldAsBefore(text), id])
  }
  await pool.query("update search_texts set keys = '{}' where text_id = any($1)", [[one.id, comment]])
  expect((await root.delete(`/api/tickets/${gone.id}`)).status).toBe(200)
  expect((await root.delete(`/api/clients/${goneClient}`)).status).toBe(200)
  await pool.query('update deleted_things set search_text = lower(name)')
  const [file] = fs.readdirSync(migrations).filter((name) => name.endsWith('_fold-anew.sql'))
  await pool.query(fs.readFileSync(path.join(migrations, file!), 'utf8'))

  await upgrade(database)

  const found = async (typed: string) => {
    const { body } = await root.get<TicketPage>(`/api/tickets?search=${encodeURIComponent(typed)}`)
    return body.tickets.map(({ subject }) => subject)
  }
  expect(await found('hauptstrasse')).toEqual(['Leak in Hauptstraße'])
  expect(await found("schloss won't open")).toEqual(['Leak in Hauptstraße'])
  expect(await found('lodz')).toEqual(['Leak in Hauptstraße'])
  expect(await found('plain as ever')).toEqual(['Plain as ever'])
  const { body: everywhere } = await root.get<Found>('/api/search?q=strauss')
  expect(everywhere.people.map(({ name }) => name.text)).toEqual(['Ægir Strauß'])
  const namesOf = async (typed: string) => (await root.get<Found>(`/api/search?q=${typed}`)).body
  expect((await namesOf('weiss')).clients.map(({ name }) => name.text)).toEqual(['Weiß & Söhne'])
  expect((await namesOf('massband')).products.map(({ name }) => name.text)).toEqual(['Maßband'])
  expect((await root.post('/api/clients', { name: 'WEISS & SOHNE' })).status).toBe(409)
  const { body: deleted } = await root.get('/api/deleted?search=preuss')
  expect(JSON.stringify(deleted)).toContain('Preuß')

  expect((await root.post(`/api/deleted/${gone.id}/restore`, { withParent: false })).status).toBe(200)
  expect((await root.post(`/api/deleted/${goneClient}/restore`, { withParent: false })).status).toBe(200)
  expect(await found('grossenhain')).toEqual(['Gone to Großenhain'])
  expect(await found('strauss of it')).toEqual(['Gone to Großenhain'])
  expect((await root.post('/api/clients', { name: 'PREUSS' })).status).toBe(409)
  const { rows: unlike } = await pool.query<{ name: string }>(
    "select name from products where name_search <> replace(lower(name), 'ß', 'ss')",
  )
  expect(unlike).toEqual([])
  await desk.close()
})
