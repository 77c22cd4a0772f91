import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { rememberMail } from '#features/mail-threads/server/service.ts'
import { aComment, aTicket } from '#test/factories.ts'
import { forgeries, type Target } from '#test/forged-mails.ts'
import type { Letter } from '#test/incoming-mail.ts'
import { answerAddress, detailOf, historyOf, mailDeskOfFile, writers } from '#test/mail-desk.ts'
import { sendThrough, untilMailed } from '#test/mails.ts'
import { startSmtp, type Smtp } from '#test/services/smtp.ts'
import type { InboundMailDetail } from '../contract.ts'

const scene = mailDeskOfFile()
let smtp: Smtp
let numbered = 0
const { ana, cleo, eve } = writers

async function aTarget(): Promise<Target> {
  const { id, ticketNumber } = await aTicket(scene.ana, { customerName: 'Meridian' })
  const commentId = await aComment(scene.eve, id, 'Between us.', true)
  const number = ++numbered
  const ids = {
    byAna: `first-${number}@meridian.test`,
    toAna: `to-ana-${number}@desk.test`,
    toEve: `to-eve-${number}@desk.test`,
    toRoot: `to-root-${number}@desk.test`,
    internal: `internal-${number}@desk.test`,
  }
  await scene.desk.work(async (unit) => {
    const out = { ticketId: id, direction: 'out' } as const
    await rememberMail(unit, {
      messageId: ids.byAna,
      ticketId: id,
      direction: 'in',
      userId: scene.ana.id,
      subject: 'Printer',
    })
    await rememberMail(unit, { messageId: ids.toAna, userId: scene.ana.id, ...out })
    await rememberMail(unit, { messageId: ids.toEve, userId: scene.eve.id, ...out })
    await rememberMail(unit, { messageId: ids.toRoot, userId: scene.root.id, ...out })
    await rememberMail(unit, {
      messageId: ids.internal,
      userId: scene.eve.id,
      commentId,
      isInternal: true,
      ...out,
    })
  })
  return { id, number: ticketNumber, token: answerAddress(id), ...ids }
}

beforeAll(async () => {
  smtp = await startSmtp()
  await sendThrough(scene.root, smtp)
})
afterAll(async () => {
  await smtp.close()
})

describe('a forged mail joins nothing, tells nothing and mails nobody:', () => {
  async function countAll() {
    const { rows } = await scene.desk.database.pool.query<Record<string, number>>(
      `select (select count(*)::int from users) as people, (select count(*)::int from comments) as comments,
        (select count(*)::int from mail_bounces) as refused,
        (select count(*)::int from ticket_participants p join tickets t on t.id = p.ticket_id
          where t.created_by_id = $1) as participants`,
      [scene.ana.id],
    )
    return rows[0]
  }

  const targets: Target[] = []
  beforeAll(async () => {
    while (targets.length < forgeries.length) targets.push(await aTarget())
    await untilMailed(scene.desk)
  }, 120_000)

  test('there are more than forty', () => {
    expect(forgeries.length).toBeGreaterThan(40)
  })

  test.each(forgeries)('%s: %s', async (_, result, forged) => {
    const target = targets.pop()!
    const mailed = smtp.received.length
    const before = {
      all: await countAll(),
      ticket: await detailOf(scene.ana, target.id),
      history: await historyOf(scene.ana, target.id),
    }
    const mail = await scene.post.deliver(forged(target))
    expect([shown(mail), mail.ticket?.id === target.id]).toEqual([result, result === 'event'])
    expect({
      all: await countAll(),
      ticket: await detailOf(scene.ana, target.id),
      history: await historyOf(scene.ana, target.id),
    }).toEqual(before)
    await untilMailed(scene.desk)
    const told = smtp.received.slice(mailed).flatMap(({ to }) => to)
    const own = mail.from?.address
    expect(
      told.filter((address) => !/@(?:staff\.test|example\.com)$/.test(address) && address !== own),
    ).toEqual([])
  })

  const shown = ({ state, outcome, reason }: InboundMailDetail): string => {
    if (state === 'tray') return reason ?? ''
    return outcome === 'ticket' ? 'own ticket' : (outcome ?? state)
  }

  test('an id that another took for a mail of theirs still leads to its first ticket', async () => {
    const target = await aTarget()
    await scene.post.deliver({ from: cleo, messageId: target.byAna, subject: 'Mine now' })
    expect(await scene.post.deliver({ from: ana, inReplyTo: target.byAna })).toMatchObject({
      outcome: 'comment',
      ticket: { id: target.id },
    })
  })

  test('staff answer a mail of their own, publicly or within, and by the word of the relay', async () => {
    const target = await aTarget()
    const deliver = (letter: Letter) => scene.post.deliver({ from: eve, ...letter })
    const last = async () => (await detailOf(scene.eve, target.id)).comments.at(-1)
    expect(await deliver({ inReplyTo: target.toEve })).toMatchObject({ outcome: 'comment' })
    expect(await last()).toMatchObject({ isInternal: false, user: { id: scene.eve.id } })
    expect(await deliver({ inReplyTo: target.internal })).toMatchObject({ outcome: 'comment' })
    expect(await last()).toMatchObject({ isInternal: true })
    // The token beside it would make it public.
    expect(await deliver({ inReplyTo: target.internal, recipients: [target.token] })).toMatchObject({
      outcome: 'comment',
    })
    expect(await last()).toMatchObject({ isInternal: true })
    const settings = { formSenders: [], authenticationServer: 'mx.desk.test', products: [] }
    await scene.root.put('/api/admin/inbound-settings', settings)
    const proved = { 'Authentication-Results': 'mx.desk.test; dmarc=pass header.from=staff.test' }
    expect(await deliver({ recipients: [target.token], headers: proved })).toMatchObject({
      outcome: 'comment',
    })
    const encoded = `=?utf-8?Q?;_dmarc=3Dpass_header.from=3Dstaff.test;?=@nowhere.test`
    const forged = { 'Authentication-Results': `mx.desk.test; spf=pass smtp.mailfrom=${encoded}` }
    expect(await deliver({ recipients: [target.token], headers: forged })).toMatchObject({
      state: 'tray',
      reason: 'staff-unproved',
    })
    await scene.root.put('/api/admin/inbound-settings', { ...settings, authenticationServer: null })
  })

  test('a form that writes for staff proves nothing', async () => {
    const target = await aTarget()
    const settings = { formSenders: ['form@site.test'], authenticationServer: null, products: [] }
    await scene.root.put('/api/admin/inbound-settings', settings)
    const letter = { from: 'Form <form@site.test>', replyTo: eve, recipients: [target.token] }
    expect(await scene.post.deliver(letter)).toMatchObject({ state: 'tray', reason: 'staff-unproved' })
    await scene.root.put('/api/admin/inbound-settings', { ...settings, formSenders: [] })
  })
})
