import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { aTicket } from '#test/factories.ts'
import { aMultipart, anUpload, content, put, signedFor } from '#test/files.ts'
import { Caller, startApp, type TestApp } from '#test/harness.ts'
import { startS3 } from '#test/services/s3.ts'
import { markOf } from '#platform/server/store/object-store.ts'
import { reportUnknown, sweepUploads } from './sweep.ts'

const dayMs = 24 * 60 * 60 * 1000

describe.each(['disk', 's3'] as const)('files on %s', (kind) => {
  let s3: Awaited<ReturnType<typeof startS3>> | undefined
  let desk: TestApp
  let ana: Caller
  let root: Caller
  const log = { error: vi.fn<(said: unknown) => void>(), warn: vi.fn<(said: unknown) => void>() }

  beforeAll(async () => {
    if (kind === 's3') s3 = await startS3()
    desk = await startApp({ storage: { ...s3?.settings } })
    ana = await desk.signedIn('client')
    root = await desk.signedIn('super_user')
  })
  beforeEach(() => {
    vi.restoreAllMocks()
    log.error.mockReset()
    log.warn.mockReset()
  })
  afterAll(async () => {
    await desk.close()
    await s3?.stop()
  })

  const parts = (of = desk) => ({ db: of.database.db, store: of.files.store, log })
  const inDays = (days: number) => new Date(Date.now() + days * dayMs)
  const sweepIn = (days: number, of = desk) => sweepUploads(parts(of), inDays(days))
  const isThere = async (path: string) => (await desk.files.store.find(path)) !== undefined

  async function query<T extends object>(sql: string, values: unknown[] = []): Promise<T[]> {
    return (await desk.database.pool.query<T>(sql, values)).rows
  }
  async function pathOf(attachmentId: string): Promise<string> {
    const [row] = await query<{ object_path: string }>('select object_path from attachments where id = $1', [
      attachmentId,
    ])
    return row!.object_path
  }
  async function anAttachment(of = desk, by = ana) {
    const upload = await anUpload(of, by)
    const ticket = await aTicket(by, { attachmentIds: [upload.id] })
    return { id: upload.id, ticketId: ticket.id }
  }
  const statusOf = async (id: string, by = ana) => (await by.get(`/api/attachments/${id}`)).status

  /** Puts something into the bucket or the folder, as another program does. */
  async function leave(path: string): Promise<void> {
    if (kind === 's3') return desk.files.store.write(path, content.txt, 'text/plain')
    const file = join(desk.fileFolder, '..', path)
    await mkdir(dirname(file), { recursive: true })
    return writeFile(file, content.txt)
  }
  const hasLeft = async (path: string) =>
    kind === 's3' ? isThere(path) : (await import('node:fs')).existsSync(join(desk.fileFolder, '..', path))

  test.each(['before it has taken the file in', 'after'])(
    'an upload that another node finishes meanwhile gets the same answer here: %s',
    async (when) => {
      const other = await startApp({
        database: desk.database,
        storage: { DATA_DIR: desk.fileFolder.split('/objects/')[0], ...s3?.settings },
      })
      try {
        const { body } = await signedFor(ana, 'long.txt', content.txt.length)
        await put(desk, body.url, content.txt)
        const finish = `/api/uploads/${body.id}/finish`
        const { store } = desk.files
        const copy = store.copy.bind(store)
        let there: unknown
        const finishThere = async () => {
          there = (await new Caller(other.app, ana.cookie, ana.id).post(finish)).body
        }
        vi.spyOn(store, 'copy').mockImplementationOnce(async (from, to) => {
          if (when !== 'after') await finishThere()
          await copy(from, to)
          if (when === 'after') await finishThere()
        })
        expect(await ana.post(finish)).toMatchObject({ status: 200, body: { fileName: 'long.txt' } })
        expect(there).toEqual((await ana.post(finish)).body)
      } finally {
        await other.close()
      }
    },
  )

  test.each(['before', 'after'])(
    'a file in parts that is completed twice at once is complete for both: %s its parts were listed',
    async (when) => {
      const { store } = desk.files
      const upload = await aMultipart(desk, ana)
      const named = [{ PartNumber: 1, ETag: upload.etag.replaceAll('"', '') }]
      const place = when === 'before' ? 'listParts' : 'completeParts'
      const once = store[place].bind(store) as (...given: unknown[]) => Promise<never>
      const completeParts = store.completeParts.bind(store)
      vi.spyOn(store, place).mockImplementationOnce(async (...given: unknown[]) => {
        await completeParts(upload.key, upload.id, named)
        return once(...given)
      })
      const url = `/api/uploads/s3/multipart/${upload.id}/complete?key=${encodeURIComponent(upload.key)}`
      expect(await ana.post(url, { parts: named })).toMatchObject({ status: 200 })
      expect(await ana.post(`/api/uploads/${upload.key.slice(-36)}/finish`)).toMatchObject({
        status: 200,
        body: { fileSize: content.txt.length },
      })
    },
  )

  test('the sweep leaves files of others alone, outside our prefix and below it, and reports those below it', async () => {
    const { prefix } = desk.files.store
    const foreign = [
      'backups/2026/payroll.sql.gz',
      `attachments/${crypto.randomUUID()}`,
      `photos/${crypto.randomUUID()}`,
      `signalbox-${crypto.randomUUID()}/attachments/${crypto.randomUUID()}`,
      `${prefix}attachments/${crypto.randomUUID()}`,
    ]
    for (const path of foreign) await leave(path)
    await sweepIn(60)
    expect(await Promise.all(foreign.map(hasLeft))).toEqual(foreign.map(() => true))
    expect(await reportUnknown(parts(), inDays(60))).toBe(1)
    expect(log.warn).toHaveBeenCalledExactlyOnceWith(
      { count: 1, example: foreign.at(-1) },
      expect.stringContaining('left alone'),
    )
    expect(log.error).not.toHaveBeenCalled()
  })

  test('a store without old files has none that are unknown, and says nothing', async () => {
    expect(await reportUnknown(parts(), inDays(-60))).toBe(0)
    expect(log.warn).not.toHaveBeenCalled()
  })

  test('the sweep of an empty database leaves files of another installation alone, and the other way round', async () => {
    const file = await anAttachment()
    const other = await startApp({ storage: { ...s3?.settings, DATA_DIR: join(desk.fileFolder, '../..') } })
    expect(other.files.store.prefix).not.toBe(desk.files.store.prefix)
    const bea = await other.signedIn('client')
    const theirs = await anAttachment(other, bea)
    await sweepIn(60, other)
    await sweepIn(60)
    expect([await statusOf(file.id), await statusOf(theirs.id, bea)]).toEqual([200, 200])
    expect(log.error).not.toHaveBeenCalled()
    await other.close()
  })

  test('the sweep leaves files alone that an older database does not know, or knew in another state', async () => {
    const pending = await anUpload(desk, ana)
    const [before] = await query<Record<string, unknown>>('select * from uploads where id = $1', [pending.id])
    const attached = await aTicket(ana, { attachmentIds: [pending.id] })
    const later = await anAttachment()
    const paths = [await pathOf(pending.id), await pathOf(later.id)]
    // As a dump of before the first ticket is restored: its file was pending, and the second unheard of.
    await query('delete from tickets where id = any($1)', [[attached.id, later.ticketId]])
    const columns = Object.keys(before!)
    const places = columns.map((_, place) => `$${place + 1}`).join()
    await query(`insert into uploads (${columns.join()}) values (${places})`, Object.values(before!))
    await sweepIn(5)
    expect((await ana.post(`/api/uploads/${pending.id}/finish`)).status).toBe(404)
    expect(await Promise.all(paths.map(isThere))).toEqual([true, true])
    await sweepIn(60)
    expect(await isThere(paths[1]!)).toBe(true)
  })

  test('the sweep does nothing where database and store do not belong together', async () => {
    const { store } = desk.files
    const { body } = await signedFor(ana, 'notes.txt', content.txt.length)
    await put(desk, body.url, content.txt)
    const [row] = await query<{ object_path: string }>('select object_path from uploads where id = $1', [
      body.id,
    ])
    const mark = markOf(store)
    const right = (await query<{ installation_id: string }>('select installation_id from installation'))[0]!
    const wrongs = [
      [() => store.write(mark, Buffer.from(crypto.randomUUID()), 'text/plain'), 'but it says '],
      [() => store.remove([mark]), 'but it is not there'],
    ] as const
    for (const [spoil, words] of wrongs) {
      await spoil()
      await sweepIn(60)
      expect(await isThere(row!.object_path)).toBe(true)
      expect(log.error).toHaveBeenLastCalledWith(expect.stringContaining(words))
      expect((await desk.nobody.get('/readyz')).body).toMatchObject({
        status: 'degraded',
        faults: expect.arrayContaining(['file store']) as string[],
      })
    }
    await store.write(mark, Buffer.from(right.installation_id), 'text/plain')
    log.error.mockReset()
    await sweepIn(60)
    expect(log.error).not.toHaveBeenCalled()
    expect(await isThere(row!.object_path)).toBe(false)
  })

  /** Deletes a ticket, and then what is kept of it. */
  async function deleteForGood(ticketId: string) {
    expect((await root.delete(`/api/tickets/${ticketId}`)).status).toBe(200)
    expect((await root.delete(`/api/deleted/${ticketId}`)).status).toBe(200)
  }

  test('files of a deleted ticket are kept as long as it can be restored', async () => {
    const file = await anAttachment()
    const path = await pathOf(file.id)
    expect((await root.delete(`/api/tickets/${file.ticketId}`)).status).toBe(200)
    log.warn.mockReset()
    await sweepIn(60)
    expect(await isThere(path)).toBe(true)
    expect((await root.post(`/api/deleted/${file.ticketId}/restore`, { withParent: false })).status).toBe(200)
    expect(await statusOf(file.id)).toBe(200)
  })

  test('files of a ticket that is deleted for good are removed at once, or two weeks later where the store was away', async () => {
    const prompt = await anAttachment()
    const promptPath = await pathOf(prompt.id)
    await deleteForGood(prompt.ticketId)
    expect(await isThere(promptPath)).toBe(false)

    const late = await anAttachment()
    const latePath = await pathOf(late.id)
    const remove = vi.spyOn(desk.files.store, 'remove').mockRejectedValue(new Error('the store is away'))
    await deleteForGood(late.ticketId)
    remove.mockRestore()
    await sweepIn(13)
    expect(await isThere(latePath)).toBe(true)
    await sweepIn(15)
    expect(await isThere(latePath)).toBe(false)
    expect(await query('select 1 from object_tombstones where object_path = $1', [latePath])).toEqual([])
  })

  test('files that were being checked when the server died are removed two weeks later', async () => {
    const { store } = desk.files
    const { body } = await signedFor(ana, 'notes.txt', content.txt.length)
    await put(desk, body.url, content.txt)
    const copied: string[] = []
    const copy = store.copy.bind(store)
    vi.spyOn(store, 'copy').mockImplementationOnce(async (from, to) => {
      await copy(from, to)
      copied.push(to)
      throw new Error('the server is gone')
    })
    expect((await ana.post(`/api/uploads/${body.id}/finish`)).status).toBe(500)
    expect(await isThere(copied[0]!)).toBe(true)
    await sweepIn(15)
    expect(await isThere(copied[0]!)).toBe(false)
  })

  test('files of version 0.1.0, which had no prefix, are read and removed as before', async () => {
    const file = await anAttachment()
    const old = `attachments/${crypto.randomUUID()}`
    await desk.files.store.copy(await pathOf(file.id), old)
    await query('update attachments set object_path = $1 where id = $2', [old, file.id])
    await sweepIn(60)
    const { statusCode, rawPayload } = await desk.app.inject({
      url: `/api/attachments/${file.id}`,
      headers: { cookie: ana.cookie },
    })
    expect([statusCode, rawPayload.equals(content.txt)]).toEqual([200, true])
    await deleteForGood(file.ticketId)
    expect(await isThere(old)).toBe(false)
  })
})
