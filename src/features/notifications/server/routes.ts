import { i18n } from '#platform/contract/i18n.ts'
import type { Viewer } from '#features/users/contract.ts'
import { AppError, notFound } from '#platform/contract/errors.ts'
import type { Clock } from '#platform/server/clock.ts'
import type { Door } from '#platform/server/door.ts'
import type { DeliveryKind } from '#platform/server/send/outbox.ts'
import { emailPreferenceApi } from '../contract.ts'
import { findProblemKind, findProblems, listProblemKinds } from './problems.ts'
import { hasPreference, listOwnPreferences, listPreferences } from './queries.ts'
import {
  changeOwnPreference,
  changePreference,
  createDefaults,
  createPreference,
  deletePreference,
  recordTestSent,
  retryFailed,
} from './service.ts'
import { createTestMails, type TestMailParts } from './test-mails.ts'

interface Parts extends TestMailParts {
  clock: Clock
  /** Limits test mails. @throws {AppError} `too_many` */
  limitTests(viewerId: string): Promise<void>
  queued(): void
  /** Lists the kinds of deliveries that can be sent now. */
  listReady(): Promise<string[]>
  deliveryKinds: readonly DeliveryKind[]
}

function retryWords(known: readonly DeliveryKind[]) {
  const find = (name: string) => known.find((kind) => kind.name === name)
  const isMail = (name: string) => find(name)?.isMail === true
  return {
    /** Refuses kinds without a sender: they would be due for ever. */
    noWay: (name: string) =>
      new AppError(
        'conflict',
        find(name)?.noSender ?? i18n.t('Nothing on this server sends messages of this kind.'),
      ),
    retried: (kinds: readonly string[]) =>
      kinds.every(isMail)
        ? i18n.t('The emails are being retried.')
        : i18n.t('The messages are being retried.'),
    /** Covers running tries and those due within the minute, which need no request. */
    soon: (kinds: readonly string[]) =>
      kinds.every(isMail)
        ? i18n.t('The emails are retried within a minute.')
        : i18n.t('The messages are retried within a minute.'),
    one([kind]: readonly string[]): string {
      if (kind === undefined) return i18n.t('It is retried within a minute.')
      return isMail(kind) ? i18n.t('The email is being retried.') : i18n.t('The message is being retried.')
    },
  }
}

export function emailPreferenceRoutes({ route }: Door<Viewer>, parts: Parts): void {
  const { db, clock, deliveryKinds } = parts
  const sendTest = createTestMails(parts)
  const words = retryWords(deliveryKinds)

  async function requirePreference(_viewer: Viewer, { id }: { id: string }): Promise<void> {
    if (!(await hasPreference(db, id))) throw notFound()
  }

  async function requireProblem(_viewer: Viewer, { id }: { id: string }): Promise<void> {
    const kind = await findProblemKind(db, deliveryKinds, id, clock.now())
    if (kind === undefined) throw notFound()
    if (!(await parts.listReady()).includes(kind)) throw words.noWay(kind)
  }

  route(emailPreferenceApi.list, ({ query }) => listPreferences(db, query.userId))
  route(emailPreferenceApi.listOf, ({ params }) => listPreferences(db, params.userId))
  route(emailPreferenceApi.problems, () => findProblems(db, deliveryKinds, clock.now()))
  route(emailPreferenceApi.retry, async ({ viewer, work }) => {
    const ready = await parts.listReady()
    const kinds = await work((unit) => retryFailed(unit, viewer, ready))
    parts.queued()
    if (kinds.length > 0) return { message: words.retried(kinds), tried: kinds.length }
    const left = await listProblemKinds(db, deliveryKinds, clock.now())
    const soon = left.filter((kind) => ready.includes(kind))
    if (soon.length > 0) return { message: words.soon(soon), tried: 0 }
    const [unsendable] = left
    if (unsendable !== undefined) throw words.noWay(unsendable)
    return { message: i18n.t('Nothing was retried.'), tried: 0 }
  })
  route(
    emailPreferenceApi.retryOne,
    async ({ viewer, params, work }) => {
      const ready = await parts.listReady()
      const kinds = await work((unit) => retryFailed(unit, viewer, ready, params.id))
      parts.queued()
      return { message: words.one(kinds), tried: kinds.length }
    },
    requireProblem,
  )
  route(emailPreferenceApi.create, ({ viewer, body, work }) =>
    work((unit) => createPreference(unit, viewer, body)),
  )
  route(
    emailPreferenceApi.change,
    ({ viewer, params, body, work }) => work((unit) => changePreference(unit, viewer, params.id, body)),
    requirePreference,
  )
  route(emailPreferenceApi.delete, async ({ viewer, params, work }) => {
    await work((unit) => deletePreference(unit, viewer, params.id))
    return { message: i18n.t('Email preference deleted successfully.') }
  })
  route(emailPreferenceApi.createDefaults, ({ viewer, params, work }) =>
    work((unit) => createDefaults(unit, viewer, params.userId)),
  )
  route(emailPreferenceApi.test, async ({ viewer, body, work }) => {
    await parts.limitTests(viewer.id)
    const result = await sendTest(body)
    if (result.sent) await work((unit) => recordTestSent(unit, viewer, body))
    return result
  })
  route(emailPreferenceApi.own, ({ viewer }) => listOwnPreferences(db, viewer.id))
  route(emailPreferenceApi.changeOwn, async ({ viewer, body: { notificationType, ...change }, work }) => {
    await work((unit) => changeOwnPreference(unit, viewer, { userId: viewer.id, notificationType }, change))
    return listOwnPreferences(db, viewer.id)
  })
}
