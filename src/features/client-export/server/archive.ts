import { finished, Readable } from 'node:stream'
import type { FastifyBaseLogger } from 'fastify'
import { ZipFile } from 'yazl'
import { ChatMessage } from '#features/chat/contract.ts'
import { listChatsOf } from '#features/chat/server/queries.ts'
import type { findClient } from '#features/clients/server/queries.ts'
import { listProductsOf } from '#features/products/server/queries.ts'
import { listAttachmentsById } from '#features/attachments/server/queries.ts'
import { TicketDetail } from '#features/conversation/contract.ts'
import { listCompanyTickets } from '#features/conversation/server/public/company-tickets.ts'
import type { Person, Viewer } from '#features/users/contract.ts'
import { isStaff } from '#features/users/policy.ts'
import { unlessGone } from '#platform/contract/errors.ts'
import { csvFile } from '#platform/server/call/csv-file.ts'
import type { Database } from '#platform/server/database/query-builder.ts'
import type { ObjectStore } from '#platform/server/store/object-store.ts'
import { createNames } from './file-names.ts'
import { listEmails, listPeopleOf } from './queries.ts'

interface Parts {
  db: Database
  store: ObjectStore
  log: Pick<FastifyBaseLogger, 'warn'>
  now: Date
  requireStanding(): Promise<void>
}

type Client = NonNullable<Awaited<ReturnType<typeof findClient>>>

interface Section {
  name: string
  headers: string[]
  lines(): AsyncIterable<object>
  rows(): AsyncIterable<readonly Cell[]>
}
type Cell = string | null

type Columns<L> = Readonly<Record<string, (line: L) => Cell | boolean | readonly string[] | undefined>>

function sectionOf<L extends object>(
  name: string,
  lines: () => AsyncIterable<L>,
  columns: Columns<L>,
): Section {
  const readers = Object.values(columns)
  const cellOf = (value: ReturnType<Columns<L>[string]>): Cell =>
    Array.isArray(value) ? value.join('; ') : value === undefined || value === null ? null : String(value)
  return {
    name,
    headers: Object.keys(columns),
    lines,
    async *rows() {
      for await (const line of lines()) yield readers.map((read) => cellOf(read(line)))
    },
  }
}

const fieldsOf = <N extends string>(
  ...names: readonly N[]
): Columns<Partial<Record<N, Cell | boolean | readonly string[]>>> =>
  Object.fromEntries(names.map((name) => [name, (line) => line[name]]))

const nameOf = (person: Pick<Person, 'firstName' | 'lastName'> | null | undefined) =>
  person ? `${person.firstName} ${person.lastName}`.trim() : null

async function* allOf<L>(read: Promise<readonly L[]>): AsyncGenerator<L> {
  yield* await read
}

function sections(
  db: Database,
  viewer: Viewer,
  clientId: string,
  someTickets: () => AsyncIterable<TicketDetail[]>,
): Section[] {
  const forStaff = isStaff(viewer)

  async function* tickets() {
    for await (const some of someTickets()) {
      const emails = forStaff
        ? await listEmails(
            db,
            some.map(({ createdById }) => createdById),
          )
        : undefined
      for (const { comments: _, ...ticket } of some)
        yield { ...ticket, ...(emails && { requesterEmail: emails.get(ticket.createdById) ?? null }) }
    }
  }
  async function* comments() {
    for await (const some of someTickets())
      for (const { ticketNumber, comments: own } of some)
        for (const comment of own) yield { ticketNumber, ...comment }
  }
  async function* messages() {
    for await (const some of someTickets()) {
      const said = await listChatsOf(
        db,
        viewer,
        some.map(({ id }) => id),
      )
      const byTicket = Map.groupBy(said, ({ ticketId }) => ticketId)
      for (const { id, ticketNumber } of some)
        for (const message of byTicket.get(id) ?? []) yield { ticketNumber, ...ChatMessage.parse(message) }
    }
  }
  const people = sectionOf('people', () => allOf(listPeopleOf(db, clientId)), {
    ...fieldsOf('firstName', 'lastName', 'email', 'companyName', 'mobileNumber', 'role', 'isActive'),
  })
  return [
    // No call lists other people to clients.
    ...(forStaff ? [people] : []),
    sectionOf('products', () => allOf(listProductsOf(db, viewer, clientId)), {
      ...fieldsOf('name'),
      ...(forStaff && {
        ...fieldsOf('description', 'version', 'status', 'techStack', 'repositoryUrl', 'documentation'),
        ...fieldsOf('isActive', 'createdAt'),
      }),
    }),
    sectionOf('tickets', tickets, {
      ...fieldsOf('ticketNumber', 'subject', 'description', 'status', 'priority', 'category'),
      requester: ({ createdBy }) => nameOf(createdBy),
      ...(forStaff && fieldsOf('requesterEmail')),
      assignedTo: ({ assignedTo }) => nameOf(assignedTo),
      ...fieldsOf('customerName', 'productName', 'projectName', 'source'),
      ...fieldsOf('createdAt', 'updatedAt', 'resolvedAt'),
    }),
    sectionOf('comments', comments, {
      ...fieldsOf('ticketNumber'),
      author: ({ user }) => nameOf(user),
      ...fieldsOf('content', 'isInternal', 'createdAt'),
    }),
    sectionOf('messages', messages, {
      ...fieldsOf('ticketNumber'),
      sender: ({ sender }) => nameOf(sender),
      ...fieldsOf('message', 'createdAt'),
    }),
  ]
}

async function* asJson(lines: AsyncIterable<object>, counted: () => void): AsyncGenerator<string> {
  let before = '[\n'
  for await (const line of lines) {
    counted()
    yield `${before}${JSON.stringify(line)}`
    before = ',\n'
  }
  yield before === '[\n' ? '[]\n' : '\n]\n'
}

function shownOf({ nameSearch: _, ...client }: Client, viewer: Viewer) {
  const { id, name, website, contactEmail } = client
  return isStaff(viewer) ? client : { id, name, companyName: name, website, contactEmail }
}

/** Streams all that the API shows of a company as a zip, with a few hundred tickets in memory at most. */
export function archiveOf(
  { db, store, log, now, requireStanding }: Parts,
  client: Client,
  viewer: Viewer,
): Readable {
  const zip = new ZipFile()
  const archive = new Readable().wrap(zip.outputStream)
  const counts: Record<string, number> = {}
  const missing: string[] = []
  const reading = new Set<Readable>()
  const fail = (error: unknown) => archive.destroy(error instanceof Error ? error : new Error(String(error)))
  zip.on('error', fail)
  // A browser that goes away ends the reading.
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

  /** Opens an entry in its turn. @returns when it has been read */
  const add = (name: string, open: () => Promise<Readable>): Promise<void> =>
    new Promise((resolve) => {
      zip.addReadStreamLazy(name, { mtime: now }, (done) => void handOver(open, done).finally(resolve))
    })

  async function* someTickets(): AsyncGenerator<TicketDetail[]> {
    for await (const some of listCompanyTickets(db, viewer, client.id, now)) {
      await requireStanding()
      // Strip unknown fields, as an API reply does.
      yield some.map((ticket) => TicketDetail.parse(ticket))
    }
  }

  const shown = shownOf(client, viewer)
  const added = [add('client.json', async () => Readable.from([`${JSON.stringify(shown, null, 2)}\n`]))]
  for (const { name, headers, lines, rows } of sections(db, viewer, client.id, someTickets)) {
    counts[name] = 0
    added.push(
      add(`${name}.json`, async () =>
        Readable.from(asJson(lines(), () => (counts[name] = (counts[name] ?? 0) + 1))),
      ),
      add(`${name}.csv`, async () => csvFile(headers, rows())),
    )
  }

  /** Opens each file after the one before, then adds it: it may be deleted until then. */
  async function addFile(path: string, objectPath: string): Promise<void> {
    await requireStanding()
    const stream = await unlessGone(store.read(objectPath))
    if (!stream) {
      log.warn({ objectPath }, 'the store has lost a file that an export should hold')
      missing.push(path)
      return
    }
    counts['files'] = (counts['files'] ?? 0) + 1
    zip.addReadStream(stream, path, { mtime: now, compress: false })
    await readToEnd(stream)
  }
  async function addFiles(): Promise<void> {
    await Promise.all(added)
    counts['files'] = 0
    for await (const some of someTickets())
      for (const { id, ticketNumber, attachments, hasChat } of some) {
        const said = hasChat ? await listChatsOf(db, viewer, [id]) : []
        const shownFiles = [...attachments, ...said.flatMap((message) => message.attachments)]
        const free = createNames()
        for (const file of shownFiles.length === 0
          ? []
          : await listAttachmentsById(
              db,
              shownFiles.map((one) => one.id),
            )) {
          if (archive.destroyed) return
          await addFile(`files/${ticketNumber}/${free(file.fileName)}`, file.objectPath)
        }
      }
    void add('manifest.json', async () => {
      const manifest = {
        client: client.name,
        exportedAt: now,
        withInternal: isStaff(viewer),
        counts,
        missing,
      }
      return Readable.from([`${JSON.stringify(manifest, null, 2)}\n`])
    })
    zip.end()
  }
  addFiles().catch(fail)
  return archive
}
