import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import { isMailConfigured } from '#features/mail-settings/server/queries.ts'
import type { createMail } from '#features/mail-settings/server/service.ts'
import { canBeInvited, findUser, findUserByEmail } from '#features/users/server/queries.ts'
import type { By } from '#features/users/server/events.ts'
import { AppError, notFound } from '#platform/contract/errors.ts'
import type { Database } from '#platform/server/database.ts'
import { MailFailure } from '#platform/server/mailer.ts'
import type { DoWork } from '#platform/server/work.ts'
import { createPasswordLink, type LinkPurpose } from './password-links.ts'

interface Parts {
  db: Database
  work: DoWork
  mail: ReturnType<typeof createMail>
  /** Never taken from a request: who asks for a link must not choose where it leads. */
  publicUrl: string
  productName: string
  log: FastifyBaseLogger
}

interface Recipient {
  id: string
  email: string
  firstName: string
  lastName: string
}

/** Nobody waits longer for a link they have asked for. */
const pausesMs = [5000, 60_000]

function wordsFor(purpose: LinkPurpose, firstName: string, link: string, productName: string) {
  if (purpose === 'invitation')
    return {
      subject: `Your account for ${productName}`,
      text: `Hello ${firstName},

an account for ${productName} was created for you. Set your password here; the link works once, for seven days:

${link}

After that you sign in with this email address.
`,
    }
  return {
    subject: `Set a new password for ${productName}`,
    text: `Hello ${firstName},

somebody, probably you, asked for a new password for your account. Set it here; the link works once, for one hour:

${link}

If it was not you, you need not do anything: your password stays as it is.
`,
  }
}

/** Mails links by which people set a password. */
export function createLinkMails({ db, work, mail, publicUrl, productName, log }: Parts) {
  const underWay = new Set<Promise<void>>()
  const stopping = new AbortController()

  async function send(purpose: LinkPurpose, user: Recipient, by: By): Promise<void> {
    const token = await work((unit) => createPasswordLink(unit, user.id, purpose, by))
    await mail.sendPlain({
      to: { name: `${user.firstName} ${user.lastName}`, address: user.email },
      messageId: randomUUID(),
      ...wordsFor(purpose, user.firstName, `${publicUrl}/reset?token=${token}`, productName),
    })
  }

  async function answerForgotten(email: string, ip: string): Promise<void> {
    const user = await findUserByEmail(db, email)
    if (!user?.isActive || user.email.endsWith('.invalid')) return
    for (const pause of [...pausesMs, undefined])
      try {
        return await send('reset', user, { actorId: null, ip })
      } catch (error) {
        if (!(error instanceof MailFailure) || error.isForGood || pause === undefined) throw error
        await wait(pause, undefined, { signal: stopping.signal })
      }
  }

  /** @throws {AppError} `conflict` when no mail server is set up */
  async function requireMail(): Promise<void> {
    if (!(await isMailConfigured(db)))
      throw new AppError('conflict', 'No mail server is set up yet, so nobody can be invited.')
  }

  return {
    requireMail,

    /** Mails a link if somebody has this address. It is done later, so that the answer does not tell. */
    forgot(email: string, ip: string): void {
      const job = answerForgotten(email, ip)
        .catch((error: unknown) => {
          const failure = error instanceof Error ? error.message : String(error)
          if (!stopping.signal.aborted) log.warn({ failure }, 'a link to set a password was not mailed')
        })
        .finally(() => underWay.delete(job))
      underWay.add(job)
    },

    /**
     * Mails somebody without a password a link to set one.
     * @throws {AppError} `not_found`; `conflict` for somebody who has a password or is deactivated, and without a mail server
     * @throws {MailFailure}
     */
    async invite(id: string, by: By): Promise<void> {
      const user = await findUser(db, id)
      if (!user) throw notFound()
      if (!canBeInvited(user)) throw new AppError('conflict', 'This user has set a password already.')
      if (!user.isActive) throw new AppError('conflict', 'This user is deactivated.')
      await requireMail()
      await send('invitation', user, by)
    },

    async stop(): Promise<void> {
      stopping.abort()
      await Promise.all(underWay)
    },
  }
}
