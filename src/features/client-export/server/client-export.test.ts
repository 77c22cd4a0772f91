import { expect, test, vi } from 'vitest'
import { fromBufferPromise } from 'yauzl'
import { text } from 'node:stream/consumers'
import { aClient, aComment, aProduct, assign, aTicket } from '#test/factories.ts'
import { anUpload } from '#test/files.ts'
import { startApp, type Caller } from '#test/harness.ts'
import { statementsDuring } from '#test/statements.ts'

/** What a zip holds, by name. */
async function unzip(bytes: Buffer): Promise<Map<string, string>> {
  const zip = await fromBufferPromise(bytes)
  const found = new Map<string, string>()
  for await (const entry of zip.eachEntry())
    found.set(entry.fileName, await text(await zip.openReadStreamPromise(entry)))
  return found
}

test('everything of a client leaves as a zip, with files, and without what is internal', async () => {
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
  const zip = await download()
  const json = (name: string) => JSON.parse(zip.get(name) ?? 'null') as unknown
  const number = first.ticketNumber
  expect(json('manifest.json')).toMatchObject({
    client: 'Acme / Sons',
    withInternal: false,
    counts: { people: 1, products: 1, tickets: 1, comments: 1, messages: 1, files: 3 },
    missing: [],
  })
  expect(json('client.json')).toMatchObject({ id: client.id, name: 'Acme / Sons' })
  expect(json('people.json')).toMatchObject([{ email: 'ana@acme.example', role: 'contact' }])
  expect(json('products.json')).toMatchObject([{ name: 'Oven' }])
  expect(json('tickets.json')).toMatchObject([
    { ticketNumber: number, subject: '=1+1', requester: 'Ana Lopez' },
  ])
  expect(zip.get('tickets.csv')).toContain(`${number},'=1+1,`)
  expect(json('comments.json')).toMatchObject([
    { ticketNumber: number, content: 'It "smokes",\nby now', author: 'Ana Lopez' },
  ])
  expect(json('messages.json')).toMatchObject([{ message: 'Hello Ana' }])
  const files = [...zip].filter(([name]) => name.startsWith('files/'))
  expect(files.map(([name]) => name).toSorted()).toEqual(
    [`files/${number}/A (2).TXT`, `files/${number}/..txt`, `files/${number}/a.txt`].toSorted(),
  )
  expect(files.map(([, content]) => content).toSorted()).toEqual(['one', 'three', 'two'])
  expect([...zip.values()].join('\n')).not.toMatch(
    new RegExp(`They never|for us|Not theirs|${theirs.ticketNumber}|${secret}`),
  )

  const whole = await download('?internal=true')
  expect(whole.get('comments.json')).toContain('They never clean it')
  expect(whole.get(`files/${number}/hidden.txt`)).toBe('for us')

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
