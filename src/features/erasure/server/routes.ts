import { setTimeout as wait } from 'node:timers/promises'
import { i18n } from '#platform/contract/i18n.ts'
import { findUser } from '#features/users/server/queries.ts'
import { invalid, notFound } from '#platform/contract/errors.ts'
import type { LiveSession } from '#features/auth/server/queries.ts'
import { languageInUse } from '#platform/server/language.ts'
import type { Door } from '#platform/server/door.ts'
import { erasureApi } from '../contract.ts'
import { erasePerson, type EraserParts } from './service.ts'
import { previewErasure } from './queries.ts'

/** A desk of some size is gone through in less; a call must not be without an answer for longer than browsers and proxies wait. */
const patienceMs = 10_000

export function erasureRoutes(
  { route }: Door<LiveSession>,
  { running, ...parts }: EraserParts & { running: Set<Promise<unknown>> },
): void {
  const { db, clock, log } = parts
  route(erasureApi.preview, ({ viewer, params }) => previewErasure(db, viewer, params.id, clock.now()))
  route(
    erasureApi.erase,
    async ({ viewer, params, body, request: { ip } }) => {
      const user = await findUser(db, params.id)
      if (!user) throw notFound()
      if (user.email !== body.email)
        throw invalid('email', i18n.t('This is not the email address of this person'))
      const language = languageInUse()
      const begun = await erasePerson(parts, { viewer, ip, language }, params.id)
      const going = Promise.resolve(begun?.rest())
        .then(() => true)
        .catch((error: unknown) => {
          log.error({ err: error }, 'an erasure has stopped, and is taken up again')
          return false
        })
        .finally(() => running.delete(going))
      running.add(going)
      const isFinished = await Promise.race([going, wait(patienceMs, false, { ref: false })])
      return {
        message: isFinished
          ? i18n.t('The person was erased.')
          : i18n.t(
              'The person was erased. What others wrote of them is gone through now, which takes some minutes.',
            ),
        isFinished,
      }
    },
    async (_viewer, { id }) => {
      if (!(await findUser(db, id))) throw notFound()
    },
  )
}
