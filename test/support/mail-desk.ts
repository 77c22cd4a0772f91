import { createReplyTokens, replyAddress } from '#features/mail-threads/server/public/reply-address.ts'
import type { TicketDetail } from '#features/conversation/contract.ts'
import type { HistoryEntry } from '#features/tickets/contract.ts'
import pino from 'pino'
import { afterAll, beforeAll, beforeEach } from 'vitest'
import type { InboundMail } from '#features/inbound/contract.ts'
import type { InboundDoor } from '#features/inbound/server/public/door.ts'
import { aClient, assign } from './factories.ts'
import { startApp, type Caller } from './harness.ts'
import { deskAddress, openPost, secondAddress } from './incoming-mail.ts'
import { freePort } from './processes/free-port.ts'

export const writers = {
  ana: 'Ana Silva <ana@meridian.test>',
  ben: 'Ben Okoro <ben@meridian.test>',
  cleo: 'Cleo Park <cleo@tallow.test>',
  eve: 'Eve Adams <eve@staff.test>',
  stranger: 'Sam Stranger <sam@nowhere.test>',
}

const tokens = createReplyTokens('the secret of a test')

/** Address of the desk that answers to a ticket go to. */
export const answerAddress = (ticketId: string) => replyAddress(deskAddress, tokens.tokenOf(ticketId))

export const detailOf = async (by: Caller, id: string) =>
  (await by.get<TicketDetail>(`/api/tickets/${id}`)).body
export const ticketOf = (by: Caller, { ticket }: Pick<InboundMail, 'ticket'>) =>
  detailOf(by, ticket?.id ?? '')
export const historyOf = async (by: Caller, id: string) =>
  (await by.get<HistoryEntry[]>(`/api/tickets/${id}/history`)).body

/** A desk that mails come to: Ana and Ben are of Meridian, whose domain is claimed, Cleo is of Tallow. */
export async function openMailDesk(door: Partial<InboundDoor> = {}) {
  const port = await freePort()
  const lines: string[] = []
  const desk = await startApp({
    logger: pino({ level: 'info' }, { write: (line) => lines.push(line) }),
    inbound: {
      host: '127.0.0.1',
      port,
      addresses: [deskAddress, secondAddress],
      protocol: 'smtp',
      tls: undefined,
      isFirstHop: false,
      ...door,
    },
  })
  const root = await desk.signedIn('super_user')
  const eve = await desk.signedIn('helpdesk', { email: 'eve@staff.test' })
  const ana = await desk.signedIn('client', { email: 'ana@meridian.test' })
  const ben = await desk.signedIn('client', { email: 'ben@meridian.test' })
  const cleo = await desk.signedIn('client', { email: 'cleo@tallow.test' })
  const meridian = await aClient(root, { name: 'Meridian' })
  const tallow = await aClient(root, { name: 'Tallow' })
  await assign(root, meridian.id, ana.id, 'employee')
  await assign(root, meridian.id, ben.id, 'employee')
  await assign(root, tallow.id, cleo.id, 'employee')
  await root.put(`/api/clients/${meridian.id}/domains`, { domains: ['meridian.test'] })
  const post = openPost(port, eve)
  return {
    desk,
    root,
    eve,
    ana,
    ben,
    cleo,
    meridian,
    tallow,
    post,
    /** Lines of the program's log. */
    lines,
    async forgetMails() {
      lines.length = 0
      await desk.database.pool.query('delete from inbound_mails')
      await desk.database.pool.query('delete from inbound_rules')
    },
    /** A ticket of Ana, and the Message-ID of the mail that it came by. */
    async mailedTicket() {
      const mail = await post.deliver({ from: writers.ana, subject: 'The lift is stuck' })
      return { id: mail.ticket?.id ?? '', messageId: mail.messageId ?? '' }
    },
  }
}

export type MailDesk = Awaited<ReturnType<typeof openMailDesk>>

/** Opens such a desk for the tests of a file; each begins without mails. @returns its parts, for use within tests */
export function mailDeskOfFile(): MailDesk {
  const scene: Partial<MailDesk> = {}
  beforeAll(async () => {
    Object.assign(scene, await openMailDesk())
  })
  beforeEach(() => scene.forgetMails?.())
  afterAll(() => scene.desk?.close())
  return scene as MailDesk
}
