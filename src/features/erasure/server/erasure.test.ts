import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { AuditPage } from '#features/audit/contract.ts'
import type { ChatPage } from '#features/chat/contract.ts'
import type { DeletedThing } from '#features/deleted/contract.ts'
import type { TicketPage } from '#features/tickets/contract.ts'
import type { TicketDetail } from '#features/conversation/contract.ts'
import type { User } from '#features/users/contract.ts'
import { personalData } from '#app/server/features.ts'
import { aClient, aComment, assign, aTicket } from '#test/factories.ts'
import { anUpload } from '#test/files.ts'
import { startApp, type Caller, type TestApp } from '#test/harness.ts'
import { joined } from '#test/socket.ts'
import { erasures } from '#tables/erasures.ts'
import { smtpSettings } from '#tables/smtp-settings.ts'
import type { ErasurePreview } from '../contract.ts'
import { finishErasures } from './service.ts'

let desk: TestApp
let root: Caller
beforeAll(async () => {
  desk = await startApp()
  root = await desk.signedIn('super_user')
})
afterAll(() => desk.close())

type Answer = { message: string; issues?: { path: string }[] }
const erase = (who: Caller, { id, email }: { id: string; email: string }, ownTexts = true) =>
  who.post<Answer>(`/api/users/${id}/erasure`, { email, ownTexts })
const preview = async (id: string) => (await root.get<ErasurePreview>(`/api/users/${id}/erasure`)).body
const hindranceOf = async (id: string) => (await preview(id)).hindrance
const subjectOf = async (id: string) =>
  (await root.get<{ subject: string }>(`/api/tickets/${id}`)).body.subject
const search = async (text: string) =>
  (await root.get<TicketPage>(`/api/tickets?search=${encodeURIComponent(text)}`)).body.total

describe('erasing a person', () => {
  test('an erased person is told of as somebody, cannot sign in, and is nobody’s choice any more', async () => {
    const ana = await desk.person('client', { firstName: 'Ana', lastName: 'Erasable' })
    const caller = await desk.signIn(ana.email)
    expect(await erase(root, ana)).toMatchObject({ status: 200, body: { message: 'The person was erased.' } })
    expect((await caller.get('/api/auth/user')).status).toBe(401)
    const again = await desk.nobody.post('/api/auth/login', { email: ana.email, password: 'correct horse' })
    expect(again.status).toBe(401)
    const users = (await root.get<User[]>('/api/users')).body
    expect(users.some(({ id }) => id === ana.id)).toBe(false)
    expect((await root.get<User[]>(`/api/users?id=${ana.id}`)).body).toMatchObject([
      { firstName: 'Erased person', lastName: '', companyName: '', isActive: false, isInvited: false },
    ])
    const { entries } = (await root.get<AuditPage>('/api/audit?type=user.erased')).body
    expect(entries[0]).toMatchObject({
      actor: { id: root.id },
      subject: { id: ana.id, name: 'Erased person' },
    })
  })

  test('texts of a person stay, unless a super user wants them replaced', async () => {
    for (const isWanted of [false, true]) {
      const ana = await desk.person('client')
      const caller = await desk.signIn(ana.email)
      const word = isWanted ? 'lighthouse' : 'carburettor'
      const ticket = await aTicket(caller, { subject: `About ${word}s`, description: `The ${word} blinks` })
      await aComment(caller, ticket.id, `A ${word}, I said.`)
      const file = await anUpload(desk, caller)
      await caller.post(`/api/tickets/${ticket.id}/chat`, {
        message: `The ${word}!`,
        attachmentIds: [file.id],
      })
      expect((await preview(ana.id)).ownTexts).toEqual({ descriptions: 1, comments: 1, messages: 1 })
      expect((await erase(root, ana, isWanted)).status).toBe(200)
      const { body } = await root.get<TicketDetail>(`/api/tickets/${ticket.id}`)
      const chat = (await root.get<ChatPage>(`/api/tickets/${ticket.id}/chat`)).body.messages
      const texts = [body.description, body.comments[0]?.content, chat[0]?.message]
      expect(texts).toEqual(
        isWanted
          ? ['Erased', 'Erased', 'Erased']
          : [`The ${word} blinks`, `A ${word}, I said.`, `The ${word}!`],
      )
      expect([body.subject, body.createdBy.firstName]).toEqual([`About ${word}s`, 'Erased person'])
      expect(chat[0]?.attachments).toHaveLength(1)
      expect([await search(`${word} blinks`), await search(`About ${word}s`)]).toEqual([isWanted ? 0 : 1, 1])
    }
  })

  test('a description is replaced with the texts of its author, whose ticket it may not be', async () => {
    const client = await aClient(root, { name: 'Authors Inc.' })
    const [ana, eve] = [await desk.person('client'), await desk.person('helpdesk')]
    await assign(root, client.id, ana.id, 'employee')
    const { id } = await aTicket(await desk.signIn(eve.email), {
      clientId: client.id,
      requesterId: ana.id,
      description: 'She told me on the phone.',
    })
    const descriptionOf = async () => (await root.get<TicketDetail>(`/api/tickets/${id}`)).body.description
    await erase(root, ana)
    expect(await descriptionOf()).toBe('She told me on the phone.')
    await erase(root, eve)
    expect(await descriptionOf()).toBe('Erased')
  })

  test('clients do not notice that an internal comment was replaced', async () => {
    const [ana, eve] = [await desk.person('client'), await desk.person('helpdesk')]
    const caller = await desk.signIn(ana.email)
    const { id } = await aTicket(caller)
    const staff = await desk.signIn(eve.email)
    await aComment(staff, id, 'Only between us.', true)
    const tagOf = async () => (await caller.get(`/api/tickets/${id}`)).headers['etag']
    const before = await tagOf()
    await erase(root, eve)
    expect(await tagOf()).toBe(before)
  })

  test('erasing a person replaces their texts in Deleted, and leaves the texts of others there', async () => {
    const ana = await desk.person('client')
    const caller = await desk.signIn(ana.email)
    const doomed = await aTicket(caller, {
      subject: 'Doomed',
      description: 'Mine',
      customerName: 'Doomed Ltd',
    })
    await aComment(caller, doomed.id, 'Mine as well')
    await aComment(root, doomed.id, 'Not mine')
    await root.delete(`/api/tickets/${doomed.id}`)
    const kept = await aTicket(root)
    // Staff, so that they see it.
    const eve = await desk.person('helpdesk')
    const said = await aComment(await desk.signIn(eve.email), kept.id, 'A slip of the tongue')
    await root.delete(`/api/comments/${said}`)
    for (const person of [ana, eve]) expect((await erase(root, person)).status).toBe(200)
    const { things } = (await root.get<{ things: DeletedThing[] }>('/api/deleted')).body
    expect(things.map(({ name }) => name)).toEqual([
      `${kept.ticketNumber} Erased`,
      `${doomed.ticketNumber} Doomed`,
    ])
    for (const id of [doomed.id, said])
      expect((await root.post(`/api/deleted/${id}/restore`, { withParent: false })).status).toBe(200)
    const { description, comments } = (await root.get<TicketDetail>(`/api/tickets/${doomed.id}`)).body
    expect([description, ...comments.map(({ content }) => content)].toSorted()).toEqual([
      'Erased',
      'Erased',
      'Not mine',
    ])
    expect((await root.get<TicketDetail>(`/api/tickets/${kept.id}`)).body.comments[0]?.content).toBe('Erased')
    expect([await search('doomed'), await search('not mine'), await search('mine well')]).toEqual([1, 1, 0])
  })

  test('placeholders for erased texts are in the language of the person who erases', async () => {
    const ana = await desk.person('client')
    const { id } = await aTicket(await desk.signIn(ana.email))
    const body = { email: ana.email, ownTexts: true }
    await root.post(`/api/users/${ana.id}/erasure`, body, { 'accept-language': 'de' })
    expect((await root.get(`/api/tickets/${id}`)).body).toMatchObject({
      description: 'Gelöscht',
      createdBy: { firstName: 'Gelöschte Person' },
    })
  })

  test('an erased person is erased for good', async () => {
    const ana = await desk.person('client')
    await erase(root, ana)
    const final = 'This person was erased, which is final.'
    expect(await hindranceOf(ana.id)).toBe(final)
    const [erased] = (await root.get<User[]>(`/api/users?id=${ana.id}`)).body
    for (const { status, body } of [
      await root.post(`/api/users/${ana.id}/enable`),
      await root.put(`/api/users/${ana.id}`, { firstName: 'Ana' }),
      await erase(root, { id: ana.id, email: erased!.email }),
    ])
      expect([status, body]).toEqual([409, { message: final }])
  })

  test('a person is erased although somebody had taken an address made of their id', async () => {
    const ana = await desk.person('client')
    await desk.person('client', { email: `${ana.id}@erased.invalid` })
    expect((await erase(root, ana)).status).toBe(200)
  })

  test('the people of a company go on seeing the tickets of their erased colleague', async () => {
    const client = await aClient(root)
    const [ana, bob] = [await desk.person('client'), await desk.person('client')]
    await assign(root, client.id, ana.id, 'employee')
    await assign(root, client.id, bob.id, 'contact')
    const { id } = await aTicket(await desk.signIn(ana.email))
    await erase(root, ana)
    expect((await (await desk.signIn(bob.email)).get(`/api/tickets/${id}`)).status).toBe(200)
  })

  test('open tickets of an erased member of staff are given back, and resolved ones stay theirs', async () => {
    const ana = await desk.person('internal')
    const open = await aTicket(root, { assignedToId: ana.id })
    const done = await aTicket(root, { assignedToId: ana.id })
    await root.put(`/api/tickets/${done.id}`, { status: 'resolved' })
    await erase(root, ana)
    const assigneeOf = async (id: string) => (await root.get(`/api/tickets/${id}`)).body['assignedToId']
    expect([await assigneeOf(open.id), await assigneeOf(done.id)]).toEqual([null, ana.id])
  })

  test('open browsers hear of it', async () => {
    const ana = await desk.person('client')
    const socket = await joined(await desk.listen(), root)
    await erase(root, ana)
    expect(await socket.hearsType('users:changed')).toBeDefined()
    expect(await socket.hearsType('desk:changed')).toBeDefined()
    socket.raw.terminate()
  })
})

describe('erasures that an earlier version has begun', () => {
  const owe = async (erasedBy: string | null) => {
    const ana = await desk.person('client')
    const { id } = await aTicket(await desk.signIn(ana.email))
    await desk.database.db.insert(erasures).values({
      userId: ana.id,
      erasedBy,
      language: 'en',
      knownBy: { names: ['Out of'], emails: [ana.email], numbers: ['+10'] },
      movedAt: desk.clock.now(),
    })
    return { ...ana, ticketId: id }
  }

  test('are finished once, by whatever node, as they were promised', async () => {
    const [wanted, byRule] = [await owe(root.id), await owe(null)]
    const others = await aTicket(root, { subject: `Out of order, ${wanted.email}, +10` })
    const parts = { db: desk.database.db, work: desk.work, personal: personalData }
    await Promise.all([finishErasures(parts), finishErasures(parts)])
    const descriptionOf = async (id: string) =>
      (await root.get<TicketDetail>(`/api/tickets/${id}`)).body.description
    expect(await descriptionOf(wanted.ticketId)).toBe('Erased')
    expect(await descriptionOf(byRule.ticketId)).not.toBe('Erased')
    expect(await subjectOf(others.id)).toBe(`Out of order, ${wanted.email}, +10`)
    for (const { id } of [wanted, byRule]) {
      const said = await root.get<AuditPage>(`/api/audit?type=user.traces_erased&subject=${id}`)
      expect(said.body.entries).toHaveLength(1)
    }
    const left = await desk.database.db.select().from(erasures)
    expect(left.map(({ knownBy, finishedAt }) => [knownBy, finishedAt === null])).toEqual([
      [null, false],
      [null, false],
    ])
  })
})

describe('refusals', () => {
  test('nobody erases themselves, nor the last active super user, nor a part of the program', async () => {
    const { body } = await root.get('/api/auth/user')
    expect(await erase(root, { id: root.id, email: String(body['email']) })).toMatchObject({
      status: 409,
      body: { message: 'You cannot erase your own account.' },
    })
    const channel = await desk.person('client', { email: 'whatsapp@channel.invalid', passwordHash: null })
    expect((await erase(root, channel)).status).toBe(409)
    // Seen by one who is erased in the same moment: they are the last but one, and each wants the other gone.
    const other = await desk.person('super_user')
    const otherCaller = await desk.signIn(other.email)
    const answers = await Promise.all([
      erase(otherCaller, { id: root.id, email: String(body['email']) }),
      erase(root, other),
    ])
    const left = await desk.database.pool.query(
      `select id from users where role = 'super_user' and is_active`,
    )
    expect(left.rows).toHaveLength(1)
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    root = answers[0].status === 200 ? otherCaller : root
  })

  test('a request to erase a person must repeat their address', async () => {
    const ana = await desk.person('client')
    const wrong = await erase(root, { id: ana.id, email: 'bob@example.com' })
    expect([wrong.status, wrong.body.issues?.[0]?.path]).toEqual([400, 'email'])
    expect((await root.get<User[]>(`/api/users?id=${ana.id}`)).body[0]?.isActive).toBe(true)
  })

  test('nobody is erased while mails are sent with their address', async () => {
    const ana = await desk.person('client')
    const { db } = desk.database
    await db.insert(smtpSettings).values({
      host: 'localhost',
      username: 'desk',
      password: '',
      fromEmail: ana.email,
      replyToEmail: ana.email,
    })
    expect(await hindranceOf(ana.id)).toBe(
      'Emails are sent from this person’s address. Change it in Email Settings first.',
    )
    expect((await erase(root, ana)).status).toBe(409)
    await db.delete(smtpSettings)
    expect((await erase(root, ana)).status).toBe(200)
  })
})
