import { i18n } from '#platform/contract/i18n.ts'
import type { FastifyInstance } from 'fastify'
import { AppError, forbidden, invalid } from '#platform/contract/errors.ts'
import { parseJson } from '#platform/contract/narrowing.ts'
import type { DoWork } from '#platform/server/work.ts'
import { receive } from './service.ts'
import { isSigned, isVerified, messagesOf, type WhatsAppAccount } from './whatsapp.ts'

interface Parts {
  work: DoWork
  account: WhatsAppAccount
  queued(): void
}

export const whatsAppPath = '/api/channel/whatsapp'

function parsed(body: Buffer): unknown {
  const json = parseJson(body.toString('utf8'))
  if (json === undefined) throw invalid('body', i18n.t('The body is not valid JSON.'))
  return json
}

/**
 * Serves the webhook of the WhatsApp Business Cloud API: the challenge, and notifications. It repeats a
 * notification until it receives a 200, so answer only after the commit.
 */
export async function whatsAppRoutes(app: FastifyInstance, { work, account, queued }: Parts): Promise<void> {
  await app.register(async (scope) => {
    // The signature covers the raw bytes.
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('application/json', { parseAs: 'buffer' }, (_request, body, done) =>
      done(null, body),
    )

    scope.get<{ Querystring: Record<string, unknown> }>(whatsAppPath, async ({ query }, reply) => {
      const challenge = query['hub.challenge']
      if (query['hub.mode'] !== 'subscribe' || !isVerified(query['hub.verify_token'], account))
        throw forbidden(i18n.t('The verify token is wrong.'))
      if (typeof challenge !== 'string' || !/^[\w.-]{1,200}$/.test(challenge))
        throw invalid('hub.challenge', i18n.t('hub.challenge must be a short word'))
      return reply.type('text/plain; charset=utf-8').send(challenge)
    })

    scope.post(whatsAppPath, async ({ body, headers, log }) => {
      const bytes = Buffer.isBuffer(body) ? body : Buffer.alloc(0)
      if (!isSigned(bytes, headers['x-hub-signature-256'], account.appSecret)) {
        log.warn('refused: the signature of a message is not right')
        throw new AppError('unauthenticated', i18n.t('The signature is not right.'))
      }
      const messages = messagesOf(parsed(bytes), account)
      if (!messages) throw invalid('entry', i18n.t('The body is not a notification.'))
      for (const message of messages) await work((unit) => receive(unit, message))
      if (messages.length > 0) queued()
      return { message: 'Received' }
    })
  })
}
