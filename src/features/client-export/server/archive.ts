import { finished, Readable } from 'node:stream'
import type { FastifyBaseLogger } from 'fastify'
import { ZipFile } from 'yazl'
import type { findClient } from '#features/clients/server/queries.ts'
import { unlessGone } from '#platform/contract/errors.ts'
import { csvFile } from '#platform/server/call/csv-file.ts'
import type { Database } from '#platform/server/database/database.ts'
import type { ObjectStore } from '#platform/server/store/object-store.ts'
import { createNames } from './file-names.ts'
import {
  listCommentsOf,
  listFilesOf,
  listMessagesOf,
  listPeopleOf,
  listProductsOf,
  ticketsOf,
} from './queries.ts'

interface Parts {
  db: Database
  store: ObjectStore
  log: Pick<FastifyBaseLogger, 'warn'>
  now: Date
  /** Throws once whoever takes the archive may no longer: it breaks off. */
  requireStanding(): Promise<void>
}

type Client = NonNullable<Awaited<ReturnType<typeof findClient>>>
type Value = string | number | boolean | Date | null | readonly string[]
type Line = Readonly<Record<string, Value>>

const cellOf = (value: Value | undefined) =>
  value instanceof Date
    ? value.toISOString()
    : Array.isArray(value)
      ? value.join('; ')
      : value === undefined || value === null
        ? null
        : String(value)

/** What the archive holds, in the order in which it is written. */
function sections(
  db: Database,
  someTickets: () => ReturnType<typeof ticketsOf>,
  clientId: string,
  withInternal: boolean,
) {
  type Ids = readonly string[]
  async function* ofTickets(read: (ids: Ids) => Promise<readonly Line[]>): AsyncGenerator<Line> {
    for await (const some of someTickets()) yield* await read(some.map(({ id }) => id))
  }
  async function* tickets(): AsyncGenerator<Line> {
    for await (const some of someTickets()) for (const { id: _, ...ticket } of some) yield ticket
  }
  async function* all(read: Promise<readonly Line[]>): AsyncGenerator<Line> {
    yield* await read
  }
  return [
    {
      name: 'people',
      columns: ['firstName', 'lastName', 'email', 'companyName', 'mobileNumber', 'role', 'isActive'],
      lines: () => all(listPeopleOf(db, clientId)),
    },
    {
      name: 'products',
      columns: [
        'name',
        'description',
        'version',
        'status',
        'techStack',
        'repositoryUrl',
        'documentation',
        'isActive',
        'createdAt',
      ],
      lines: () => all(listProductsOf(db, clientId)),
    },
    {
      name: 'tickets',
      columns: [
        'ticketNumber',
        'subject',
        'description',
        'status',
        'priority',
        'category',
        'requester',
        'requesterEmail',
        'assignedTo',
        'customerName',
        'productName',
        'projectName',
        'source',
        'createdAt',
        'updatedAt',
        'resolvedAt',
      ],
      lines: tickets,
    },
    {
      name: 'comments',
      columns: ['ticketNumber', 'author', 'content', 'isInternal', 'createdAt'],
      lines: () => ofTickets((ids) => listCommentsOf(db, ids, withInternal)),
    },
    {
      name: 'messages',
      columns: ['ticketNumber', 'sender', 'message', 'createdAt'],
      lines: () => ofTickets((ids) => listMessagesOf(db, ids)),
    },
  ]
}

async function* asJson(lines: AsyncIterable<Line>, counted: () => void): AsyncGenerator<string> {
  let before = '[\n'
  for await (const line of lines) {
    counted()
    yield `${before}${JSON.stringify(line)}`
    before = ',\n'
  }
  yield before === '[\n' ? '[]\n' : '\n]\n'
}

async function* asCells(lines: AsyncIterable<Line>, columns: readonly string[]) {
  for await (const line of lines) yield columns.map((column) => cellOf(line[column]))
}

/**
 * Everything of a company as a zip, written as fast as it is taken: at any time no more of it is in memory than a few hundred tickets, and
 * where each file of it lies.
 */
export function archiveOf(
  { db, store, log, now, requireStanding }: Parts,
  client: Client,
  withInternal: boolean,
): Readable {
  const zip = new ZipFile()
  const archive = new Readable().wrap(zip.outputStream)
  const counts: Record<string, number> = {}
  const missing: string[] = []
  const reading = new Set<Readable>()
  const fail = (error: unknown) => archive.destroy(error instanceof Error ? error : new Error(String(error)))
  zip.on('error', fail)
  // Who goes away ends what is being read.
  archive.once('close', () => reading.forEach((stream) => stream.destroy()))

  /** @returns when it has been read, or has ended with the archive */
  function readToEnd(stream: Readable): Promise<void> {
    reading.add(stream)
    stream.once('error', fail)
    if (archive.destroyed) stream.destroy()
    return new Promise((resolve) => {
      finished(stream, () => {
        reading.delete(stream)
        resolve()
      })
    })
  }

  async function handOver(
    open: () => Promise<Readable>,
    done: (fault: null, stream: Readable) => void,
  ): Promise<void> {
    if (archive.destroyed) return
    try {
      await requireStanding()
      const stream = await open()
      const isRead = readToEnd(stream)
      if (!archive.destroyed) done(null, stream)
      await isRead
    } catch (error) {
      fail(error)
    }
  }

  /** Adds what is opened only when its turn has come. @returns when it has been read */
  const add = (name: string, open: () => Promise<Readable>): Promise<void> =>
    new Promise((resolve) => {
      zip.addReadStreamLazy(name, { mtime: now }, (done) => void handOver(open, done).finally(resolve))
    })

  async function* someTickets(): ReturnType<typeof ticketsOf> {
    for await (const some of ticketsOf(db, client.id)) {
      await requireStanding()
      yield some
    }
  }

  const { nameSearch: _, ...shown } = client
  const added = [add('client.json', async () => Readable.from([`${JSON.stringify(shown, null, 2)}\n`]))]
  for (const { name, columns, lines } of sections(db, someTickets, client.id, withInternal)) {
    counts[name] = 0
    added.push(
      add(`${name}.json`, async () =>
        Readable.from(asJson(lines(), () => (counts[name] = (counts[name] ?? 0) + 1))),
      ),
      add(`${name}.csv`, async () => csvFile(columns, asCells(lines(), columns))),
    )
  }

  /** Each is opened when the one before it has been read, and only then added: until then somebody may delete it. */
  async function addFiles(): Promise<void> {
    await Promise.all(added)
    const namesOf = new Map<string, ReturnType<typeof createNames>>()
    counts['files'] = 0
    for await (const some of someTickets()) {
      const files = await listFilesOf(
        db,
        some.map(({ id }) => id),
        withInternal,
      )
      namesOf.clear()
      for (const file of files) {
        if (archive.destroyed) return
        await requireStanding()
        const free = namesOf.get(file.ticketNumber) ?? createNames()
        namesOf.set(file.ticketNumber, free)
        const path = `files/${file.ticketNumber}/${free(file.fileName)}`
        const stream = await unlessGone(store.read(file.objectPath))
        if (!stream) {
          log.warn({ objectPath: file.objectPath }, 'the store has lost a file that an export should hold')
          missing.push(path)
          continue
        }
        counts['files']++
        zip.addReadStream(stream, path, { mtime: now, compress: false })
        await readToEnd(stream)
      }
    }
    void add('manifest.json', async () => {
      const manifest = { client: client.name, exportedAt: now, withInternal, counts, missing }
      return Readable.from([`${JSON.stringify(manifest, null, 2)}\n`])
    })
    zip.end()
  }
  addFiles().catch(fail)
  return archive
}
