import { and, asc, eq, lte, ne, sql } from 'drizzle-orm'
import { assignToClient } from '#features/clients/server/service.ts'
import { ticketMailNoted } from '#features/tickets/server/events.ts'
import { cancelObjectRemoval } from '#features/uploads/server/service.ts'
import { findUserByEmail } from '#features/users/server/queries.ts'
import { createUser } from '#features/users/server/service.ts'
import { onlyRow } from '#platform/server/database/database.ts'
import { lockName } from '#platform/server/database/lock-name.ts'
import type { Work } from '#platform/server/work.ts'
import { inboundMails } from '#tables/inbound-mails.ts'
import { inboundRules } from '#tables/inbound-rules.ts'
import type { TrayReason, automaticKinds } from '../contract.ts'
import { mailWaits, supplierWrote } from './events.ts'
import { findHeld } from './find-known.ts'
import type { MailRow } from './queries.ts'
import type { Suggested, Understood } from './understood.ts'

export interface Envelope {
  door: MailRow['door']
  /** Empty for the null path. */
  envelopeFrom: string
  /** Addresses of the desk as they were written to, in normal form. */
  recipients: readonly string[]
  /** Addresses of the desk that these are of, without reply tokens. */
  mailboxes: readonly string[]
  /** IP address and name of the host that sent it, where this desk is the first hop. */
  remoteAddress?: string
  helo?: string
}

interface StoredMail extends Envelope {
  id: string
  size: number
  contentHash: string
  messageId: string | null
  objectPath: string
}

/** Records a stored mail. @returns the id of the mail with this content, which may be an earlier one */
export async function recordMail(unit: Work, mail: StoredMail): Promise<{ id: string }> {
  const rows = await unit.tx
    .insert(inboundMails)
    .values({
      ...mail,
      recipients: [...mail.recipients],
      mailboxes: [...mail.mailboxes],
      state: 'received',
      dueAt: unit.now,
      receivedAt: unit.now,
    })
    .onConflictDoNothing()
    .returning({ id: inboundMails.id })
  const [created] = rows
  if (created) {
    await cancelObjectRemoval(unit.tx, mail.objectPath)
    return created
  }
  const known = await unit.tx
    .select()
    .from(inboundMails)
    .where(eq(inboundMails.contentHash, mail.contentHash))
    .for('update')
  const { id, mailboxes, recipients } = onlyRow(known)
  const together = (before: readonly string[], more: readonly string[]) => [...new Set([...before, ...more])]
  await unit.tx
    .update(inboundMails)
    .set({
      mailboxes: together(mailboxes, mail.mailboxes),
      recipients: together(recipients, mail.recipients),
    })
    .where(eq(inboundMails.id, id))
  return { id }
}

/** Longer than a try takes. A longer one is repeated by another lane, and the first to commit counts. */
const leaseMs = 20_000
export const leasedUntil = (now: Date) => new Date(now.getTime() + leaseMs)

/** Leases the mail that is due for longest. @returns undefined when none is due */
export async function claimMail(unit: Work): Promise<MailRow | undefined> {
  const [due] = await unit.tx
    .select()
    .from(inboundMails)
    .where(lte(inboundMails.dueAt, unit.now))
    .orderBy(asc(inboundMails.dueAt), asc(inboundMails.id))
    .limit(1)
    .for('update', { skipLocked: true })
  if (!due) return undefined
  await unit.tx
    .update(inboundMails)
    .set({ dueAt: leasedUntil(unit.now) })
    .where(eq(inboundMails.id, due.id))
  return due
}

/** Locks a mail that nothing has come of yet. @returns undefined when it has, meanwhile */
export async function lockMail(
  unit: Work,
  id: string,
  state: MailRow['state'],
): Promise<MailRow | undefined> {
  const [row] = await unit.tx
    .select()
    .from(inboundMails)
    .where(and(eq(inboundMails.id, id), eq(inboundMails.state, state)))
    .for('no key update')
  return row
}

type Outcome = Pick<typeof inboundMails.$inferInsert, 'state' | 'outcome' | 'reason'> &
  Partial<
    Pick<
      typeof inboundMails.$inferInsert,
      'ticketId' | 'commentId' | 'heldUnderId' | 'senderAddress' | 'handledById' | 'trayReason'
    >
  > & { understood?: Understood | undefined; suggestion?: Suggested | undefined }

/** Notes what became of a mail, which ends its tries. */
export async function settleMail(unit: Work, id: string, outcome: Outcome): Promise<void> {
  await unit.tx
    .update(inboundMails)
    .set({ ...outcome, dueAt: null, doneAt: outcome.state === 'tray' ? null : unit.now })
    .where(eq(inboundMails.id, id))
}

/** Puts a mail into the tray. */
export async function putIntoTray(
  unit: Work,
  id: string,
  reason: TrayReason,
  known: Pick<Outcome, 'understood' | 'suggestion' | 'senderAddress'> = {},
): Promise<void> {
  await settleMail(unit, id, { state: 'tray', outcome: null, reason, trayReason: reason, ...known })
  unit.announce(mailWaits({ actorId: null, subjectId: id, data: { trayReason: reason } }))
}

/** Takes copies of a mail out of the tray that a list brought before. */
export async function dropListCopies(
  unit: Work,
  { id, messageId }: Pick<MailRow, 'id' | 'messageId'>,
  { ticketId, understood }: { ticketId: string; understood: Understood },
): Promise<void> {
  if (messageId === null || understood.date === null) return
  const { understood: stored } = inboundMails
  await unit.tx
    .update(inboundMails)
    .set({ state: 'done', outcome: 'nothing', reason: 'copy', ticketId, doneAt: unit.now })
    .where(
      and(
        eq(inboundMails.messageId, messageId),
        ne(inboundMails.id, id),
        eq(inboundMails.state, 'tray'),
        sql`${stored} ->> 'automatic' = 'list' and ${stored} ->> 'date' = ${understood.date}`,
      ),
    )
}

/** Pauses after the first failures; the next one ends in the tray. */
const pausesMs = [1000, 5000]

/** Tells whether a failure of this try ends in the tray. */
export const isLastTry = ({ attempts }: Pick<MailRow, 'attempts'>): boolean => attempts >= pausesMs.length

/** Notes a failed try. @returns whether there will be another */
export async function noteFailure(unit: Work, id: string): Promise<boolean> {
  const row = await lockMail(unit, id, 'received')
  if (!row) return false
  const pauseMs = pausesMs[row.attempts]
  await unit.tx
    .update(inboundMails)
    .set({
      attempts: row.attempts + 1,
      ...(pauseMs !== undefined && { dueAt: new Date(unit.now.getTime() + pauseMs) }),
    })
    .where(eq(inboundMails.id, id))
  if (pauseMs === undefined) await putIntoTray(unit, id, 'unreadable')
  return pauseMs !== undefined
}

const waitMs = 500

/** Lets a mail wait for an earlier one. */
export async function postponeMail(unit: Work, id: string): Promise<void> {
  await unit.tx
    .update(inboundMails)
    .set({ dueAt: new Date(unit.now.getTime() + waitMs) })
    .where(and(eq(inboundMails.id, id), eq(inboundMails.state, 'received')))
}

interface Noted {
  ticketId: string
  known: Pick<Outcome, 'understood' | 'senderAddress'>
}

/** Makes an automatic mail a line on its ticket. */
export async function noteEvent(
  unit: Work,
  id: string,
  { ticketId, known, kind, until }: Noted & { kind: (typeof automaticKinds)[number]; until: string | null },
): Promise<void> {
  await settleMail(unit, id, { state: 'done', outcome: 'event', reason: 'automatic', ticketId, ...known })
  unit.announce(
    ticketMailNoted({
      actorId: null,
      ticketId,
      subjectId: id,
      data: { mailKind: kind, ...(until !== null && { until }) },
    }),
  )
}

/** Makes a mail of the supplier an entry of its ticket for staff: no comment, so that nobody else can read it. */
export async function noteSupplierMail(unit: Work, id: string, { ticketId, known }: Noted): Promise<void> {
  await settleMail(unit, id, { state: 'done', outcome: 'event', reason: 'supplier', ticketId, ...known })
  unit.announce(supplierWrote({ actorId: null, ticketId, subjectId: id }))
}

/** Holds a mail back as one of too many: those of an hour are one line. */
export async function holdMail(unit: Work, id: string, { ticketId, known }: Noted): Promise<void> {
  const first = await findHeld(unit.tx, unit.now, ticketId)
  await settleMail(unit, id, {
    state: 'done',
    outcome: 'event',
    reason: 'held',
    ticketId,
    heldUnderId: first ?? id,
    ...known,
  })
  if (first === undefined)
    unit.announce(ticketMailNoted({ actorId: null, ticketId, subjectId: id, data: { mailKind: 'held' } }))
}

interface NewSenderOf {
  address: string
  firstName: string
  lastName: string
  client: { id: string; name: string }
  /** Member of the desk; null: by the domain of the client. */
  actorId: string | null
}

/** Makes a person without password, who belongs to the client; the address is not proved. @returns the id */
export async function createSender(
  unit: Work,
  { client, actorId, address, ...names }: NewSenderOf,
): Promise<string> {
  await lockName(unit, 'inbound sender', address)
  const known = await findUserByEmail(unit.tx, address)
  if (known && actorId === null) return known.id
  const user = {
    ...names,
    email: address,
    companyName: client.name,
    role: 'client',
    passwordHash: null,
  } as const
  const { id } = await createUser(unit, { ...user, isEmailConfirmed: false }, { actorId })
  const belonging = { userId: id, role: 'employee' } as const
  await assignToClient(unit, { id: actorId ?? id }, client.id, belonging, { isProof: false })
  return id
}

/** Remembers that mails from an address are a person's, or are dropped. */
export async function setRule(
  unit: Work,
  rule: { kind: 'block' | 'person'; address: string; userId: string | null; createdById: string },
): Promise<void> {
  const { address: _, ...set } = rule
  await unit.tx
    .insert(inboundRules)
    .values({ ...rule, createdAt: unit.now })
    .onConflictDoUpdate({ target: inboundRules.address, set: { ...set, createdAt: unit.now } })
}

/** @returns whether the address was blocked */
export async function forgetBlock(unit: Work, address: string): Promise<boolean> {
  const forgotten = await unit.tx
    .delete(inboundRules)
    .where(and(eq(inboundRules.address, address), eq(inboundRules.kind, 'block')))
    .returning({ id: inboundRules.id })
  return forgotten.length > 0
}
