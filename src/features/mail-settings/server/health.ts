import { i18n } from '#platform/contract/i18n.ts'
import type { Clock } from '#platform/server/clock.ts'
import type { Database } from '#platform/server/database/query-builder.ts'
import { MailFailure } from '#platform/server/send/mailer.ts'
import type { EmailHealth } from '../contract.ts'
import { findSmtp } from './queries.ts'

/** Least time between two checks, for all callers together. */
const restMs = 5000

interface Parts {
  db: Database
  clock: Clock
  check(): Promise<void>
}

/** Checks the mail server: once for concurrent callers, and again after new settings. */
export function createHealthCheck({ db, clock, check }: Parts) {
  /** `endedAt` is undefined while the check runs. */
  let known: { settings: string; endedAt: number | undefined; health: Promise<EmailHealth> } | undefined

  async function ask(): Promise<EmailHealth> {
    const lastChecked = clock.now().toISOString()
    const begun = performance.now()
    try {
      await check()
      const responseTime = Math.max(1, Math.round(performance.now() - begun))
      return {
        status: 'healthy',
        message: i18n.t('The mail server accepts our emails.'),
        responseTime,
        lastChecked,
      }
    } catch (error) {
      if (!(error instanceof MailFailure)) throw error
      return { status: 'error', message: error.message, responseTime: null, lastChecked }
    }
  }

  return async function findHealth(): Promise<EmailHealth> {
    const smtp = await findSmtp(db)
    if (!smtp)
      return {
        status: 'unknown',
        message: i18n.t('No mail server is set up yet.'),
        responseTime: null,
        lastChecked: null,
      }
    const settings = `${smtp.id} ${smtp.updatedAt.toISOString()}`
    const isOld = known?.endedAt !== undefined && performance.now() - known.endedAt > restMs
    if (known?.settings !== settings || isOld) {
      const mine: NonNullable<typeof known> = { settings, endedAt: undefined, health: ask() }
      known = mine
      const ended = () => (mine.endedAt = performance.now())
      mine.health.then(ended, ended)
    }
    return known.health
  }
}
