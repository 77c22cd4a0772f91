import { and, eq, inArray, isNotNull, or, sql } from 'drizzle-orm'
import { scheduleObjectRemoval } from '#features/uploads/server/service.ts'
import { inBatches } from '#platform/server/database/in-batches.ts'
import type { FormerPerson } from '#platform/server/personal-data.ts'
import type { Work } from '#platform/server/work.ts'
import { inboundMails } from '#tables/inbound-mails.ts'
import { inboundRules } from '#tables/inbound-rules.ts'
import { mailClients } from '#tables/mail-clients.ts'

/** Personal parts of a mail that nobody needs any more. */
const erased = {
  objectPath: null,
  understood: null,
  suggestion: null,
  senderAddress: null,
  envelopeFrom: '',
  remoteAddress: null,
  helo: null,
}

const dayMs = 24 * 60 * 60 * 1000
/** Sources and texts of mails that came to nothing. */
const droppedForMs = 30 * dayMs
/** Sources of mails of a ticket that is gone, also from the trash. */
const orphanedForMs = 60 * dayMs

/**
 * Forgets texts, addresses and sources of mails that came to nothing, or whose tickets are gone. The hash
 * stays, so that the mail is known when it comes again.
 */
export async function forgetOldMails(unit: Work): Promise<void> {
  const { doneAt, state, outcome, objectPath, ticketId } = inboundMails
  const isNothing = sql`(${state} = 'dropped' or ${outcome} = 'nothing') and ${doneAt} < ${new Date(unit.now.getTime() - droppedForMs).toISOString()}`
  const isOrphan = sql`${ticketId} is not null and ${doneAt} < ${new Date(unit.now.getTime() - orphanedForMs).toISOString()}
    and not exists (select from tickets t where t.id = ${ticketId})
    and not exists (select from deleted_things d where d.id = ${ticketId})`
  await inBatches(async (limit) => {
    const old = await unit.tx
      .select({ id: inboundMails.id, objectPath: sql<string>`${objectPath}` })
      .from(inboundMails)
      .where(and(isNotNull(objectPath), sql`(${isNothing}) or (${isOrphan})`))
      .limit(limit)
      .for('no key update')
    const ids = old.map(({ id }) => id)
    await unit.tx.update(inboundMails).set(erased).where(inArray(inboundMails.id, ids))
    await scheduleObjectRemoval(unit.tx, old, unit.now)
    return old.length
  })
}

/** Deletes the sources of a person's mails, what waits of them, and the rule about their address. */
export async function forgetPerson(unit: Work, { id: personId, email }: FormerPerson): Promise<string[]> {
  const { id, objectPath, state, senderAddress } = inboundMails
  await unit.tx
    .delete(inboundRules)
    .where(or(eq(inboundRules.address, email), eq(inboundRules.userId, personId)))
  await unit.tx.delete(mailClients).where(eq(mailClients.userId, personId))
  const own = await unit.tx
    .select({ id, objectPath, state })
    .from(inboundMails)
    .where(eq(senderAddress, email))
    .for('update')
  for (const mail of own) {
    const dropped = { state: 'dropped', outcome: 'nothing', doneAt: unit.now } as const
    await unit.tx
      .update(inboundMails)
      .set({ ...erased, ...(mail.state === 'tray' && dropped) })
      .where(eq(id, mail.id))
  }
  const paths = own.flatMap((mail) => (mail.objectPath === null ? [] : [mail.objectPath]))
  const objects = paths.map((path) => ({ objectPath: path }))
  await scheduleObjectRemoval(unit.tx, objects, unit.now)
  return paths
}
