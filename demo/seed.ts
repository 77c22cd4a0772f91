import { randomUUID } from 'node:crypto'
import type { SignInOptions } from '#features/auth/contract.ts'
import { createAdministrator } from '#features/auth/server/service.ts'
import { assignToClient, createClient } from '#features/clients/server/service.ts'
import { markRead, sendMessage } from '#features/chat/server/service.ts'
import { createProduct } from '#features/products/server/service.ts'
import { addComment } from '#features/tickets/comments/server/service.ts'
import { changeTicket, createTicket } from '#features/tickets/server/service.ts'
import { completeUpload, createUpload } from '#features/uploads/server/service.ts'
import type { Viewer } from '#features/users/contract.ts'
import { createUser, hashPassword } from '#features/users/server/service.ts'
import { createView } from '#features/views/server/service.ts'
import { appendEvents } from '#features/event-log/server/service.ts'
import type { OpenDatabase, Tx } from '#platform/server/database/database.ts'
import type { ObjectStore } from '#platform/server/store/object-store.ts'
import { createWork, type Work } from '#platform/server/work.ts'
import { withAsides } from '#features/demo/server/story/asides.ts'
import { drawFace } from '#features/demo/server/story/avatars.ts'
import { companies, demoPassword, emailOf, people, products, provider, type Character } from '#features/demo/server/story/cast.ts'
import { withChats } from '#features/demo/server/story/chats.ts'
import { plotHistory, type Plot, type Step } from '#features/demo/server/story/history.ts'
import type { DemoFile } from '#features/demo/server/story/pictures.ts'
import { workingTime } from '#features/demo/server/story/working-hours.ts'

const contractBeganMinutesAgo = 39_000
/** The newest tickets are as fresh as they say, also at night and on Sundays. */
const realMinutes = 60
const minuteMs = 60_000

type Cast = ReadonlyMap<Character, Viewer>

interface Scenery {
  viewers: Cast
  clientIds: ReadonlyMap<string, string>
  store: ObjectStore
}

/** A ticket, and the last thing that was said in its chat. */
interface Filed {
  id: string
  lastSaid?: string
}

const known = <K, V>(map: ReadonlyMap<K, V>, key: K): V => {
  const value = map.get(key)
  if (value === undefined) throw new Error(`The demonstration knows no ${String(key)}`)
  return value
}

async function createPeople(unit: Work): Promise<Map<string, Viewer>> {
  const passwordHash = await hashPassword(demoPassword)
  const byEmail = new Map<string, Viewer>()
  let administrator: string | null = null
  for (const person of people) {
    const { firstName, lastName, role, mobileNumber } = person
    const user = {
      email: emailOf(person),
      passwordHash,
      firstName,
      lastName,
      mobileNumber,
      companyName: person.company ?? provider,
      profileImageUrl: drawFace(person.face),
    }
    const created: { id: string } =
      administrator === null
        ? await createAdministrator(unit, user)
        : await createUser(unit, { ...user, role }, { actorId: administrator })
    administrator ??= created.id
    byEmail.set(user.email, { id: created.id, role, managedClientIds: [] })
  }
  return byEmail
}

/** People, companies with their members and agents, and products with their teams. */
async function setTheScene(unit: Work, store: ObjectStore): Promise<Scenery> {
  const byEmail = await createPeople(unit)
  const by = known(byEmail, emailOf(people[0]!))
  const clientIds = new Map<string, string>()
  const managed = new Map<string, string[]>()

  for (const { domain: _domain, sites: _sites, colleagues: _colleagues, agents, ...company } of companies) {
    const { id } = await createClient(unit, by, company)
    clientIds.set(company.name, id)
    for (const { email, role } of agents)
      await assignToClient(unit, by, id, { userId: known(byEmail, email).id, role })
    for (const person of people.filter((one) => one.company === company.name)) {
      const role = person.membership ?? 'employee'
      await assignToClient(unit, by, id, { userId: known(byEmail, emailOf(person)).id, role })
      if (role !== 'employee') managed.set(emailOf(person), [id])
    }
  }
  for (const { company, team, status = 'active', ...product } of products)
    await createProduct(unit, by, {
      ...product,
      status,
      clientId: company === undefined ? null : known(clientIds, company),
      userAssignments: team.map(({ email, role }) => ({ userId: known(byEmail, email).id, role })),
    })

  const viewers = people.map((person) => {
    const email = emailOf(person)
    return [person, { ...known(byEmail, email), managedClientIds: managed.get(email) ?? [] }] as const
  })
  await shareViews(unit, by)
  return { viewers: new Map(viewers), clientIds, store }
}

/** The lists that everybody of the desk, and of the staff behind it, begins the day with. */
async function shareViews(unit: Work, by: Viewer): Promise<void> {
  await createView(unit, by, {
    name: 'Urgent and open',
    query: 'status=open&priority=critical',
    sharedWith: 'helpdesk',
  })
  await createView(unit, by, {
    name: 'Waiting for a test',
    query: 'status=testing',
    sharedWith: 'internal',
  })
}

/** As if the file had been uploaded by this person. @returns ids to attach */
async function upload(unit: Work, by: Viewer, file: DemoFile | undefined, store: ObjectStore) {
  if (!file) return []
  const { name, mimeType, bytes } = file
  const id = randomUUID()
  const objectPath = `${store.prefix}attachments/${id}`
  await createUpload(unit, by, { id, fileName: name, mimeType, size: bytes.length, objectPath })
  await store.write(objectPath, bytes, mimeType)
  await completeUpload(
    unit,
    { id, objectPath, multipartId: null },
    { objectPath, fileSize: bytes.length, mimeType },
  )
  return [id]
}

async function file(unit: Work, plot: Plot, { viewers, clientIds, store }: Scenery): Promise<Filed> {
  const { story, subject, description, company, creator } = plot
  const by = known(viewers, creator)
  const id = await createTicket(unit, by, {
    subject,
    description,
    customerName: company.name,
    productName: story.product,
    projectName: story.project,
    category: story.category,
    priority: story.priority,
    clientId: known(clientIds, company.name),
    attachmentIds: await upload(unit, by, plot.file, store),
  })
  return { id }
}

async function talk(unit: Work, filed: Filed, step: Step, { viewers, store }: Scenery): Promise<void> {
  const by = known(viewers, step.by)
  if (step.does === 'chat') {
    const attachmentIds = await upload(unit, by, step.file, store)
    const { id } = await sendMessage(unit, by, filed.id, { message: step.text, attachmentIds })
    filed.lastSaid = id
  } else if (step.does === 'read' && filed.lastSaid !== undefined)
    await markRead(unit, by, filed.id, filed.lastSaid)
}

async function act(unit: Work, filed: Filed, step: Step, scenery: Scenery): Promise<void> {
  if (step.does === 'chat' || step.does === 'read') return talk(unit, filed, step, scenery)
  const { viewers } = scenery
  const ticketId = filed.id
  const by = known(viewers, step.by)
  if (step.does === 'comment')
    await addComment(unit, by, ticketId, {
      content: step.text,
      isInternal: step.isInternal,
      mentions: (step.mentions ?? []).map((person) => known(viewers, person).id),
    })
  else if (step.does === 'status') await changeTicket(unit, by, ticketId, { status: step.status })
  else
    await changeTicket(unit, by, ticketId, {
      assignedToId: known(viewers, step.to).id,
      ...(step.priority && { priority: step.priority }),
      ...(step.status && { status: step.status }),
    })
}

/** Everybody who can sign in, all with `demoPassword`. */
export const demoAccounts: SignInOptions['demoAccounts'] = people.map((person) => ({
  name: `${person.firstName} ${person.lastName}`,
  email: emailOf(person),
  role: person.role,
}))

/** Does all of it in one transaction, each deed at its own moment: thousands of commits would keep people waiting. */
async function live(tx: Tx, store: ObjectStore, now: Date, timeZone: string): Promise<void> {
  let moment = now
  const work = createWork({
    db: { transaction: (job) => job(tx) },
    clock: { now: () => moment },
    append: appendEvents,
    committed: () => undefined,
  })
  const atWork = workingTime(now, timeZone)
  const momentOf = (minutesAgo: number) =>
    minutesAgo < realMinutes ? new Date(now.getTime() - minutesAgo * minuteMs) : atWork(minutesAgo)

  moment = momentOf(contractBeganMinutesAgo)
  const scenery = await work((unit) => setTheScene(unit, store))

  const filed = new Map<Plot, Filed>()
  const ownProducts = products.flatMap(({ name, company }) => (company ? [[name, company] as const] : []))
  const plots = withChats(withAsides(plotHistory(new Map(ownProducts))))
  const deeds = plots.flatMap((plot) => [
    {
      at: momentOf(plot.minutesAgo),
      do: async (unit: Work) => void filed.set(plot, await file(unit, plot, scenery)),
    },
    ...plot.steps.map((step) => ({
      at: momentOf(step.minutesAgo),
      do: (unit: Work) => act(unit, known(filed, plot), step, scenery),
    })),
  ])
  for (const deed of deeds.toSorted((a, b) => a.at.getTime() - b.at.getTime())) {
    moment = deed.at
    await work(deed.do)
  }
}

/**
 * Fills an empty database with a provider, its clients and the last ninety days before `now`, through the services, as if people had
 * done it.
 */
export const seedDemo = (
  { db }: OpenDatabase,
  store: ObjectStore,
  { now = new Date(), timeZone = 'UTC' } = {},
): Promise<void> => db.transaction((tx) => live(tx, store, now, timeZone))
