import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { aClient, aComment, aParticipant, assign, aTicket, change } from '#test/factories.ts'
import { password, startApp, type Caller, type TestApp } from '#test/harness.ts'
import { passDigests, sendThrough, untilMailed } from '#test/mails.ts'
import { receivedBy, startSmtp, type Smtp } from '#test/services/smtp.ts'

let desk: TestApp
let smtp: Smtp
let root: Caller
let eve: Member
let numbered = 0

type Member = Caller & { email: string }
async function someone(role: 'client' | 'helpdesk', firstName: string, lastName = 'Berg'): Promise<Member> {
  const email = `${firstName.toLowerCase().replaceAll(/[^a-z]/g, '')}${++numbered}@meridian.example`
  return Object.assign(await desk.signedIn(role, { firstName, lastName, email }), { email })
}

interface Case {
  clientId: string
  ticketId: string
  ana: Member
  ben: Member
  cara: Member
}
let of: Case

/** A ticket of Ana, in which Ben and Cara of the same client take part. */
async function aCase(): Promise<Case> {
  const { id: clientId, name } = await aClient(root)
  const [ana, ben, cara] = [
    await someone('client', 'Ana'),
    await someone('client', 'Ben'),
    await someone('client', 'Cara'),
  ]
  for (const one of [ana, ben, cara]) await assign(root, clientId, one.id, 'employee')
  const { id: ticketId } = await aTicket(ana, { customerName: name })
  await aParticipant(root, ticketId, ben.id)
  desk.clock.advance(1000)
  await aParticipant(root, ticketId, cara.id)
  await untilMailed(desk)
  return { clientId, ticketId, ana, ben, cara }
}

beforeAll(async () => {
  smtp = await startSmtp()
  desk = await startApp({ settings: { INBOUND_ADDRESSES: ['support@desk.test'] } })
  root = await desk.signedIn('super_user')
  await sendThrough(root, smtp)
  await passDigests(desk, root)
  eve = await someone('helpdesk', 'Eve')
})
beforeEach(async () => {
  of = await aCase()
  smtp.received.length = 0
})
afterAll(async () => {
  await desk.close()
  await smtp.close()
})

const addressesOf = (some: readonly { address?: string }[] = []) => some.map(({ address }) => address)

/** People whom the newest mail to a person names; undefined: there was none. */
async function namedTo({ email }: Member) {
  await untilMailed(desk)
  const got = receivedBy(smtp, email).at(-1)
  return got && { to: addressesOf(got.mail.to), cc: addressesOf(got.mail.cc) }
}

const commented = () => aComment(eve, of.ticketId, 'Is it on?')
const sql = (text: string, ...values: unknown[]) => desk.database.pool.query(text, values)

async function erase({ id, email }: Member): Promise<void> {
  await root.post('/api/auth/password', { password })
  const { status } = await root.post(`/api/users/${id}/erasure`, { email, ownTexts: false })
  expect(status).toBe(200)
}

/** Comments by the desk; the copy of this person is queued, and waits longer than those of others. @returns the id */
async function commentedSlowlyTo({ id }: Member): Promise<string> {
  const commentId = await commented()
  await expect
    .poll(async () => {
      const { rowCount } = await sql(
        `update deliveries set due_at = due_at + interval '1 hour' where user_id = $1 and due_at is not null`,
        id,
      )
      return rowCount
    })
    .toBe(1)
  return commentId
}

test('requester and participants get a copy each, which names all of them and answers to the ticket', async () => {
  const { ana, ben, cara, ticketId } = of
  await commented()
  const all = { to: [ana.email], cc: [ben.email, cara.email] }
  for (const one of [ana, ben, cara]) expect(await namedTo(one)).toEqual(all)
  expect(smtp.received.map(({ to }) => to)).toEqual(
    expect.arrayContaining([[ana.email], [ben.email], [cara.email]]),
  )
  expect(smtp.received).toHaveLength(3)
  const distinct = (part: (mail: (typeof smtp.received)[number]) => unknown) =>
    new Set(smtp.received.map(part)).size
  expect(distinct(({ mail }) => mail.messageId)).toBe(3)
  expect(distinct(({ raw }) => /^List-Unsubscribe:\s+(<[^>]*>)/m.exec(raw)?.[1])).toBe(3)
  expect(distinct(({ mail }) => mail.replyTo?.[0]?.address)).toBe(1)
  for (const { mail } of smtp.received) {
    expect(mail.replyTo?.[0]?.address).toMatch(/^support\+.*@desk\.test$/)
    expect(mail.references).toContain(`<ticket-${ticketId}@signalbox.example>`)
    expect(mail.bcc).toBeUndefined()
  }
})

test('a copy that is still to be sent, or was sent before, counts', async () => {
  const { ana, ben, cara } = of
  await commentedSlowlyTo(ben)
  const all = { to: [ana.email], cc: [ben.email, cara.email] }
  expect(await namedTo(ana)).toEqual(all)
  expect(receivedBy(smtp, ben.email)).toEqual([])
  desk.clock.advance(60 * 60 * 1000)
  await sql(
    'update deliveries set due_at = $2 where user_id = $1 and due_at is not null',
    ben.id,
    desk.clock.now(),
  )
  desk.bus.wake()
  expect(await namedTo(ben)).toEqual(all)
})

test('the author of a comment is not named, and without the requester each recipient stands in To', async () => {
  const { ana, ben, cara, ticketId } = of
  await aComment(ana, ticketId, 'Any news?')
  expect(await namedTo(ben)).toEqual({ to: [ben.email], cc: [cara.email] })
  expect(await namedTo(cara)).toEqual({ to: [cara.email], cc: [ben.email] })
  expect(receivedBy(smtp, ana.email)).toEqual([])
})

describe('a copy does not name', () => {
  const setUpdates = (who: Member, change: object) =>
    who.put('/api/profile/email-preferences', { notificationType: 'ticket_updates', ...change })

  test.each<[string, (ben: Member) => Promise<unknown>]>([
    ['a person who opted out', (ben) => setUpdates(ben, { frequency: 'never' })],
    ['a person who gets a digest', (ben) => setUpdates(ben, { frequency: 'daily' })],
    ['an erased person', erase],
  ])('%s', async (_, change) => {
    const { ana, ben, cara } = of
    await change(ben)
    await commented()
    expect(await namedTo(ana)).toEqual({ to: [ana.email], cc: [cara.email] })
    expect(await namedTo(cara)).toEqual({ to: [ana.email], cc: [cara.email] })
    for (const { raw } of smtp.received) expect(raw).not.toContain(ben.email)
  })

  test.each<[string, (ben: Member, commentId: string) => Promise<unknown>]>([
    [
      'a person who has read the comment',
      (ben, id) => ben.post(`/api/tickets/${of.ticketId}/comments/${id}/read`),
    ],
    ['a person who opts out before it is sent', (ben) => setUpdates(ben, { isEnabled: false })],
    [
      'a person who was removed before it is sent',
      async (ben) => {
        const { body } = await root.get<{ id: string; person: { id: string } | null }[]>(
          `/api/tickets/${of.ticketId}/participants`,
        )
        const row = body.find(({ person }) => person?.id === ben.id)
        await root.delete(`/api/tickets/${of.ticketId}/participants/${row?.id}`)
      },
    ],
    ['a deactivated person', (ben) => root.post(`/api/users/${ben.id}/disable`)],
    ['a person who left the client', (ben) => root.delete(`/api/clients/${of.clientId}/users/${ben.id}`)],
    [
      'an address that came back',
      (ben) =>
        sql(
          `insert into mail_bounces (address, reason, sent_at, created_at) values ($1, 'gone', $2, $2)`,
          ben.email,
          desk.clock.now(),
        ),
    ],
    [
      'an address that somebody else may have registered',
      (ben) => sql('update users set email_proved_at = null where id = $1', ben.id),
    ],
  ])('%s', async (_, change) => {
    const { ana, ben, cara } = of
    await change(ben, await commentedSlowlyTo(ben))
    expect(await namedTo(cara)).toEqual({ to: [ana.email], cc: [cara.email] })
    expect(receivedBy(smtp, ben.email)).toEqual([])
  })

  test('anybody of another company: requester and client may have changed', async () => {
    const { ana, ben, cara, clientId, ticketId } = of
    const tallow = await aClient(root)
    await root.delete(`/api/clients/${clientId}/users/${ana.id}`)
    await assign(root, tallow.id, ana.id, 'contact')
    await commented()
    expect(await namedTo(ana)).toEqual({ to: [ana.email], cc: [] })
    expect(await namedTo(ben)).toEqual({ to: [ben.email], cc: [cara.email] })

    smtp.received.length = 0
    await commented()
    await change(root, ticketId, { clientId: tallow.id })
    expect(await namedTo(ana)).toEqual({ to: [ana.email], cc: [] })
    expect(await namedTo(ben)).toBeUndefined()
    for (const { raw } of smtp.received) expect(raw).not.toMatch(/(?:ben|cara)\d+@/)
  })

  test('staff, in any copy; and a copy to staff names nobody else', async () => {
    const { ana, ben, cara, clientId, ticketId } = of
    await assign(root, clientId, eve.id, 'lead')
    await change(root, ticketId, { assignedToId: eve.id })
    await untilMailed(desk)
    smtp.received.length = 0
    await aComment(root, ticketId, 'On our way.')
    expect(await namedTo(ben)).toEqual({ to: [ana.email], cc: [ben.email, cara.email] })
    expect(await namedTo(eve)).toEqual({ to: [eve.email], cc: [] })
    for (const { to, raw } of smtp.received) expect(raw.includes(eve.email)).toBe(to.includes(eve.email))

    await aComment(root, ticketId, 'Between us', true)
    expect(await namedTo(eve)).toEqual({ to: [eve.email], cc: [] })
    expect(receivedBy(smtp, eve.email).at(-1)?.raw).not.toMatch(/(?:ana|ben|cara)\d+@/)
  })

  test('others, when it tells a change of the status', async () => {
    const { ana, ticketId } = of
    await change(root, ticketId, { status: 'progress' })
    expect(await namedTo(ana)).toEqual({ to: [ana.email], cc: [] })
  })
})

describe('the text of a mail names who else of the client is on the ticket', () => {
  /** People whom the text of the newest mail to a person names. */
  async function alsoNamedTo({ email }: Member): Promise<string | undefined> {
    await untilMailed(desk)
    const text = receivedBy(smtp, email).at(-1)?.mail.text
    return text && (/^Also on this ticket: (.*)\.$/m.exec(text)?.[1] ?? 'nobody')
  }

  test.each<[string, (ben: Member) => Promise<unknown>]>([
    ['a person who left the client', (ben) => root.delete(`/api/clients/${of.clientId}/users/${ben.id}`)],
    ['a deactivated person', (ben) => root.post(`/api/users/${ben.id}/disable`)],
  ])('and not %s', async (_, change) => {
    const { ana, ben, cara } = of
    await commented()
    expect((await alsoNamedTo(ana))?.split(' and ').toSorted()).toEqual(['Ben Berg', 'Cara Berg'])
    await change(ben)
    await commented()
    expect([await alsoNamedTo(ana), await alsoNamedTo(cara)]).toEqual(['Cara Berg', 'Ana Berg'])
  })

  test('and not the requester once they are erased', async () => {
    const { ana, ben } = of
    await erase(ana)
    await commented()
    expect(await alsoNamedTo(ben)).toBe('Cara Berg')
  })

  test('and nobody of the company that the ticket was moved from, nor of the present one to others', async () => {
    const { ana, ticketId } = of
    const tallow = await aClient(root)
    const [bea, bob] = [await someone('client', 'Bea'), await someone('client', 'Bob')]
    for (const one of [bea, bob]) await assign(root, tallow.id, one.id, 'employee')
    await change(root, ticketId, { clientId: tallow.id })
    for (const one of [bea, bob]) await aParticipant(root, ticketId, one.id)
    await commented()
    expect([await alsoNamedTo(bea), await alsoNamedTo(bob)]).toEqual(['Bob Berg', 'Bea Berg'])
    expect(await alsoNamedTo(ana)).toBe('nobody')
  })
})

test('names cannot add addresses or headers', async () => {
  const { ana, ben, cara } = of
  const hostile = [
    ['B\r\nBcc: evil@evil.example', 'Berg'],
    ['"Ben" <evil@evil.example>, x', 'y" <z@evil.example>'],
    ['=?utf-8?q?evil=40evil.example?=', ', Evil; <evil@evil.example>'],
  ]
  for (const names of hostile) {
    await desk.database.pool.query('update users set first_name = $2, last_name = $3 where id = $1', [
      ben.id,
      ...names,
    ])
    smtp.received.length = 0
    await commented()
    expect(await namedTo(ana)).toEqual({ to: [ana.email], cc: [ben.email, cara.email] })
    for (const { raw, to } of smtp.received) {
      expect(raw).not.toMatch(/^Bcc:/im)
      expect(to).toHaveLength(1)
    }
  }
})

test('a ticket with as many participants as it can have names each, in lines of a header’s length', async () => {
  const { ana, clientId, ticketId } = of
  for (let made = 2; made < 20; made++) {
    const one = await someone('client', 'Ñame', 'x'.repeat(90))
    await assign(root, clientId, one.id, 'employee')
    await aParticipant(root, ticketId, one.id)
  }
  await untilMailed(desk)
  smtp.received.length = 0
  await commented()
  expect((await namedTo(ana))?.cc).toHaveLength(20)
  const [head = ''] = receivedBy(smtp, ana.email)[0]!.raw.split('\r\n\r\n')
  for (const line of head.split('\r\n')) expect(line.length).toBeLessThanOrEqual(998)
})
