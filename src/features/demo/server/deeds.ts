import { randomUUID } from 'node:crypto'
import { markRead, sendMessage } from '#features/chat/server/service.ts'
import { assignToClient, createClient } from '#features/clients/server/service.ts'
import { createProduct } from '#features/products/server/service.ts'
import { addComment } from '#features/comments/server/service.ts'
import { changeTicket } from '#features/tickets/server/service.ts'
import { createTicket } from '#features/conversation/server/service.ts'
import { scheduleObjectRemoval, completeUpload, createUpload } from '#features/uploads/server/service.ts'
import type { Role, Viewer } from '#features/users/contract.ts'
import type { Database } from '#platform/server/database/query-builder.ts'
import type { ObjectStore } from '#platform/server/store/object-store.ts'
import type { Work } from '#platform/server/work.ts'
import { companies, emailOf, people, products, type Character } from './story/cast.ts'
import type { Plot, Step } from './story/history.ts'
import type { DemoFile } from './story/pictures.ts'

/** Ids of the story's things: people by their address in it, others by name. */
interface Founded {
  people: ReadonlyMap<string, string>
  clients: ReadonlyMap<string, string>
}

/** Stored files that no row refers to yet. */
type Stored = ReadonlyMap<DemoFile, { id: string; objectPath: string }>

interface Scene {
  cast: ReadonlyMap<Character, Viewer>
  clients: ReadonlyMap<string, string>
  stored: Stored
}

export interface Filed {
  id: string
  lastSaid?: string
}

export const known = <K, V>(map: ReadonlyMap<K, V>, key: K): V => {
  const value = map.get(key)
  if (value === undefined) throw new Error(`The demonstration knows no ${String(key)}`)
  return value
}

/** @returns the ids by name */
export async function found(unit: Work, by: Viewer, peopleIds: ReadonlyMap<string, string>) {
  const clientIds = new Map<string, string>()
  const productIds = new Map<string, string>()
  const idOf = (email: string) => known(peopleIds, email)

  for (const { domain: _domain, sites: _sites, colleagues: _colleagues, agents, ...company } of companies) {
    const { id } = await createClient(unit, by, company)
    clientIds.set(company.name, id)
    for (const { email, role } of agents) await assignToClient(unit, by, id, { userId: idOf(email), role })
    for (const person of people.filter((one) => one.company === company.name))
      await assignToClient(unit, by, id, {
        userId: idOf(emailOf(person)),
        role: person.membership ?? 'employee',
      })
  }
  for (const { company, team, status = 'active', ...product } of products) {
    const { id } = await createProduct(unit, by, {
      ...product,
      status,
      clientId: company === undefined ? null : known(clientIds, company),
      userAssignments: team.map(({ email, role }) => ({ userId: idOf(email), role })),
    })
    productIds.set(product.name, id)
  }
  return { clientIds, productIds }
}

export function castOf(
  { people: ids, clients }: Founded,
  roleOf: (person: Character) => Role,
): Map<Character, Viewer> {
  return new Map(
    people.map((person) => {
      const { company, membership = 'employee' } = person
      const clientIds = company === undefined ? [] : [known(clients, company)]
      const managedClientIds = membership === 'employee' ? [] : clientIds
      return [person, { id: known(ids, emailOf(person)), role: roleOf(person), managedClientIds, clientIds }]
    }),
  )
}

/**
 * Schedules their removal until a row refers to them.
 * @param db commits that at once, or is that transaction
 */
export async function storeFiles(
  db: Pick<Database, 'insert' | 'delete'>,
  { file, steps }: Plot,
  store: ObjectStore,
  now: Date,
): Promise<Stored> {
  const files = [file, ...steps.map((step) => (step.does === 'chat' ? step.file : undefined))]
  const stored = new Map(
    files
      .filter((one) => one !== undefined)
      .map((one) => {
        const id = randomUUID()
        return [one, { id, objectPath: `${store.prefix}attachments/${id}` }]
      }),
  )
  await scheduleObjectRemoval(db, [...stored.values()], now)
  for (const [{ bytes, mimeType }, { objectPath }] of stored) await store.write(objectPath, bytes, mimeType)
  return stored
}

/** Attaches the file as if this person had uploaded it. @returns ids to attach */
async function upload(unit: Work, by: Viewer, file: DemoFile | undefined, stored: Stored): Promise<string[]> {
  if (!file) return []
  const { name, mimeType, bytes } = file
  const { id, objectPath } = known(stored, file)
  await createUpload(unit, by, { id, fileName: name, mimeType, size: bytes.length, objectPath })
  const arrived = { objectPath, fileSize: bytes.length, mimeType }
  await completeUpload(unit, { id, objectPath, multipartId: null }, arrived)
  return [id]
}

export async function fileTicket(unit: Work, plot: Plot, { cast, clients, stored }: Scene): Promise<Filed> {
  const { story, subject, description, company, creator } = plot
  const by = known(cast, creator)
  const { ticket } = await createTicket(unit, by, {
    subject,
    description,
    customerName: company.name,
    productName: story.product,
    projectName: story.project,
    category: story.category,
    priority: story.priority,
    clientId: known(clients, company.name),
    attachmentIds: await upload(unit, by, plot.file, stored),
  })
  return { id: ticket.id }
}

async function talk(unit: Work, filed: Filed, step: Step, { cast, stored }: Scene): Promise<void> {
  const by = known(cast, step.by)
  if (step.does === 'chat') {
    const attachmentIds = await upload(unit, by, step.file, stored)
    const { id } = await sendMessage(unit, by, filed.id, { message: step.text, attachmentIds })
    filed.lastSaid = id
  } else if (step.does === 'read' && filed.lastSaid !== undefined)
    await markRead(unit, by, filed.id, filed.lastSaid)
}

export async function act(unit: Work, filed: Filed, step: Step, scene: Scene): Promise<void> {
  if (step.does === 'chat' || step.does === 'read') return talk(unit, filed, step, scene)
  const { cast } = scene
  const ticketId = filed.id
  const by = known(cast, step.by)
  if (step.does === 'comment')
    await addComment(unit, by, ticketId, {
      content: step.text,
      isInternal: step.isInternal,
      mentions: (step.mentions ?? []).map((person) => known(cast, person).id),
    })
  else if (step.does === 'status') await changeTicket(unit, by, ticketId, { status: step.status })
  else
    await changeTicket(unit, by, ticketId, {
      assignedToId: known(cast, step.to).id,
      ...(step.priority && { priority: step.priority }),
      ...(step.status && { status: step.status }),
    })
}
