import { i18n } from '#platform/contract/i18n.ts'
import { randomUUID } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import type { Viewer } from '#features/users/contract.ts'
import { AppError } from '#platform/contract/errors.ts'
import type { Clock } from '#platform/server/clock.ts'
import type { Database } from '#platform/server/database/query-builder.ts'
import type { Door } from '#platform/server/door.ts'
import { MailFailure } from '#platform/server/send/mailer.ts'
import { defaultCompany, mailSettingsApi } from '../contract.ts'
import { notifyOtherAdministrators } from './change-notice.ts'
import { createHealthCheck } from './health.ts'
import { findEmailSettings, findSmtp } from './queries.ts'
import { changeEmailSettings, type createMail, type InboundAddresses } from './service.ts'
import { renderMail, sampleVariables } from './template.ts'

interface Parts {
  db: Database
  clock: Clock
  secret: string
  publicUrl: string
  mail: ReturnType<typeof createMail>
  inboundAddresses: InboundAddresses
  /** Limits test mails. @throws {AppError} `too_many` */
  limitTests(viewerId: string): Promise<void>
  /** Limits changes of the mail server. @throws {AppError} `too_many` */
  limitServers(viewerId: string): Promise<void>
}

/** Templates are foreign HTML: no scripts, no loading, no cookies. */
const previewPolicy = [
  'sandbox',
  "default-src 'none'",
  "style-src 'unsafe-inline'",
  'img-src data:',
  "frame-ancestors 'self'",
].join('; ')

/** Parses forms: the only way to send a frame something as long as a template. */
function readForms(scope: FastifyInstance): void {
  scope.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string' },
    (_request, body, done) => {
      try {
        const template = new URLSearchParams(String(body)).get('template') ?? 'null'
        done(null, { emailTemplate: JSON.parse(template) })
      } catch {
        done(new AppError('invalid', i18n.t('The template is not valid JSON.')))
      }
    },
  )
}

export async function mailSettingsRoutes(door: Door<Viewer>, parts: Parts): Promise<void> {
  const { db, clock, secret, publicUrl, mail } = parts
  const { route } = door
  const findHealth = createHealthCheck({ db, clock, check: mail.check })
  const sample = async (companyName?: string) =>
    sampleVariables(
      companyName ?? (await findSmtp(db))?.companyName ?? defaultCompany,
      publicUrl,
      (await parts.inboundAddresses(db))[0],
    )

  route(mailSettingsApi.get, () => findEmailSettings(db))
  route(mailSettingsApi.change, async ({ viewer, body, work, requirePassword }) => {
    if (body.server) {
      requirePassword()
      await parts.limitServers(viewer.id)
    }
    const saving = { secret, sample: await sample(body.server?.companyName) }
    const before = await findSmtp(db)
    const changes = await work((unit) => changeEmailSettings(unit, viewer, body, saving))
    // Do not wait for mail servers, which may be unreachable.
    notifyOtherAdministrators(
      { db, mail, log: door.app.log, publicUrl },
      { by: viewer, before, changes },
    ).catch((error: unknown) =>
      door.app.log.warn({ err: error }, 'super users were not told of the new mail server'),
    )
    return findEmailSettings(db)
  })
  route(mailSettingsApi.health, findHealth)

  route(mailSettingsApi.test, async ({ viewer, body }) => {
    await parts.limitTests(viewer.id)
    try {
      const to = { name: '', address: body.email }
      await mail.sendTemplated({
        to,
        variables: { ...(await sample()), howToReply: '' },
        messageId: randomUUID(),
      })
    } catch (error) {
      throw error instanceof MailFailure ? new AppError('conflict', error.message) : error
    }
    return { message: i18n.t('Check your inbox for the test email.') }
  })

  route(mailSettingsApi.preview, async ({ body }) => renderMail(body.emailTemplate, await sample()))
  await door.app.register(async (scope) => {
    readForms(scope)
    door.within(scope).route(mailSettingsApi.previewPage, async ({ body, reply }) =>
      reply
        // The sandboxed page has no origin, so this header has no effect.
        .removeHeader('origin-agent-cluster')
        .header('content-security-policy', previewPolicy)
        .header('cache-control', 'no-store')
        .type('text/html; charset=utf-8')
        .send(renderMail(body.emailTemplate, await sample()).html),
    )
  })
}
