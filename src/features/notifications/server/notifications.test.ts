import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { aClient, aComment, assign, aTicket, change } from '#test/factories.ts'
import { startApp, type Caller, type TestApp } from '#test/harness.ts'
import { sendThrough, untilMailed } from '#test/mails.ts'
import { startSmtp, type Smtp } from '#test/services/smtp.ts'

let desk: TestApp
let smtp: Smtp
let root: Caller
const dayMs = 24 * 60 * 60 * 1000
const emailOf = new Map<string, string>()

async function somebody(role: Parameters<TestApp['person']>[0], firstName: string): Promise<Caller> {
  const email = `${firstName.toLowerCase()}-${emailOf.size}@example.com`
  const caller = await desk.signedIn(role, { email, firstName, lastName: 'Berg' })
  emailOf.set(caller.id, email)
  return caller
}

/** Lists the mails since the last look: the address and the first words of each. */
async function mailed(): Promise<string[]> {
  await untilMailed(desk)
  return smtp.received
    .splice(0)
    .map(({ to, mail }) => `${to.join()}: ${mail.text?.split('\n').slice(2, 3).join(' ')}`)
    .sort()
}
/** Lets a day pass, and lists what it mails to these people, with the summary. */
async function mailedNextDay(people: readonly Caller[]) {
  desk.clock.advance(dayMs)
  // Something has to happen for the calendar to be looked at.
  await aTicket(bo)
  await untilMailed(desk, 'UTC')
  const addresses = people.map(({ id }) => emailOf.get(id))
  return smtp.received
    .splice(0)
    .filter(({ to: [address] }) => addresses.includes(address))
    .map(({ mail }) => mail)
}
const to = (who: Caller, what: string) => `${emailOf.get(who.id)}: ${what}`
const set = (who: Caller, notificationType: string, change: Record<string, unknown>) =>
  who.put('/api/profile/email-preferences', { notificationType, ...change })

let ana: Caller
let bo: Caller
let ida: Caller

beforeAll(async () => {
  smtp = await startSmtp()
  desk = await startApp()
  // Noon, so that no summary is due between two tests; tomorrow's, because what was written before somebody was there counts as read.
  desk.clock.set(`${new Date(Date.now() + dayMs).toISOString().slice(0, 10)}T12:00:00Z`)
  root = await desk.signedIn('super_user')
  await sendThrough(root, smtp)
})
beforeEach(async () => {
  ana = await somebody('client', 'Ana')
  bo = await somebody('helpdesk', 'Bo')
  ida = await somebody('internal', 'Ida')
  await mailed()
})
afterAll(async () => {
  await desk.close()
  await smtp.close()
})

describe('recipients of notifications', () => {
  test('an assignment is mailed to the assignee, and to nobody else', async () => {
    const { id } = await aTicket(ana)
    await change(bo, id, { assignedToId: ida.id })
    expect(await mailed()).toEqual([to(ida, 'Bo Berg assigned this ticket to you.')])
    await change(bo, id, { assignedToId: null })
    expect(await mailed()).toEqual([])
  })

  test('a change that concerns a person twice is mailed once', async () => {
    const { id } = await aTicket(ana)
    await change(bo, id, { assignedToId: ida.id, status: 'testing' })
    const status = 'Bo Berg changed the status from Open to Testing'
    expect(await mailed()).toEqual([
      to(ana, `${status}.`),
      expect.stringContaining(`${emailOf.get(ida.id)}: ${status}`),
    ])
  })

  test('an assignment to oneself is not mailed', async () => {
    const { id } = await aTicket(ana)
    await change(bo, id, { assignedToId: bo.id })
    expect(await mailed()).toEqual([])
  })

  test('a new status is mailed to creator and assignee, but not to the person who set it', async () => {
    const { id } = await aTicket(ana)
    await change(bo, id, { assignedToId: ida.id })
    await mailed()
    await change(bo, id, { status: 'progress' })
    const words = 'Bo Berg changed the status from Open to In Progress.'
    expect(await mailed()).toEqual([to(ana, words), to(ida, words)].sort())
    await change(ida, id, { status: 'resolved' })
    expect(await mailed()).toEqual([to(ana, 'Ida Berg changed the status from In Progress to Resolved.')])
    await change(ida, id, { priority: 'high' })
    expect(await mailed()).toEqual([])
  })

  test('a comment is mailed to creator and assignee, but not to its author', async () => {
    const { id } = await aTicket(ana)
    await change(bo, id, { assignedToId: ida.id })
    await mailed()
    await aComment(bo, id, 'I had a look.')
    expect(await mailed()).toEqual(
      [to(ana, 'Bo Berg wrote a comment:'), to(ida, 'Bo Berg wrote a comment:')].sort(),
    )
    await aComment(ana, id, 'And?')
    expect(await mailed()).toEqual([to(ida, 'Ana Berg wrote a comment:')])
  })

  test('an internal comment is mailed to staff only: never to a client, even one who is mentioned in its text', async () => {
    const { id } = await aTicket(ana)
    await change(bo, id, { assignedToId: ida.id })
    const eve = await somebody('internal', 'Eve')
    await mailed()
    const { status } = await bo.post(`/api/tickets/${id}/comments`, {
      content: 'Between us, @Eve Berg and @Ana Berg: secret.',
      isInternal: true,
      mentions: [eve.id],
    })
    expect(status).toBe(201)
    expect(await mailed()).toEqual(
      [
        to(eve, 'Bo Berg mentioned you in an internal comment:'),
        to(ida, 'Bo Berg wrote an internal comment:'),
      ].sort(),
    )
  })

  test('a person who became a client before the mail went out is told nothing internal', async () => {
    const own = await aTicket(ida)
    await set(ida, 'ticket_updates', { frequency: 'daily' })
    await aComment(bo, own.id, 'Hidden', true)
    await aComment(bo, own.id, 'Shown')
    await mailed()
    await desk.database.pool.query("update users set role = 'client' where id = $1", [ida.id])
    const mails = await mailedNextDay([ida])
    const textOf = (title: string) => mails.find(({ subject }) => subject?.startsWith(title))?.text
    expect(textOf('Ticket Updates,')).toContain('Shown')
    expect(textOf('Daily Summary,')).toContain('Shown')
    expect(mails.map(({ text }) => text).join()).not.toContain('Hidden')
  })

  test('no mail goes to a deactivated user, nor to a client who no longer belongs to the company of the ticket', async () => {
    const { id } = await aTicket(ana)
    const client = await aClient(root, { name: 'Quiet Company' })
    const contact = await somebody('client', 'Cleo')
    await assign(root, client.id, contact.id, 'contact')
    await root.post(`/api/users/${ana.id}/disable`)
    await mailed()
    await aComment(bo, id, 'Anybody there?')
    expect(await mailed()).toEqual([])
    // A contact sees the tickets of the company, and is told of them in the summaries only.
    const filed = await aTicket(bo, { clientId: client.id })
    await aComment(ida, filed.id, 'For the company')
    expect(await mailed()).toEqual([to(bo, 'Ida Berg wrote a comment:')])
  })

  test('a chat message that its recipient has not read is mailed to them', async () => {
    const { id } = await aTicket(ana)
    await change(bo, id, { assignedToId: ida.id })
    await mailed()
    await ana.post(`/api/tickets/${id}/chat`, { message: 'Hello?' })
    expect(await mailed()).toEqual([to(ida, 'Ana Berg wrote in the chat:')])
    await ida.post(`/api/tickets/${id}/chat`, { message: 'Here I am.' })
    expect(await mailed()).toEqual([to(ana, 'Ida Berg wrote in the chat:')])
  })
})

describe('words that are read on the screen', () => {
  const comment = async (by: Caller, id: string, content: string) =>
    (await by.post<{ id: string }>(`/api/tickets/${id}/comments`, { content })).body.id
  const readComment = async (by: Caller, id: string, commentId: string) =>
    expect((await by.post(`/api/tickets/${id}/comments/${commentId}/read`)).status).toBe(200)

  test('a comment is mailed to a recipient who has not read it when the mail is due, and not to one who has', async () => {
    const { id } = await aTicket(ana)
    await change(bo, id, { assignedToId: ida.id })
    await mailed()
    await readComment(ana, id, await comment(bo, id, 'You see this.'))
    expect(await mailed()).toEqual([to(ida, 'Bo Berg wrote a comment:')])
    await comment(bo, id, 'You do not.')
    expect(await mailed()).toEqual(
      [to(ana, 'Bo Berg wrote a comment:'), to(ida, 'Bo Berg wrote a comment:')].sort(),
    )
  })

  test('a chat message that was read before its mail is due is not mailed', async () => {
    const { id } = await aTicket(ana)
    const { body } = await bo.post<{ message: { id: string } }>(`/api/tickets/${id}/chat`, {
      message: 'You see this.',
    })
    expect((await ana.post(`/api/tickets/${id}/chat/${body.message.id}/read`)).status).toBe(200)
    expect(await mailed()).toEqual([])
  })
})

describe('a comment that can be taken back', () => {
  const say = (id: string, more: object = {}) =>
    bo.post<{ id: string }>(`/api/tickets/${id}/comments`, { content: 'Try it now.', ...more })
  const takeBack = async (id: string, { body }: { body: { id: string } }) =>
    expect((await bo.delete(`/api/tickets/${id}/comments/${body.id}`)).status).toBe(200)
  /** All that a mail says beside greeting and link. */
  async function said(): Promise<string[]> {
    await untilMailed(desk)
    return smtp.received
      .splice(0)
      .map(({ to, mail }) => `${to.join()}: ${(mail.text ?? '').split('\n\n').slice(1, -2).join(' | ')}`)
      .sort()
  }

  test('a comment is mailed ten seconds after it, not before', { timeout: 60_000 }, async () => {
    const { id } = await aTicket(ana)
    await mailed()
    const began = Date.now()
    await say(id)
    await expect.poll(() => smtp.received.length, { timeout: 40_000, interval: 100 }).toBe(1)
    expect(Date.now() - began).toBeGreaterThan(10_000)
    expect(await mailed()).toEqual([to(ana, 'Bo Berg wrote a comment:')])
  })

  test('a comment that was taken back is mailed to nobody, and neither is its status', async () => {
    const { id } = await aTicket(ana)
    await change(bo, id, { assignedToId: ida.id })
    await mailed()
    await takeBack(id, await say(id))
    await takeBack(id, await say(id, { status: 'resolved' }))
    await set(ana, 'ticket_updates', { frequency: 'daily' })
    await set(ana, 'status_changes', { frequency: 'daily' })
    await takeBack(id, await say(id, { status: 'resolved' }))
    expect(await mailed()).toEqual([])
    const mails = await mailedNextDay([ana, bo, ida])
    expect(mails.map(({ subject }) => subject).join()).toContain('Daily Summary')
    expect(mails.map(({ text }) => text).join()).not.toMatch(/Try it now|Resolved/)
  })

  test('a comment and the status that was set with it are one mail to each', async () => {
    const { id } = await aTicket(ana)
    await change(bo, id, { assignedToId: ida.id })
    await said()
    await say(id, { status: 'resolved' })
    const both = 'Bo Berg wrote a comment: | Try it now. | Bo Berg changed the status from Open to Resolved.'
    const mails = await said()
    expect(mails).toHaveLength(2)
    for (const mail of mails) expect(mail).toContain(both)
  })

  test('a comment with a status tells those who want only one of both that one', async () => {
    const { id } = await aTicket(ana)
    await change(bo, id, { assignedToId: ida.id })
    await set(ana, 'ticket_updates', { isEnabled: false })
    await set(ida, 'status_changes', { isEnabled: false })
    await said()
    await say(id, { status: 'testing' })
    const mails = await said()
    const [toAna, toIda] = [ana, ida].map((one) => mails.find((mail) => mail.startsWith(to(one, '').trim())))
    expect(mails).toHaveLength(2)
    expect([toAna?.includes('changed the status'), toAna?.includes('wrote a comment')]).toEqual([true, false])
    expect([toIda?.includes('changed the status'), toIda?.includes('wrote a comment')]).toEqual([false, true])
  })

  test('a preference that was switched off while it waited holds for that part of the mail', async () => {
    const { id } = await aTicket(ana)
    await said()
    await say(id, { status: 'testing' })
    await set(ana, 'ticket_updates', { isEnabled: false })
    const [mail, ...others] = await said()
    expect(others).toEqual([])
    expect([mail?.includes('changed the status'), mail?.includes('Try it now')]).toEqual([true, false])
  })
})

describe('the content of a mail', () => {
  test('a mail is the filled template, with an id of its own and a link to stop such mails', async () => {
    const { id, ticketNumber } = await aTicket(ana, { subject: 'The <b>printer</b>' })
    await mailed()
    await aComment(bo, id, 'Line one\nline two & more')
    await untilMailed(desk)
    const { mail, from, raw } = smtp.received.splice(0)[0]!
    expect(from).toBe('desk@signalbox.example')
    expect(mail.subject).toBe(`[${ticketNumber}] The <b>printer</b>`)
    expect(mail.text).toContain('Line one\nline two & more')
    expect(mail.text).toContain(`http://127.0.0.1:3000/my-tickets?ticket=${ticketNumber}`)
    expect(mail.html).not.toContain('<b>printer')
    expect(raw).not.toMatch(/^Auto-Submitted/m)
    expect(raw).toMatch(/^List-Unsubscribe-Post: List-Unsubscribe=One-Click/m)
    expect(mail.messageId).toMatch(/^<[\da-f-]{36}@signalbox\.example>$/)
  })

  async function linkIn(): Promise<string> {
    const { id } = await aTicket(ana)
    await change(bo, id, { status: 'progress' })
    await untilMailed(desk)
    const { mail } = smtp.received.splice(0)[0]!
    const header = mail.headers.find(({ key }) => key === 'list-unsubscribe')!.value
    return new URL(header.slice(1, -1)).href.replace('http://127.0.0.1:3000', '')
  }
  const isOn = async () => {
    const { body } = await ana.get<{ notificationType: string; isEnabled: boolean }[]>(
      '/api/profile/email-preferences',
    )
    return body.filter(({ isEnabled }) => isEnabled).map(({ notificationType }) => notificationType)
  }

  test('the link of a mail asks before it switches that one preference off, without signing in', async () => {
    const link = await linkIn()
    const page = await desk.nobody.get<string>(link)
    expect([page.status, page.body]).toEqual([200, expect.stringContaining('Stop Status Changes emails?')])
    expect(await isOn()).toHaveLength(5)
    const form = { 'content-type': 'application/x-www-form-urlencoded' }
    const done = await desk.nobody.send<string>('POST', link, 'List-Unsubscribe=One-Click', form)
    expect([done.status, done.body]).toEqual([200, expect.stringContaining('Status Changes emails are off')])
    expect(await isOn()).toEqual([
      'ticket_updates',
      'daily_summary',
      'weekly_summary',
      'assignment_notifications',
    ])
    const { id } = await aTicket(ana)
    await change(bo, id, { status: 'closed' })
    expect(await mailed()).toEqual([])
  })

  test('the link of a mail that tells of several types switches off each of them', async () => {
    await root.post(`/api/email-preferences/defaults/${ana.id}`)
    const { id } = await aTicket(ana)
    await bo.post(`/api/tickets/${id}/comments`, { content: 'Done', status: 'resolved' })
    await untilMailed(desk)
    const [one, ...more] = smtp.received.splice(0)
    expect(more).toEqual([])
    const header = one!.mail.headers.find(({ key }) => key === 'list-unsubscribe')!.value
    const link = new URL(header.slice(1, -1)).href.replace('http://127.0.0.1:3000', '')
    const page = await desk.nobody.get<string>(link)
    expect(page.body).toContain('Stop Ticket Updates and Status Changes emails?')
    const sent = await root.get<{ notificationType: string; lastSentAt: string | null }[]>(
      `/api/email-preferences/${ana.id}`,
    )
    expect(sent.body.flatMap((row) => (row.lastSentAt ? row.notificationType : [])).sort()).toEqual([
      'status_changes',
      'ticket_updates',
    ])
    const cut = link.replace('ticket_updates%2C', '')
    expect([cut === link, (await desk.nobody.get(cut)).status]).toEqual([false, 404])
    await desk.nobody.post(link)
    expect(await isOn()).toEqual(['daily_summary', 'weekly_summary', 'assignment_notifications'])
  })

  test('the link of a mail cannot be turned into one for another person or another type', async () => {
    const link = await linkIn()
    for (const forged of [
      link.replace('status_changes', 'ticket_updates'),
      link.replace(ana.id, bo.id),
      link.replace(/signature=.*/, 'signature=x'),
      '/unsubscribe',
    ])
      for (const method of ['GET', 'POST'])
        expect((await desk.nobody.send(method, forged)).status, `${method} ${forged}`).toBe(404)
    expect(await isOn()).toHaveLength(5)
  })
})

describe('preferences that stop mails', () => {
  test.each([{ isEnabled: false }, { frequency: 'never' }])(
    'a preference of %j stops the mail',
    async (preference) => {
      await set(ana, 'status_changes', preference)
      const { id } = await aTicket(ana)
      await change(bo, id, { status: 'progress' })
      expect(await mailed()).toEqual([])
    },
  )

  test('the preference notes the moment of its last mail', async () => {
    await root.post(`/api/email-preferences/defaults/${ana.id}`)
    const { id } = await aTicket(ana)
    await change(bo, id, { status: 'progress' })
    expect(await mailed()).toHaveLength(1)
    const { body } = await root.get<{ notificationType: string; lastSentAt: string | null }[]>(
      `/api/email-preferences/${ana.id}`,
    )
    const sent = body.filter(({ lastSentAt }) => lastSentAt !== null)
    expect(sent.map(({ notificationType }) => notificationType)).toEqual(['status_changes'])
  })
})
