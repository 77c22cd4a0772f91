import type { Viewer } from '#features/users/contract.ts'
import { AppError, notFound } from '#platform/contract/errors.ts'
import { i18n } from '#platform/contract/i18n.ts'
import type { Database } from '#platform/server/database/query-builder.ts'
import { startOfDay, type Clock } from '#platform/server/clock.ts'
import type { Bus } from '#platform/server/bus.ts'
import type { Door } from '#platform/server/door.ts'
import { MailFailure } from '#platform/server/send/mailer.ts'
import { mailboxApi } from '../contract.ts'
import { tellMailboxesChanged } from './changed.ts'
import { connect, failureOf, openFolders } from './connect.ts'
import { findMailbox, listMailboxes, type MailboxRow } from './queries.ts'
import { addMailbox, changeMailbox, removeMailbox, type MailboxSecrets } from './service.ts'

interface Parts {
  db: Database
  clock: Clock
  timeZone: string
  bus: Pick<Bus, 'publish'>
  secrets: MailboxSecrets
  /** @throws {AppError} `too_many` */
  limitServers(viewerId: string): Promise<void>
}

/** Connects, signs in and opens the folders. @throws {MailFailure} */
async function check(row: MailboxRow, { accountOf }: MailboxSecrets): Promise<void> {
  const account = accountOf(row)
  const client = await connect(account, { onError: () => undefined })
  try {
    await openFolders(client, row.folder, row.moveTo)
  } catch (error) {
    throw failureOf(error, account)
  } finally {
    client.close()
  }
}

export function mailboxRoutes(
  { route }: Door<Viewer>,
  { db, clock, timeZone, bus, secrets, limitServers }: Parts,
): void {
  const exists = async (_: Viewer, { id }: { id: string }) => {
    if (!(await findMailbox(db, id))) throw notFound()
  }
  route(mailboxApi.list, () => listMailboxes(db, startOfDay(clock.now(), timeZone)))
  route(mailboxApi.create, async ({ viewer, body, work }) => {
    await limitServers(viewer.id)
    const added = await work((unit) => addMailbox(unit, viewer, body, secrets))
    tellMailboxesChanged(bus)
    return added
  })
  route(
    mailboxApi.change,
    async ({ viewer, params, body, work }) => {
      await limitServers(viewer.id)
      const changed = await work((unit) => changeMailbox(unit, viewer, params.id, { input: body, secrets }))
      tellMailboxesChanged(bus)
      return changed
    },
    exists,
  )
  route(mailboxApi.check, async ({ viewer, params }) => {
    await limitServers(viewer.id)
    const row = await findMailbox(db, params.id)
    if (!row) throw notFound()
    try {
      await check(row, secrets)
    } catch (error) {
      throw error instanceof MailFailure ? new AppError('conflict', error.message) : error
    }
    return { message: i18n.t('The mailbox can be read.') }
  })
  route(mailboxApi.remove, async ({ viewer, params, work }) => {
    await work((unit) => removeMailbox(unit, viewer, params.id))
    tellMailboxesChanged(bus)
    return { message: i18n.t('The mailbox is no longer read.') }
  })
}
