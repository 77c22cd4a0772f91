import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { aComment, aTicket, change } from '#test/factories.ts'
import { startApp, type Caller, type TestApp } from '#test/harness.ts'
import { sendThrough, untilMailed } from '#test/mails.ts'
import { startSmtp, type Smtp } from '#test/services/smtp.ts'
import { statementsDuring } from '#test/statements.ts'

const timeZone = 'Europe/Berlin'
let desk: TestApp
let smtp: Smtp
let root: Caller
let ana: Caller
let email: string

beforeAll(async () => {
  smtp = await startSmtp()
  desk = await startApp({ settings: { TIME_ZONE: timeZone } })
})
beforeEach(() => {
  smtp.received.length = 0
})
afterAll(async () => {
  await desk.close()
  await smtp.close()
})

/** Lets it be then, with everybody newly signed in: sessions do not last for months. */
async function live(at: string): Promise<void> {
  desk.clock.set(at)
  root = await desk.signedIn('super_user')
  await sendThrough(root, smtp)
  email = (await desk.person('client', { firstName: 'Ana' })).email
  ana = await desk.signIn(email)
  await untilMailed(desk, timeZone)
  smtp.received.length = 0
}

/** Lists the mails to Ana until then. */
async function mailsAt(at: string) {
  desk.clock.set(at)
  // Something has to happen for the calendar to be looked at; a session of before may be over by then.
  await desk.person('internal')
  await untilMailed(desk, timeZone)
  return smtp.received
    .splice(0)
    .filter(({ to }) => to.includes(email))
    .map(({ mail }) => mail)
}
const subjectsAt = async (at: string) => (await mailsAt(at)).map(({ subject }) => subject)

const onlySummaries = async () => {
  for (const notificationType of ['ticket_updates', 'status_changes'])
    await ana.put('/api/profile/email-preferences', { notificationType, isEnabled: false })
}

test('a summary is mailed once, at seven by the clocks, on the day the clocks are put forward', async () => {
  await live('2027-03-27T12:00:00Z')
  await onlySummaries()
  const { id, ticketNumber } = await aTicket(ana, { subject: 'Slow network' })
  await change(root, id, { status: 'progress' })
  await aComment(root, id, 'A public word')
  await aComment(root, id, 'A word between us', true)
  expect(await subjectsAt('2027-03-28T04:59:00Z')).toEqual([])
  const [mail, ...others] = await mailsAt('2027-03-28T05:00:00Z')
  expect(others).toEqual([])
  expect(mail?.subject).toBe('Daily Summary, 28 March 2027')
  expect(mail?.text).toContain(`${ticketNumber}: Slow network (In Progress)`)
  expect(mail?.text).toContain('changed the status from Open to In Progress')
  expect(mail?.text).toContain('wrote a comment: A public word')
  expect(mail?.text).not.toContain('between us')
  expect(mail?.text).not.toContain('All tickets')
  expect(await subjectsAt('2027-03-28T05:10:00Z')).toEqual([])
  // A clock that is put back, and comes by again.
  expect(await subjectsAt('2027-03-28T04:00:00Z')).toEqual([])
  expect(await subjectsAt('2027-03-28T05:00:30Z')).toEqual([])
  // Nothing happened since, so there is nothing to say.
  expect(await subjectsAt('2027-03-29T05:00:00Z')).toEqual(['Weekly Summary, 29 March 2027'])
})

test('a summary is mailed an hour later by the sun on the day the clocks are put back', async () => {
  await live('2027-10-30T12:00:00Z')
  await onlySummaries()
  const { id } = await aTicket(ana)
  await change(root, id, { status: 'testing' })
  expect(await subjectsAt('2027-10-31T05:59:00Z')).toEqual([])
  expect(await subjectsAt('2027-10-31T06:00:00Z')).toEqual(['Daily Summary, 31 October 2027'])
})

test('one summary after many days of downtime covers all of them', async () => {
  await live('2027-11-02T12:00:00Z')
  await onlySummaries()
  const { id } = await aTicket(ana)
  await change(root, id, { status: 'testing' })
  const mails = await mailsAt('2027-11-06T12:00:00Z')
  expect(mails.map(({ subject }) => subject)).toEqual(['Daily Summary, 6 November 2027'])
  expect(mails[0]?.text).toContain('changed the status from Open to Testing')
})

test('updates of a person who wants them daily or weekly are gathered into one mail', async () => {
  await live('2027-12-30T12:00:00Z')
  for (const [notificationType, frequency] of [
    ['status_changes', 'daily'],
    ['ticket_updates', 'weekly'],
    ['daily_summary', 'never'],
    ['weekly_summary', 'never'],
  ])
    await ana.put('/api/profile/email-preferences', { notificationType, frequency })
  const { id } = await aTicket(ana)
  await change(root, id, { status: 'progress' })
  await aComment(root, id, 'First')
  expect(await subjectsAt('2027-12-30T13:00:00Z')).toEqual([])
  await change(root, id, { status: 'resolved' })
  await untilMailed(desk, timeZone)
  const [daily, ...others] = await mailsAt('2027-12-31T06:00:00Z')
  expect(others).toEqual([])
  expect(daily?.subject).toBe('Status Changes, 31 December 2027')
  expect(daily?.text?.match(/changed the status/g)).toHaveLength(2)
  await aComment(root, id, 'Second')
  await untilMailed(desk, timeZone)
  expect(await subjectsAt('2028-01-03T05:59:00Z')).toEqual([])
  const [weekly] = await mailsAt('2028-01-03T06:00:00Z')
  expect(weekly?.subject).toBe('Ticket Updates, 3 January 2028')
  expect(weekly?.text).toMatch(/First[^]*Second/)
  expect(await subjectsAt('2028-01-10T06:00:00Z')).toEqual([])
})

test('a daily mail leaves out comments that were read, and the summary of the day tells of all', async () => {
  await live('2028-01-20T12:00:00Z')
  await ana.put('/api/profile/email-preferences', { notificationType: 'ticket_updates', frequency: 'daily' })
  const { id } = await aTicket(ana)
  const seen = await aComment(root, id, 'Read at once')
  expect((await ana.post(`/api/tickets/${id}/comments/${seen}/read`)).status).toBe(200)
  await aComment(root, id, 'Read by nobody')
  await untilMailed(desk, timeZone)
  const mails = await mailsAt('2028-01-21T06:00:00Z')
  const textOf = (title: string) => mails.find(({ subject }) => subject?.startsWith(title))?.text ?? ''
  expect(textOf('Ticket Updates,')).toContain('Read by nobody')
  expect(textOf('Ticket Updates,')).not.toContain('Read at once')
  expect(textOf('Daily Summary,')).toMatch(/Read at once[^]*Read by nobody/)
})

test('the desk is mailed how it stands, and a person who wants no mail gets none', async () => {
  await live('2028-02-28T12:00:00Z')
  const bo = await desk.person('helpdesk', { firstName: 'Bo' })
  const gone = await desk.person('helpdesk')
  await root.post(`/api/users/${gone.id}/disable`)
  await aTicket(ana)
  await mailsAt('2028-02-28T12:30:00Z')
  desk.clock.set('2028-02-29T06:00:00Z')
  await aTicket(ana)
  await untilMailed(desk, timeZone)
  const to = smtp.received.flatMap((one) => one.to)
  expect(to).not.toContain(gone.email)
  const { mail } = smtp.received.find((one) => one.to.includes(bo.email))!
  expect(mail.subject).toBe('Daily Summary, 29 February 2028')
  expect(mail.text).toContain('Hello Bo,\n\nnothing happened to your tickets since 28 February 2028')
  expect(mail.text).toMatch(/All tickets: 1 new, 0 resolved. \d+ are open, \d+ of them unassigned./)
  expect(mail.text).toContain('Stop these emails: http://127.0.0.1:3000/unsubscribe?')
})

test('a long summary shows its beginning, counts the rest, and is read page by page', async () => {
  await live('2028-05-02T12:00:00Z')
  await onlySummaries()
  const { id, ticketNumber } = await aTicket(ana)
  await desk.database.pool.query(
    `with head as (update log_head set position = position + 450, public_position = public_position + 450 returning position, public_position)
     insert into events (position, public_position, type, ticket_id, actor_id, data, at)
     select position - n, public_position - n, 'ticket.changed', $1::uuid, $2::uuid,
       '{"changes": {"status": {"from": "open", "to": "testing"}}}', $3::timestamptz
     from head, generate_series(0, 449) n`,
    [id, root.id, desk.clock.now()],
  )
  let mails: Awaited<ReturnType<typeof mailsAt>> = []
  const statements = await statementsDuring(async () => {
    mails = await mailsAt('2028-05-03T05:00:00Z')
  })
  const text = mails.find(({ subject }) => subject === 'Daily Summary, 3 May 2028')?.text ?? ''
  expect(text).toContain(ticketNumber)
  expect(text.match(/changed the status/g)).toHaveLength(10)
  expect(text).toContain('and 440 more changes')
  const reading = statements.filter((one) => /^select .* from "events" inner join "tickets"/.test(one))
  expect(reading.length).toBeGreaterThan(2)
  expect(reading.filter((one) => !/limit \$\d+$/.test(one))).toEqual([])
})

test('summaries are mailed again the day after a clock that was a year ahead has been set right', async () => {
  await live('2030-05-02T12:00:00Z')
  await live('2029-05-02T12:00:00Z')
  await onlySummaries()
  const { id } = await aTicket(ana)
  await change(root, id, { status: 'testing' })
  expect(await subjectsAt('2029-05-03T05:00:00Z')).toEqual(['Daily Summary, 3 May 2029'])
  expect(await subjectsAt('2029-05-04T05:00:00Z')).toEqual([])
})

test('updates gathered while the clock was ahead are mailed', async () => {
  await live('2031-05-02T12:00:00Z')
  await ana.put('/api/profile/email-preferences', { notificationType: 'status_changes', frequency: 'daily' })
  await ana.put('/api/profile/email-preferences', { notificationType: 'daily_summary', isEnabled: false })
  const { id } = await aTicket(ana)
  await change(root, id, { status: 'testing' })
  await untilMailed(desk, timeZone)
  desk.clock.set('2030-05-02T12:00:00Z')
  root = await desk.signedIn('super_user')
  const subjects = await subjectsAt('2030-05-02T12:00:01Z')
  expect(subjects).toEqual([expect.stringMatching(/^Status Changes, /)])
})
