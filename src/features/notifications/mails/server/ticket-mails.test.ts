import { afterAll, beforeAll, expect, test } from 'vitest'
import { aComment, aTicket, change } from '#test/factories.ts'
import { startApp, type Caller, type TestApp } from '#test/harness.ts'
import { sendThrough, untilMailed } from '#test/mails.ts'
import { startSmtp, type Smtp } from '#test/services/smtp.ts'
import type { TicketMails } from '../contract.ts'

let desk: TestApp
let root: Caller
let ida: Caller
let ana: Caller
const smtps: Smtp[] = []

beforeAll(async () => {
  desk = await startApp()
  root = await desk.signedIn('super_user')
  ida = await desk.signedIn('internal', { firstName: 'Ida', lastName: 'Lund' })
  ana = await desk.signedIn('client', { firstName: 'Ana', lastName: 'Berg' })
  await mailThrough()
})
afterAll(async () => {
  await desk.close()
  for (const one of smtps) await one.close()
})

async function mailThrough(options: Parameters<typeof startSmtp>[0] = {}): Promise<void> {
  const smtp = await startSmtp(options)
  smtps.push(smtp)
  await sendThrough(root, smtp)
}

const mailsOf = (id: string, by = ida) => by.get<TicketMails>(`/api/tickets/${id}/mails`)

/** Each mail as recipient, topic and outcome, once everybody has been mailed who is to be. */
async function told(id: string): Promise<string[]> {
  await untilMailed(desk)
  const { body } = await mailsOf(id)
  expect(body.isSettled).toBe(true)
  return body.mails.map(({ to, topic, outcome }) => `${to.firstName}: ${topic} ${outcome}`)
}

test('staff are told who was mailed about a ticket, of what, and whether it was sent', async () => {
  const { id } = await aTicket(ana)
  const other = await aTicket(ana)
  await change(root, id, { assignedToId: ida.id })
  expect(await told(id)).toContain('Ida: assignment sent')
  await change(root, id, { status: 'testing' })
  expect(await told(id)).toContain('Ana: status sent')
  await aComment(root, id, 'Please have a look')
  expect(await told(id)).toContain('Ana: update sent')
  expect((await told(other.id)).filter((line) => line.startsWith('Ida: assignment'))).toEqual([])

  await mailThrough({ refuses: 'recipient' })
  await change(root, id, { status: 'resolved' })
  expect(await told(id)).toContain('Ana: status failed')
  const { body } = await mailsOf(id)
  expect(body.mails.map(({ at }) => at)).toEqual(body.mails.map(({ at }) => at).toSorted())
})

test('clients are told of no mail, not even of their own, and nobody of a ticket that is not there', async () => {
  const { id } = await aTicket(ana)
  await change(root, id, { status: 'testing' })
  await untilMailed(desk)
  const refused = await mailsOf(id, ana)
  expect([refused.status, 'mails' in refused.body]).toEqual([403, false])
  expect((await mailsOf('3b241101-e2bb-4255-8caf-4136c566a962')).status).toBe(404)
})

test('as long as somebody is about to be mailed it is said to be worth another look', async () => {
  await mailThrough()
  const { id } = await aTicket(ana)
  await change(root, id, { assignedToId: ida.id })
  expect(await told(id)).toContain('Ida: assignment sent')
  const soon = new Date(desk.clock.now().getTime() + 60_000)
  await desk.database.pool.query(
    `update deliveries set due_at = $1, sent_at = null
      where id in (select delivery_id from notifications n join events e using (position) where e.ticket_id = $2)`,
    [soon, id],
  )
  expect((await mailsOf(id)).body).toEqual({ mails: [], queued: [], isSettled: false })
})
