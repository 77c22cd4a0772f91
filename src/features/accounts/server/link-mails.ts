import { i18n } from '#platform/contract/i18n.ts'
import { deleteDelivery } from '#features/deliveries/server/service.ts'
import { isMailConfigured } from '#features/mail-settings/server/queries.ts'
import type { createMail } from '#features/mail-settings/server/service.ts'
import { languageOf } from '#features/users/policy.ts'
import { canBeInvited, findUser } from '#features/users/server/queries.ts'
import type { Viewer } from '#features/users/contract.ts'
import { AppError, notFound } from '#platform/contract/errors.ts'
import type { Clock } from '#platform/server/clock.ts'
import type { Database } from '#platform/server/database/query-builder.ts'
import { inLanguage } from '#platform/server/language.ts'
import { mailboxOf } from '#platform/server/send/mailer.ts'
import { nameInMail } from '#platform/server/send/name-in-mail.ts'
import type { Sender, StoredDelivery } from '#platform/server/send/outbox.ts'
import type { DoWork, Work } from '#platform/server/work.ts'
import { linkMail, type LinkMail } from './deliveries.ts'
import { openLinkMail, queueInvitation, queueReset } from './link-outbox.ts'
import { createTokenOf } from './link-tokens.ts'
import { wordsFor } from './link-words.ts'

interface Parts {
  db: Database
  work: DoWork
  clock: Clock
  mail: ReturnType<typeof createMail>
  secret: string
  /** Never taken from a request: the requester must not choose where a link leads. */
  publicUrl: string
  productName: string
}

/** Mails each link until the mail server has taken it or the link has ended. */
export function createLinkSender(parts: Parts): Sender<LinkMail['payload']> {
  const { db, work, clock, mail, secret, publicUrl, productName } = parts
  const tokenOf = createTokenOf(secret)
  return {
    kind: linkMail,
    what: 'a link to set a password',
    atOnce: 3,
    isReady: () => isMailConfigured(db),
    async send(row) {
      const user = await work((unit) => openLinkMail(unit, row, tokenOf))
      if (!user) return false
      const { id, expiresAt } = row
      const { purpose, email } = row.payload
      const words = inLanguage(languageOf(user), () =>
        wordsFor({
          purpose,
          firstName: nameInMail(user.firstName),
          address: `${publicUrl}/${purpose === 'address' ? 'profile' : 'reset'}?token=${tokenOf(row)}`,
          lastsMs: (expiresAt?.getTime() ?? 0) - clock.now().getTime(),
          productName,
        }),
      )
      await mail.sendPlain({
        to: mailboxOf(user, purpose === 'address' ? email : user.email),
        messageId: id,
        ...words,
      })
      return true
    },
    /** Keeps nothing of the typed address once it was sent, or there is no recipient. */
    noteDone: (unit, { id }) => deleteDelivery(unit, id),
  }
}

export function createLinks(secret: string) {
  const tokenOf = createTokenOf(secret)
  return {
    tokenOf,

    forgot: queueReset,

    /**
     * Queues a link that the caller sends at once.
     * @throws {AppError} `not_found`; `conflict` without a mail server, or when no invitation is possible
     */
    async invite(unit: Work, by: Pick<Viewer, 'id'>, id: string): Promise<StoredDelivery> {
      const user = await findUser(unit.tx, id)
      if (!user) throw notFound()
      if (!canBeInvited(user)) throw new AppError('conflict', i18n.t('This user has already set a password.'))
      if (!user.isActive) throw new AppError('conflict', i18n.t('This user is deactivated.'))
      if (!(await isMailConfigured(unit.tx)))
        throw new AppError('conflict', i18n.t('No mail server is set up yet, so nobody can be invited.'))
      return queueInvitation(unit, user, { by: { actorId: by.id }, tokenOf })
    },
  }
}
