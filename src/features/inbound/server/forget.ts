import { and, eq, exists, inArray, isNotNull, or, sql, type SQL } from 'drizzle-orm'
import { scheduleObjectRemoval } from '#features/uploads/server/service.ts'
import { inBatches } from '#platform/server/database/in-batches.ts'
import type { FormerPerson } from '#platform/server/personal-data.ts'
import type { Work } from '#platform/server/work.ts'
import { inboundMails } from '#tables/inbound-mails.ts'
import { inboundRules } from '#tables/inbound-rules.ts'
import { mailClients } from '#tables/mail-clients.ts'
import { ticketMails } from '#tables/ticket-mails.ts'

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

/** Forgets the personal parts of these mails. @returns paths of their sources */
async function forgetMails(unit: Work, isMeant: SQL | undefined): Promise<string[]> {
  const { id, objectPath } = inboundMails
  const paths: string[] = []
  await inBatches(async (limit) => {
    const old = await unit.tx
      .select({ id, objectPath: sql<string>`${objectPath}` })
      .from(inboundMails)
      .where(and(isNotNull(objectPath), isMeant))
      .limit(limit)
      .for('no key update')
    const ids = old.map((mail) => mail.id)
    await unit.tx.update(inboundMails).set(erased).where(inArray(id, ids))
    await scheduleObjectRemoval(unit.tx, old, unit.now)
    paths.push(...old.map((mail) => mail.objectPath))
    return old.length
  })
  return paths
}

/**
 * Forgets texts, addresses and sources of mails that came to nothing, and of those whose ticket or comment was
 * deleted for good. The hash stays, so that the mail is known when it comes again.
 * @returns paths of what was deleted for good, to be removed after the unit of work
 */
export async function forgetOldMails(unit: Work): Promise<string[]> {
  const { doneAt, state, outcome, reason, messageId, ticketId, commentId } = inboundMails
  const isNothing = sql`(${state} = 'dropped' or ${outcome} = 'nothing') and ${doneAt} < ${new Date(unit.now.getTime() - droppedForMs).toISOString()}`
  await forgetMails(unit, isNothing)
  const isTicketGone = sql`${ticketId} is not null
    and not exists (select from tickets t where t.id = ${ticketId})
    and not exists (select from deleted_things d where d.id = ${ticketId})`
  // A deleted comment is kept by itself, or with its ticket.
  const isCommentGone = sql`${commentId} is not null
    and not exists (select from comments c where c.id = ${commentId})
    and not exists (select from deleted_things d where d.id = ${commentId}
      or (d.id = ${ticketId} and jsonb_path_exists(d.rows, '$[*] ? (@.table == "comments").rows[*] ? (@.id == $id)',
        jsonb_build_object('id', ${commentId}))))`
  const gone = await forgetMails(unit, or(isTicketGone, isCommentGone))
  const isCopyOfGone = sql`${reason} = 'copy' and not exists (select from inbound_mails original
    where original.message_id = ${messageId} and original.outcome in ('ticket', 'comment')
      and original.object_path is not null)`
  return [...gone, ...(await forgetMails(unit, isCopyOfGone))]
}

/** Locks the mails by a person: from their address, from one remembered as theirs, and those filed for them. */
async function lockMailsOf({ tx }: Work, { id: personId, email }: FormerPerson) {
  const { id, objectPath, state, senderAddress, messageId, ticketId, understood, handledById } = inboundMails
  const remembered = tx
    .select({ address: inboundRules.address })
    .from(inboundRules)
    .where(eq(inboundRules.userId, personId))
  // Programs and forgers give one id to several mails, so the ticket must be the same; a split moves it.
  const filed = tx
    .select({ id: ticketMails.messageId })
    .from(ticketMails)
    .where(
      and(
        eq(ticketMails.userId, personId),
        eq(ticketMails.direction, 'in'),
        eq(ticketMails.messageId, messageId),
        sql`${ticketMails.ticketId}::text in (${ticketId}::text, ${understood} ->> 'splitTicketId')`,
      ),
    )
  // A mail by somebody unknown is filed under the member of the desk who decides about it, and stays.
  const isByThem = sql`${handledById} is distinct from ${personId}`
  return tx
    .select({ id, objectPath, state })
    .from(inboundMails)
    .where(or(eq(senderAddress, email), inArray(senderAddress, remembered), and(exists(filed), isByThem)))
    .for('update')
}

/** Deletes the sources of a person's mails, what waits of them, and the rules about their addresses. */
export async function forgetPerson(unit: Work, person: FormerPerson): Promise<string[]> {
  const { id: personId, email } = person
  // First: the rules tell which addresses are theirs.
  const own = await lockMailsOf(unit, person)
  await unit.tx
    .delete(inboundRules)
    .where(or(eq(inboundRules.address, email), eq(inboundRules.userId, personId)))
  await unit.tx.delete(mailClients).where(eq(mailClients.userId, personId))
  for (const mail of own) {
    const dropped = { state: 'dropped', outcome: 'nothing', doneAt: unit.now } as const
    await unit.tx
      .update(inboundMails)
      .set({ ...erased, ...(mail.state === 'tray' && dropped) })
      .where(eq(inboundMails.id, mail.id))
  }
  const paths = own.flatMap((mail) => (mail.objectPath === null ? [] : [mail.objectPath]))
  const objects = paths.map((path) => ({ objectPath: path }))
  await scheduleObjectRemoval(unit.tx, objects, unit.now)
  return paths
}
