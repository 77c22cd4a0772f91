import { createHmac } from 'node:crypto'
import type { FastifyBaseLogger } from 'fastify'
import { isMailConfigured } from '#features/mail-settings/server/queries.ts'
import type { createMail } from '#features/mail-settings/server/service.ts'
import { canBeInvited, findUser } from '#features/users/server/queries.ts'
import type { By } from '#features/users/server/events.ts'
import { AppError, notFound } from '#platform/contract/errors.ts'
import type { Clock } from '#platform/server/clock.ts'
import type { Database } from '#platform/server/database/database.ts'
import { createDispatcher } from '#platform/server/send/dispatcher.ts'
import { oneLine } from '#platform/server/one-line.ts'
import { claimDue } from '#platform/server/send/outbox.ts'
import type { DoWork, Work } from '#platform/server/work.ts'
import { linkMails } from '#tables/link-mails.ts'
import { forgetEndedAddressChanges } from './address-change.ts'
import {
  dropLinkMail,
  forgetEndedLinkMails,
  listDueLinkMails,
  noteLinkMailFailed,
  openLinkMail,
  queueInvitation,
  queueReset,
  type LinkMail,
  type TokenOf,
} from './link-outbox.ts'
import { wordsFor } from './link-words.ts'

interface Parts {
  db: Database
  work: DoWork
  clock: Clock
  mail: ReturnType<typeof createMail>
  secret: string
  /** Never taken from a request: who asks for a link must not choose where it leads. */
  publicUrl: string
  productName: string
  log: FastifyBaseLogger
}

/** Mails links by which people set a password, each until the mail server has taken it or the link has ended. */
export function createLinkMails({ db, work, clock, mail, secret, publicUrl, productName, log }: Parts) {
  const key = createHmac('sha256', secret).update('password links').digest()
  const tokenOf: TokenOf = ({ id }) => createHmac('sha256', key).update(id).digest('base64url')

  /** @returns false when there is nobody to send it to */
  async function send(row: LinkMail): Promise<boolean> {
    const user = await work((unit) => openLinkMail(unit, row, tokenOf))
    if (!user) return false
    const { purpose, expiresAt, id } = row
    await mail.sendPlain({
      to: {
        name: oneLine(`${user.firstName} ${user.lastName}`),
        address: purpose === 'address' ? row.email : user.email,
      },
      messageId: id,
      ...wordsFor({
        purpose,
        firstName: oneLine(user.firstName),
        address: `${publicUrl}/${purpose === 'address' ? 'profile' : 'reset'}?token=${tokenOf(row)}`,
        lastsMs: expiresAt.getTime() - clock.now().getTime(),
        productName,
      }),
    })
    return true
  }

  const dispatcher = createDispatcher({
    clock,
    log,
    what: 'a link to set a password',
    atOnce: 3,
    listDue: async (now, most) => ((await isMailConfigured(db)) ? listDueLinkMails(db, now, most) : []),
    claim: (row, until) => work((unit) => claimDue(unit, linkMails, row, until)),
    send,
    noteSent: (row) => work((unit) => dropLinkMail(unit, row)),
    noteFailed: (row, failure, dueAt) => work((unit) => noteLinkMailFailed(unit, row, failure, dueAt)),
    maintain: () =>
      work(async (unit) => {
        await forgetEndedLinkMails(unit)
        await forgetEndedAddressChanges(unit)
      }),
  })

  return {
    tokenOf,
    /** There may be something to send. */
    wake: dispatcher.wake,
    stop: dispatcher.stop,

    /** Queues a link for whoever has this address. To be followed by `wake`. */
    forgot: (unit: Work, email: string, ip: string): Promise<void> => queueReset(unit, email, ip),

    /**
     * Queues a link for somebody without a password. To be followed by `deliver`.
     * @throws {AppError} `not_found`; `conflict` for somebody who has a password or is deactivated, and without a mail server
     */
    async invite(unit: Work, id: string, by: By): Promise<LinkMail> {
      const user = await findUser(unit.tx, id)
      if (!user) throw notFound()
      if (!canBeInvited(user)) throw new AppError('conflict', 'This user has set a password already.')
      if (!user.isActive) throw new AppError('conflict', 'This user is deactivated.')
      if (!(await isMailConfigured(unit.tx)))
        throw new AppError('conflict', 'No mail server is set up yet, so nobody can be invited.')
      return queueInvitation(unit, user, { by, tokenOf, dueAt: dispatcher.leasedUntil() })
    },

    /** Sends an invitation at once. @returns why it did not go out, and what becomes of it */
    async deliver(invitation: LinkMail): Promise<string | undefined> {
      const failed = await dispatcher.sendNow(invitation)
      if (!failed) return undefined
      return failed.dueAt === null ? failed.failure : `${failed.failure} It is tried again.`
    },
  }
}
