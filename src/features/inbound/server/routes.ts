import { create as contentDisposition } from 'content-disposition'
import { findClient } from '#features/clients/server/queries.ts'
import type { InboundAddresses } from '#features/mail-settings/server/service.ts'
import { isAnyActive } from '#features/mailboxes/server/queries.ts'
import type { Viewer } from '#features/users/contract.ts'
import { i18n } from '#platform/contract/i18n.ts'
import { notFound } from '#platform/contract/errors.ts'
import { startOfDay, type Clock } from '#platform/server/clock.ts'
import { streamFor } from '#platform/server/call/stream-for.ts'
import type { Database } from '#platform/server/database/query-builder.ts'
import type { Door } from '#platform/server/door.ts'
import type { ObjectStore } from '#platform/server/store/object-store.ts'
import { inboundApi } from '../contract.ts'
import { inboundSettingsApi, type InboundSettings } from '../settings/contract.ts'
import { canHandleMail } from '../policy.ts'
import type { InboundDoor } from './public/door.ts'
import {
  findInboundSettings,
  findMail,
  findMailClient,
  findToday,
  listDomains,
  listMails,
  listMailsOfTicket,
  listRules,
  requireMail,
} from './queries.ts'
import { makeRequester } from './requester.ts'
import type { createSplitting } from './split.ts'
import { changeInboundSettings, removeRule, setDomains, setMailClient } from './settings.ts'
import { blockSender, dropMail, type createTray } from './tray.ts'

interface Parts {
  db: Database
  clock: Clock
  timeZone: string
  store: ObjectStore
  tray: ReturnType<typeof createTray>
  split: ReturnType<typeof createSplitting>
  /** Undefined: none listens. */
  listener: InboundDoor | undefined
  inboundAddresses: InboundAddresses
}

export function inboundRoutes({ route }: Door<Viewer>, parts: Parts): void {
  const { db, clock, timeZone, store, tray, listener } = parts
  const mailExists = (_: Viewer, { id }: { id: string }) => requireMail(db, id)
  const clientExists = async (_: Viewer, { id }: { id: string }) => {
    if (!(await findClient(db, id))) throw notFound()
  }

  async function settings(): Promise<InboundSettings> {
    const dayStart = startOfDay(clock.now(), timeZone)
    return {
      ...(await findInboundSettings(db)),
      doors: {
        isOn: listener !== undefined || (await isAnyActive(db)),
        ...(await findToday(db, dayStart)),
      },
      listener: {
        isOn: listener !== undefined,
        host: listener?.host ?? null,
        port: listener?.port ?? null,
        isEncrypted: listener?.tls !== undefined,
        addresses: [...(await parts.inboundAddresses(db))],
        ...(await findToday(db, dayStart, 'smtp')),
      },
    }
  }

  route(inboundApi.list, ({ query }) => listMails(db, query))
  route(inboundSettingsApi.rules, () => listRules(db))
  route(inboundSettingsApi.removeRule, async ({ viewer, params, work }) => {
    await work((unit) => removeRule(unit, viewer, params.id))
    return { message: i18n.t('The rule was removed.') }
  })
  route(inboundApi.detail, ({ params }) => findMail(db, params.id))
  route(inboundApi.source, async ({ viewer, params, request, reply }) => {
    const { id, objectPath, size, ticketId } = await requireMail(db, params.id)
    if (objectPath === null || (ticketId === null && !canHandleMail(viewer))) throw notFound()
    const bytes = await streamFor(request, () => store.read(objectPath))
    void reply.type('message/rfc822').headers({
      'content-disposition': contentDisposition(`mail-${id}.eml`),
      'content-length': size,
      'content-security-policy': "default-src 'none'; sandbox; frame-ancestors 'none'",
      'cross-origin-resource-policy': 'same-origin',
      'x-content-type-options': 'nosniff',
      'cache-control': 'private, no-cache',
    })
    // The bytes as they came, not a compressed form.
    request.headers['x-no-compression'] = 'true'
    return reply.send(bytes)
  })
  route(
    inboundApi.attach,
    ({ viewer, params, body, work }) => tray.attach(viewer, work, params.id, body),
    mailExists,
  )
  route(
    inboundApi.file,
    ({ viewer, params, body, work }) => tray.file(viewer, work, params.id, body),
    mailExists,
  )
  route(
    inboundApi.makePerson,
    ({ viewer, params, body, work }) => tray.makePerson(viewer, work, params.id, body),
    mailExists,
  )
  route(
    inboundApi.block,
    ({ viewer, params, work }) => work((unit) => blockSender(unit, viewer, params.id)),
    mailExists,
  )
  route(
    inboundApi.drop,
    ({ viewer, params, work }) => work((unit) => dropMail(unit, viewer, params.id)),
    mailExists,
  )
  route(inboundApi.restore, ({ viewer, params, work }) => tray.restore(viewer, work, params.id), mailExists)
  route(
    inboundApi.makeRequester,
    async ({ viewer, params, work }) => {
      await work((unit) => makeRequester(unit, viewer, params.id))
      return findMail(db, params.id)
    },
    mailExists,
  )
  route(inboundApi.split, ({ viewer, params, work }) => parts.split(viewer, work, params.id), mailExists)
  route(inboundApi.ofTicket, ({ viewer, params }) => listMailsOfTicket(db, viewer, params.id))
  route(inboundSettingsApi.domains, ({ params }) => listDomains(db, params.id), clientExists)
  route(
    inboundSettingsApi.setDomains,
    ({ viewer, params, body, work }) => work((unit) => setDomains(unit, viewer, params.id, body)),
    clientExists,
  )
  route(inboundSettingsApi.mailClient, ({ viewer }) => findMailClient(db, viewer))
  route(inboundSettingsApi.setMailClient, ({ viewer, body, work }) =>
    work((unit) => setMailClient(unit, viewer, body)),
  )
  route(inboundSettingsApi.settings, settings)
  route(inboundSettingsApi.changeSettings, async ({ viewer, body, work }) => {
    await work((unit) => changeInboundSettings(unit, viewer, body))
    return settings()
  })
}
