import { expect, test, vi } from 'vitest'
import { fromBufferPromise } from 'yauzl'
import { text } from 'node:stream/consumers'
import { aClient, aComment, aProduct, assign, aTicket } from '#test/factories.ts'
import { anUpload } from '#test/files.ts'
import { startApp, type Caller } from '#test/harness.ts'
import { statementsDuring } from '#test/statements.ts'
import type { TicketPage } from '#features/tickets/contract.ts'
import type { TicketDetail } from '#features/conversation/contract.ts'

/** Entries of a zip, by name. */
async function unzip(bytes: Buffer): Promise<Map<string, string>> {
  const zip = await fromBufferPromise(bytes)
  const found = new Map<string, string>()
  for await (const entry of zip.eachEntry())
    found.set(entry.fileName, await text(await zip.openReadStreamPromise(entry)))
  return found
}

test('everything of a client leaves as a zip, with files, and what is internal when it is asked for', async () => {
  const desk = await startApp()
  const root = await desk.signedIn('super_user')
  const ana = await desk.signedIn('client', {
    firstName: 'Ana',
    lastName: 'Lopez',
    email: 'ana@acme.example',
  })
  const client = await aClient(root, { name: 'Acme / Sons' })
  const other = await aClient(root, { name: 'Beta' })
  await assign(root, client.id, ana.id, 'contact')
  await aProduct(root, { name: 'Oven', clientId: client.id })

  async function upload(by: Caller, name: string, content: string): Promise<string> {
    const { body } = await by.get<{ id: string; url: string }>(
      `/api/uploads/s3/params?filename=${encodeURIComponent(name)}&type=text/plain`,
    )
    const { pathname, search } = new URL(body.url)
    await desk.app.inject({
      method: 'PUT',
      url: `${pathname}${search}`,
      payload: Buffer.from(content),
      headers: { 'content-type': 'text/plain' },
    })
    expect((await by.post(`/api/uploads/${body.id}/finish`)).status).toBe(200)
    return body.id
  }

  const first = await aTicket(ana, {
    subject: '=1+1',
    customerName: 'Acme / Sons',
    attachmentIds: [await upload(ana, 'a.txt', 'one'), await upload(ana, '..txt', 'three')],
  })
  // Later: what is attached at the same moment has no order.
  const more = { attachmentIds: [await upload(ana, 'A.TXT', 'two')] }
  expect((await ana.post(`/api/tickets/${first.id}/attachments`, more)).status).toBe(201)
  const theirs = await aTicket(root, { subject: 'Not theirs', clientId: other.id })
  await aComment(ana, first.id, 'It "smokes",\nby now')
  const secret = await aComment(root, first.id, 'They never clean it', true)
  await root.post(`/api/tickets/${first.id}/chat`, { message: 'Hello Ana' })
  const hidden = await upload(root, 'hidden.txt', 'for us')
  await root.post(`/api/tickets/${first.id}/comments`, {
    content: 'see',
    isInternal: true,
    attachmentIds: [hidden],
  })

  const download = async (query = '') => {
    const answer = await desk.app.inject({
      url: `/api/clients/${client.id}/export${query}`,
      headers: { cookie: root.cookie },
    })
    expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, 'application/zip'])
    expect(answer.headers['content-disposition']).toContain('Acme _ Sons.zip')
    return unzip(answer.rawPayload)
  }
  const zip = await download('?internal=true')
  const json = (name: string) => JSON.parse(zip.get(name) ?? 'null') as unknown
  const number = first.ticketNumber
  expect(json('manifest.json')).toMatchObject({
    client: 'Acme / Sons',
    withInternal: true,
    counts: { people: 1, products: 1, tickets: 1, comments: 3, messages: 1, files: 4 },
    missing: [],
  })
  expect(json('client.json')).toMatchObject({ id: client.id, name: 'Acme / Sons' })
  expect(json('people.json')).toMatchObject([{ email: 'ana@acme.example', role: 'contact' }])
  expect(json('products.json')).toMatchObject([{ name: 'Oven' }])
  expect(json('tickets.json')).toMatchObject([
    { ticketNumber: number, subject: '=1+1', requesterEmail: 'ana@acme.example' },
  ])
  expect(zip.get('tickets.csv')).toContain(`${number},'=1+1,`)
  expect(zip.get('tickets.csv')).toContain(',Ana Lopez,ana@acme.example,')
  expect(json('comments.json')).toMatchObject([
    { ticketNumber: number, content: 'It "smokes",\nby now', user: { firstName: 'Ana' } },
    { ticketNumber: number, content: 'They never clean it', isInternal: true },
    { content: 'see' },
  ])
  expect(zip.get('comments.csv')).toContain(`${number},Ana Lopez,"It ""smokes"",\nby now",false,`)
  expect(json('messages.json')).toMatchObject([{ message: 'Hello Ana' }])
  const files = [...zip].filter(([name]) => name.startsWith('files/'))
  const names = ['..txt', 'A (2).TXT', 'a.txt', 'hidden.txt'].map((name) => `files/${number}/${name}`)
  expect(files.map(([name]) => name).toSorted()).toEqual(names.toSorted())
  expect(files.map(([, content]) => content).toSorted()).toEqual(['for us', 'one', 'three', 'two'])
  expect([...zip.values()].join('\n')).not.toMatch(new RegExp(`Not theirs|${theirs.ticketNumber}`))

  const shown = await download()
  expect([...shown.values()].join('\n')).not.toMatch(new RegExp(`They never|for us|Hello Ana|${secret}`))

  const { rows } = await desk.database.pool.query<{ path: string }>(
    `select object_path as path from attachments where file_name = 'a.txt'`,
  )
  await desk.files.store.remove(rows.map(({ path }) => path))
  const incomplete = await download()
  expect(JSON.parse(incomplete.get('manifest.json')!)).toMatchObject({
    counts: { files: 2 },
    missing: [`files/${number}/a.txt`],
  })
  expect(incomplete.has(`files/${number}/a.txt`)).toBe(false)

  // Nothing leaves with an answer that has no body.
  const ofHead = await statementsDuring(async () =>
    expect((await root.send('HEAD', `/api/clients/${client.id}/export`)).status).toBe(200),
  )
  expect(ofHead.filter((text) => text.includes('"tickets"'))).toEqual([])
  const { body: audit } = await root.get<{ entries: { type: string }[] }>('/api/audit?type=client.exported')
  expect(audit.entries).toHaveLength(3)
  expect((await root.get('/api/clients/00000000-0000-4000-8000-000000000000/export')).status).toBe(404)
  await desk.close()
})

test('without what is internal, the zip has exactly what a manager of the client gets by the API', async () => {
  const desk = await startApp()
  const root = await desk.signedIn('super_user')
  const person = (name: string) =>
    desk.signedIn('client', {
      firstName: name,
      lastName: 'Berg',
      email: `${name}@people.example`.toLowerCase(),
    })
  const [manager, author, leaver, stranger] = [
    await person('Mia'),
    await person('Ana'),
    await person('Leo'),
    await person('Eve'),
  ]
  const client = await aClient(root, {
    name: 'Acme',
    description: 'Pays late, do not give credit',
    contactEmail: 'hello@acme.example',
    website: 'acme.example',
    address: 'Main Street 1',
  })
  const other = await aClient(root, { name: 'Beta' })
  for (const [who, role] of [
    [manager, 'contact'],
    [author, 'employee'],
    [leaver, 'employee'],
  ] as const)
    await assign(root, client.id, who.id, role)
  await aProduct(root, { name: 'Oven', clientId: client.id })
  const retired = await aProduct(root, { name: 'Retired Oven', clientId: client.id })
  await root.send('PATCH', `/api/products/${retired}`, {
    isActive: false,
    repositoryUrl: 'https://git.example',
  })
  await aProduct(root, { name: 'Lamp', clientId: other.id })

  const attached = async (who: Caller, ...names: string[]) => ({
    attachmentIds: await Promise.all(names.map(async (name) => (await anUpload(desk, who, name)).id)),
  })
  const named = { customerName: 'Acme', productName: 'Oven' }
  const own = await aTicket(author, { ...named, ...(await attached(author, 'a.txt', 'b.txt')) })
  const left = await aTicket(leaver, { ...named, subject: 'Left behind' })
  await root.delete(`/api/clients/${client.id}/users/${leaver.id}`)
  const byDesk = await aTicket(root, { clientId: client.id, requesterId: author.id, assignedToId: root.id })
  const moved = await aTicket(stranger, { customerName: 'Misspelt', subject: 'Moved here' })
  await root.put(`/api/tickets/${moved.id}`, { clientId: client.id })
  const away = await aTicket(author, { ...named, subject: 'Moved away' })
  await root.put(`/api/tickets/${away.id}`, { clientId: other.id })
  await aTicket(stranger, { ...named, subject: 'A stranger', ...(await attached(stranger, 'strange.txt')) })
  await aTicket(root, { clientId: other.id, subject: 'Of another' })

  await aComment(author, own.id, 'It smokes')
  await aComment(root, own.id, 'They never clean it', true)
  for (const isInternal of [true, false])
    await root.post(`/api/tickets/${own.id}/comments`, {
      content: 'See',
      isInternal,
      ...(await attached(root, isInternal ? 'hidden.txt' : 'shown.txt')),
    })
  await author.post(`/api/tickets/${own.id}/chat`, {
    message: 'Between us',
    ...(await attached(author, 'chat.txt')),
  })
  await aComment(stranger, moved.id, 'Thank you')

  const { rawPayload } = await desk.app.inject({
    url: `/api/clients/${client.id}/export`,
    headers: { cookie: root.cookie },
  })
  const zip = await unzip(rawPayload)
  const inZip = <T>(name: string) => JSON.parse(zip.get(`${name}.json`) ?? 'null') as T

  const { body: list } = await manager.get<TicketPage>('/api/tickets?limit=100&sort=created&order=asc')
  const details = await Promise.all(
    list.tickets.map(async ({ id }) => (await manager.get<TicketDetail>(`/api/tickets/${id}`)).body),
  )
  expect(details.map(({ id }) => id)).toEqual([own, left, byDesk, moved].map(({ id }) => id))
  const comments = inZip<{ ticketNumber: string }[]>('comments')
  const told = inZip<TicketDetail[]>('tickets').map((ticket) => ({
    ...ticket,
    comments: comments
      .filter(({ ticketNumber }) => ticketNumber === ticket.ticketNumber)
      .map(({ ticketNumber: _, ...comment }) => comment),
  }))
  expect(told).toEqual(details)
  expect(comments).toHaveLength(details.flatMap((ticket) => ticket.comments).length)
  expect(inZip('products')).toEqual((await manager.get('/api/products')).body)
  expect(inZip('client')).toEqual({ id: client.id, ...details[0]!.client })
  expect(inZip('messages')).toEqual([])
  for (const { id } of details) expect((await manager.get(`/api/tickets/${id}/chat`)).status).toBe(403)

  const byApi = await Promise.all(
    details.flatMap(({ ticketNumber, attachments }) =>
      attachments.map(async ({ id, fileName }) => {
        const { body } = await manager.get<string>(`/api/attachments/${id}`)
        return [`files/${ticketNumber}/${fileName}`, body] as const
      }),
    ),
  )
  const files = [...zip].filter(([name]) => name.startsWith('files/'))
  expect(new Map(files)).toEqual(new Map(byApi))
  expect(files).toHaveLength(3)
  expect([...zip.keys()].filter((name) => !name.startsWith('files/')).toSorted()).toEqual(
    ['client.json', 'manifest.json']
      .concat(
        ['comments', 'messages', 'products', 'tickets'].flatMap((name) => [`${name}.csv`, `${name}.json`]),
      )
      .toSorted(),
  )
  const counts = { products: 1, tickets: 4, comments: 3, messages: 0, files: 3 }
  expect(inZip('manifest')).toMatchObject({ withInternal: false, counts })
  const whole = [...zip.values()].join('\n')
  expect(whole.match(/[\w.]+@[\w.]+/g)?.filter((address) => address !== 'hello@acme.example')).toEqual([])
  expect(whole).not.toMatch(
    /Pays late|Main Street|Retired|never clean|Between us|stranger|Moved away|another/,
  )
  const { body: audit } = await root.get<{ entries: { details: unknown[] }[] }>(
    '/api/audit?type=client.exported',
  )
  expect(JSON.stringify(audit.entries[0]?.details)).toContain('"4"')
  await desk.close()
})

test('a file that is deleted while the zip is made is named as missing, and all else is in it', async () => {
  const desk = await startApp()
  const root = await desk.signedIn('super_user')
  const client = await aClient(root)
  const files = [await anUpload(desk, root, 'a.txt'), await anUpload(desk, root, 'b.txt')]
  await aTicket(root, { clientId: client.id, attachmentIds: files.map(({ id }) => id) })
  const { rows } = await desk.database.pool.query<{ path: string }>(
    'select object_path as path from attachments',
  )
  const { store } = desk.files
  const read = store.read.bind(store)
  vi.spyOn(store, 'read').mockImplementationOnce(async (path) => {
    await store.remove(rows.map((row) => row.path).filter((other) => other !== path))
    return read(path)
  })
  const { rawPayload } = await desk.app.inject({
    url: `/api/clients/${client.id}/export`,
    headers: { cookie: root.cookie },
  })
  const zip = await unzip(rawPayload)
  const manifest = JSON.parse(zip.get('manifest.json')!) as { missing: string[] }
  expect(manifest).toMatchObject({ counts: { tickets: 1, files: 1 }, missing: [expect.any(String)] })
  const names = [...zip.keys(), ...manifest.missing].filter((name) => name.startsWith('files/'))
  expect(names.map((name) => name.slice(-'a.txt'.length)).toSorted()).toEqual(['a.txt', 'b.txt'])
  await desk.close()
})

test('the zip holds all comments of a ticket, also those that its detail leaves to later pages', async () => {
  const desk = await startApp()
  const root = await desk.signedIn('super_user')
  const client = await aClient(root, { name: 'Acme' })
  const { id } = await aTicket(root, { clientId: client.id })
  const said = Array.from({ length: 203 }, (_, at) => `Comment ${at}`)
  for (const text of said) await aComment(root, id, text)
  const { rawPayload } = await desk.app.inject({
    url: `/api/clients/${client.id}/export`,
    headers: { cookie: root.cookie },
  })
  const zip = await unzip(rawPayload)
  const written = JSON.parse(zip.get('comments.json') ?? '') as { content: string }[]
  expect(written.map(({ content }) => content)).toEqual(said)
  await desk.close()
})
