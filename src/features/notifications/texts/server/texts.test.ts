import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { aComment, aTicket, change } from '#test/factories.ts'
import { startApp, type Caller, type TestApp } from '#test/harness.ts'
import { untilMailed, sendThrough } from '#test/mails.ts'
import { aNumber, startSms, type SmsProvider } from '#test/services/sms.ts'
import { startSmtp } from '#test/services/smtp.ts'

const minuteMs = 60_000

let desk: TestApp
let sms: SmsProvider
let root: Caller
let bo: Caller
const numberOf = new Map<string, string>()

/** Somebody with a proved number who wants texts, unless it is said otherwise. */
async function somebody(
  role: Parameters<TestApp['person']>[0],
  { isProved = true, wants = true, firstName = 'Ana' } = {},
): Promise<Caller> {
  const mobileNumber = aNumber()
  const who = await desk.signedIn(role, { mobileNumber, firstName, lastName: 'Berg' })
  numberOf.set(who.id, mobileNumber)
  if (isProved) await prove(who, mobileNumber)
  if (wants) await who.send('PATCH', '/api/settings', { smsNotifications: true })
  return who
}

async function prove(who: Caller, number: string): Promise<void> {
  await who.post('/api/profile/mobile-code')
  const code = sms.lastTo(number)?.slice(0, 6)
  expect((await who.post('/api/profile/mobile-proof', { code })).status).toBe(200)
}

/** Lists the texts since the last look, with their recipients. */
async function texted(): Promise<string[]> {
  await untilMailed(desk)
  return sms.sent
    .splice(0)
    .map(({ to, body }) => `${to}: ${body}`)
    .sort()
}
const to = (who: Caller, ticketNumber: string, what: string) =>
  `${numberOf.get(who.id)}: ${ticketNumber} Printer on fire: ${what}. http://127.0.0.1:3000/my-tickets?ticket=${ticketNumber}`
const set = (who: Caller, notificationType: string, preference: Record<string, unknown>) =>
  who.put('/api/profile/email-preferences', { notificationType, ...preference })

beforeAll(async () => {
  sms = await startSms()
  desk = await startApp({ sms: sms.account })
  root = await desk.signedIn('super_user')
  bo = await desk.signedIn('helpdesk', { firstName: 'Bo' })
})
beforeEach(async () => {
  await untilMailed(desk)
  sms.sent.length = 0
  sms.answers.length = 0
})
afterAll(async () => {
  await desk.close()
  await sms.close()
})

describe('texts to a person who wants them', () => {
  test('a person is texted about an assignment, and about a new status of their ticket', async () => {
    const [ana, ida] = [await somebody('client'), await somebody('internal')]
    sms.sent.length = 0
    const { id, ticketNumber } = await aTicket(ana)
    await change(bo, id, { assignedToId: ida.id })
    expect(await texted()).toEqual([to(ida, ticketNumber, 'assigned to you')])
    await change(bo, id, { status: 'progress' })
    const words = 'status In Progress'
    expect(await texted()).toEqual([to(ana, ticketNumber, words), to(ida, ticketNumber, words)].sort())
  })

  test('a text is one line, whatever a ticket is called', async () => {
    const ida = await somebody('internal')
    sms.sent.length = 0
    const { id, ticketNumber } = await aTicket(bo, {
      subject: 'Printer\r\n\n on\u2028\u202E\u0007fire',
    })
    await change(bo, id, { assignedToId: ida.id })
    expect(await texted()).toEqual([to(ida, ticketNumber, 'assigned to you')])
  })

  test('a change that concerns a person twice is texted once', async () => {
    const ida = await somebody('internal')
    sms.sent.length = 0
    const { id, ticketNumber } = await aTicket(bo)
    await change(bo, id, { assignedToId: ida.id, status: 'testing' })
    expect(await texted()).toEqual([to(ida, ticketNumber, 'status Testing, assigned to you')])
  })

  test('a person is not texted about their own changes', async () => {
    const ida = await somebody('helpdesk')
    sms.sent.length = 0
    const { id } = await aTicket(ida)
    await change(ida, id, { assignedToId: ida.id, status: 'progress' })
    expect(await texted()).toEqual([])
  })

  test('a person is not texted about comments, internal or public', async () => {
    const [ana, ida] = [await somebody('client'), await somebody('internal')]
    const { id } = await aTicket(ana)
    await change(bo, id, { assignedToId: ida.id })
    await texted()
    await aComment(bo, id, 'Between us', true)
    await aComment(bo, id, 'For you')
    expect(await texted()).toEqual([])
  })

  test('a comment with a status is one text, and none when it was taken back', async () => {
    const ana = await somebody('client')
    const { id, ticketNumber } = await aTicket(ana)
    await texted()
    const answer = { content: 'Done', status: 'resolved' }
    const { body } = await bo.post<{ id: string }>(`/api/tickets/${id}/comments`, answer)
    expect((await bo.delete(`/api/tickets/${id}/comments/${body.id}`)).status).toBe(200)
    expect(await texted()).toEqual([])
    await bo.post(`/api/tickets/${id}/comments`, answer)
    expect(await texted()).toEqual([to(ana, ticketNumber, 'status Resolved')])
  })

  test('a person is texted ten times an hour at most', async () => {
    const ida = await somebody('internal')
    sms.sent.length = 0
    const assign = async () => change(bo, (await aTicket(bo)).id, { assignedToId: ida.id })
    for (let time = 0; time < 40; time++) await assign()
    expect(await texted()).toHaveLength(10)
    await assign()
    expect(await texted()).toEqual([])
    desk.clock.advance(60 * minuteMs)
    await assign()
    expect(await texted()).toHaveLength(1)
  })

  test('a text has few letters, however long the subject is', async () => {
    const ida = await somebody('internal')
    sms.sent.length = 0
    const { id } = await aTicket(bo, { subject: `${'Very '.repeat(50)}long` })
    await change(bo, id, { assignedToId: ida.id })
    const [text = ''] = await texted()
    expect(text).toContain('…: ')
    expect(text.length).toBeLessThan(200)
  })
})

describe('people who are not texted', () => {
  const textsOfAssigning = async (who: Caller) => {
    await untilMailed(desk)
    sms.sent.length = 0
    const { id } = await aTicket(bo)
    await change(bo, id, { assignedToId: who.id })
    return texted()
  }

  test('a person who has not switched texts on is not texted', async () => {
    expect(await textsOfAssigning(await somebody('internal', { wants: false }))).toEqual([])
  })
  test('a person who has not verified their number is not texted', async () => {
    expect(await textsOfAssigning(await somebody('internal', { isProved: false }))).toEqual([])
  })
  test('a person who has another number now is not texted', async () => {
    const ida = await somebody('internal')
    const { body } = await ida.get('/api/auth/user')
    await ida.put('/api/profile', { ...body, mobileNumber: aNumber() })
    expect(await textsOfAssigning(ida)).toEqual([])
  })
  test.each([{ isEnabled: false }, { frequency: 'never' }, { frequency: 'daily' }])(
    'a person with the preference %s is not texted',
    async (preference) => {
      const ida = await somebody('internal')
      await set(ida, 'assignment_notifications', preference)
      expect(await textsOfAssigning(ida)).toEqual([])
    },
  )
  test('a deactivated person is not texted', async () => {
    const ida = await somebody('internal')
    const { id } = await aTicket(bo)
    await change(bo, id, { assignedToId: ida.id })
    await texted()
    await root.post(`/api/users/${ida.id}/disable`)
    await change(bo, id, { assignedToId: null, status: 'progress' })
    expect(await texted()).toEqual([])
  })
})

describe('a text that could not be sent', () => {
  const later = async (ms: number) => {
    desk.clock.advance(ms)
    // Something happens, so that the senders look.
    await aTicket(bo)
    await untilMailed(desk)
  }

  test('a text that could not be sent is sent later, once', async () => {
    const ida = await somebody('internal')
    sms.sent.length = 0
    const { id, ticketNumber } = await aTicket(bo)
    sms.answers.push(500)
    await change(bo, id, { assignedToId: ida.id })
    expect(await texted()).toEqual([])
    await later(minuteMs + 1000)
    expect(await texted()).toEqual([to(ida, ticketNumber, 'assigned to you')])
    await later(10 * 60 * minuteMs)
    expect(await texted()).toEqual([])
  })

  test('a text is given up when the provider refuses it for good', async () => {
    const ida = await somebody('internal')
    sms.sent.length = 0
    const { id } = await aTicket(bo)
    sms.answers.push(400)
    await change(bo, id, { assignedToId: ida.id })
    expect(await texted()).toEqual([])
    await later(10 * 60 * minuteMs)
    expect(await texted()).toEqual([])
    const { rows } = await desk.database.pool.query(
      "select failure, due_at from deliveries where kind = 'text' and user_id = $1",
      [ida.id],
    )
    expect(rows).toEqual([{ failure: 'The SMS provider answered 400, code 21211', due_at: null }])
  })

  test('a text is not sent to a person who may no longer know of the ticket', async () => {
    const ida = await somebody('internal')
    sms.sent.length = 0
    const { id } = await aTicket(bo)
    sms.answers.push(500)
    await change(bo, id, { assignedToId: ida.id })
    expect(await texted()).toEqual([])
    await desk.database.pool.query("update users set role = 'client' where id = $1", [ida.id])
    await later(minuteMs + 1000)
    expect(await texted()).toEqual([])
  })

  test('a text is not sent to a person who has switched texts off in the meantime', async () => {
    const ida = await somebody('internal')
    sms.sent.length = 0
    const { id } = await aTicket(bo)
    sms.answers.push(500)
    await change(bo, id, { assignedToId: ida.id })
    await untilMailed(desk)
    await ida.send('PATCH', '/api/settings', { smsNotifications: false })
    await later(minuteMs + 1000)
    expect(await texted()).toEqual([])
  })
})

test('mails and texts go out side by side', async () => {
  const smtp = await startSmtp()
  await sendThrough(root, smtp)
  const ida = await somebody('internal')
  sms.sent.length = 0
  const { id, ticketNumber } = await aTicket(bo)
  await change(bo, id, { assignedToId: ida.id })
  expect(await texted()).toEqual([to(ida, ticketNumber, 'assigned to you')])
  expect(smtp.received.filter(({ mail }) => mail.text?.includes('assigned this ticket to you'))).toHaveLength(
    1,
  )
  await smtp.close()
})
