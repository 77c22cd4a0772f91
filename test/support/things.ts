import { randomUUID } from 'node:crypto'
import { inboundMails } from '#tables/inbound-mails.ts'
import { roleRequests } from '#tables/role-requests.ts'
import {
  aClient,
  aComment,
  aLabel,
  aParticipant,
  aPreference,
  aProduct,
  aTicket,
  aSavedAnswer,
  aView,
  assign,
  change,
} from './factories.ts'
import { aMultipart, anUpload } from './files.ts'
import type { Caller, TestApp } from './harness.ts'
import { bodyOf, type Ids } from './samples.ts'

/** Somebody who waits for a role. @returns the id of the request */
async function aRoleRequest(desk: TestApp): Promise<string> {
  const { id: userId, email } = await desk.person('client')
  return desk.work(async ({ tx }) => {
    const request = { userId, email, requestedRole: 'helpdesk', name: 'Ada Berg', ip: '127.0.0.1' } as const
    const [made] = await tx.insert(roleRequests).values(request).returning({ id: roleRequests.id })
    return made!.id
  })
}

/** A received mail that the desk has dropped. @returns its id */
async function aMail(desk: TestApp): Promise<string> {
  return desk.work(async ({ tx }) => {
    const mail = { door: 'smtp', envelopeFrom: '', size: 1 } as const
    const [made] = await tx
      .insert(inboundMails)
      .values({
        ...mail,
        mailboxes: ['support@example.com'],
        recipients: ['support@example.com'],
        contentHash: randomUUID(),
        state: 'dropped',
        outcome: 'nothing',
        reason: 'by-desk',
      })
      .returning({ id: inboundMails.id })
    return made!.id
  })
}

async function anAttachment(desk: TestApp, by: Caller, ticketId: string): Promise<string> {
  const { id } = await anUpload(desk, by)
  const { status } = await by.post(`/api/tickets/${ticketId}/attachments`, { attachmentIds: [id] })
  if (status !== 201) throw new Error(`attaching answered ${status}`)
  return id
}

/** A deleted comment that stays so, because its ticket is deleted, too. @returns its id */
async function aDeletedComment(bySuperUser: Caller, clientId: string): Promise<string> {
  const { id } = await aTicket(bySuperUser, { clientId })
  const comment = await aComment(bySuperUser, id, 'Gone')
  for (const path of [`comments/${comment}`, `tickets/${id}`]) await bySuperUser.delete(`/api/${path}`)
  return comment
}

/** People of the client, the last of whom takes part in the ticket. */
async function someMembers(desk: TestApp, bySuperUser: Caller, client: string, ticket: string) {
  const person = async () => (await desk.person('client')).id
  const [member, requester, other] = [await person(), await person(), await person()]
  for (const id of [member, requester, other]) await assign(bySuperUser, client, id, 'employee')
  return { member, requester, participant: await aParticipant(bySuperUser, ticket, other) }
}

/** One of everything that calls are about. */
export async function someThings(desk: TestApp, bySuperUser: Caller): Promise<Ids> {
  const person = (await desk.person('client')).id
  const client = (await aClient(bySuperUser)).id
  const ticket = (await aTicket(bySuperUser, { clientId: client })).id
  const closed = await aTicket(bySuperUser, { clientId: client })
  await change(bySuperUser, closed.id, { status: 'closed' })
  return {
    ticket,
    closed: closed.id,
    comment: await aComment(bySuperUser, ticket, 'To be corrected'),
    deleted: await aDeletedComment(bySuperUser, client),
    attachment: await anAttachment(desk, bySuperUser, ticket),
    client,
    importing: await anImport(bySuperUser),
    mailbox: await aMailbox(bySuperUser),
    person,
    ...(await someMembers(desk, bySuperUser, client, ticket)),
    erasable: (await desk.person('client', { email: 'erasable@example.com' })).id,
    colleague: (await desk.person('internal')).id,
    product: await aProduct(bySuperUser, { name: 'Printer' }),
    view: await aView(bySuperUser),
    answer: await aSavedAnswer(bySuperUser),
    label: await aLabel(bySuperUser),
    mail: await aMail(desk),
    preference: await aPreference(bySuperUser, person),
    roleRequest: await aRoleRequest(desk),
    multipart: await aMultipart(desk, bySuperUser),
  }
}

async function aMailbox(bySuperUser: Caller): Promise<string> {
  const sample = bodyOf['PUT /api/admin/mailboxes/:id']
  const { body } = await bySuperUser.post<{ id: string }>('/api/admin/mailboxes', sample?.({} as Ids))
  return body.id
}

async function anImport(bySuperUser: Caller): Promise<string> {
  const { body } = await bySuperUser.send<{ id: string }>(
    'POST',
    '/api/imports?kind=clients&fileName=a.csv',
    'Company\nAcme\n',
    { 'content-type': 'text/csv' },
  )
  return body.id
}
