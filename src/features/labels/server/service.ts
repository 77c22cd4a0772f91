import { and, eq } from 'drizzle-orm'
import { labelPutOn, labelTakenOff } from '#features/tickets/server/events.ts'
import type { WholeRow } from '#features/tickets/server/public/ticket-rows.ts'
import {
  facetsOf,
  lockVisibleTicket,
  touchTicket,
  type LockedTicket,
} from '#features/tickets/server/public/ticket-writes.ts'
import { requireWholeTicket } from '#features/tickets/server/queries.ts'
import type { Viewer } from '#features/users/contract.ts'
import { AppError, forbidden, notFound } from '#platform/contract/errors.ts'
import { i18n } from '#platform/contract/i18n.ts'
import { searchable } from '#platform/contract/searchable.ts'
import { changedFields } from '#platform/server/database/changed-fields.ts'
import { onlyRow } from '#platform/server/database/database.ts'
import { lockName } from '#platform/server/database/lock-name.ts'
import type { Database } from '#platform/server/database/query-builder.ts'
import { hasName } from '#platform/server/own-names.ts'
import type { Work } from '#platform/server/work.ts'
import { labels } from '#tables/labels.ts'
import { ticketLabels } from '#tables/ticket-labels.ts'
import { labelLimits, type Label, type LabelChange, type NewLabel } from '../contract.ts'
import { canLabel, canManageLabels } from '../policy.ts'
import { labelChanged, labelCreated, labelDeleted } from './events.ts'
import { listLabels, requireLabel } from './queries.ts'

/** Locks the names of labels. @returns the number of labels @throws {AppError} `conflict` for a name that is taken */
async function requireFreeName(unit: Work, name: string, except?: string): Promise<number> {
  await lockName(unit, 'labels')
  const all = await listLabels(unit.tx)
  if (hasName(all, name, except))
    throw new AppError('conflict', i18n.t('There is already a label named {name}.', { name }))
  return all.length
}

/** @throws {AppError} `forbidden`; `conflict` for a name that is taken, or one label too many */
export async function createLabel(unit: Work, viewer: Viewer, input: NewLabel): Promise<Label> {
  if (!canManageLabels(viewer)) throw forbidden()
  const count = await requireFreeName(unit, input.name)
  if (count >= labelLimits.perDesk)
    throw new AppError(
      'conflict',
      i18n.t('The desk has {perDesk} labels. Delete one to create another.', {
        perDesk: labelLimits.perDesk,
      }),
    )
  const rows = await unit.tx
    .insert(labels)
    .values({ ...input, nameSearch: searchable(input.name) })
    .returning({ id: labels.id })
  const { id } = onlyRow(rows)
  unit.announce(labelCreated({ actorId: viewer.id, subjectId: id, data: input }))
  return { id, ...input }
}

/** @throws {AppError} `not_found` */
async function lockLabel(unit: Work, id: string, strength: 'no key update' | 'update' | 'key share') {
  const [label] = await unit.tx.select().from(labels).where(eq(labels.id, id)).for(strength)
  if (!label) throw notFound()
  return label
}

/** @throws {AppError} `not_found`, `forbidden`; `conflict` for a name that is taken */
export async function changeLabel(
  unit: Work,
  viewer: Viewer,
  id: string,
  change: LabelChange,
): Promise<Label> {
  if (!canManageLabels(viewer)) throw forbidden()
  if (change.name !== undefined) await requireFreeName(unit, change.name, id)
  const { nameSearch: _, ...before } = await lockLabel(unit, id, 'no key update')
  const changes = changedFields<Omit<Label, 'id'>>(before, change)
  if (Object.keys(changes).length === 0) return before
  const { name = before.name, color = before.color } = change
  await unit.tx
    .update(labels)
    .set({ name, color, nameSearch: searchable(name) })
    .where(eq(labels.id, id))
  unit.announce(labelChanged({ actorId: viewer.id, subjectId: id, data: { changes } }))
  return { id, name, color }
}

/** Takes it off its tickets, too, which is no change of theirs. @throws {AppError} `not_found`, `forbidden` */
export async function deleteLabel(unit: Work, viewer: Viewer, id: string): Promise<void> {
  if (!canManageLabels(viewer)) throw forbidden()
  const { name } = await lockLabel(unit, id, 'update')
  const count = await unit.tx.$count(ticketLabels, eq(ticketLabels.labelId, id))
  await unit.tx.delete(labels).where(eq(labels.id, id))
  unit.announce(labelDeleted({ actorId: viewer.id, subjectId: id, data: { name, count } }))
}

/** @param after labels afterwards */
const movedTo = ({ locked, ticket }: LockedTicket, label: string, after: readonly string[]) => ({
  label,
  before: facetsOf(locked, ticket),
  after: facetsOf(locked, { ...ticket, labelIds: after }),
})

/**
 * Puts a label on a ticket; one that is there already changes nothing.
 * @returns the ticket afterwards
 * @throws {AppError} `not_found` for an invisible ticket or a label that is gone; `forbidden`; `conflict` for one
 * too many
 */
export async function putLabelOn(
  unit: Work,
  viewer: Viewer,
  ticketId: string,
  labelId: string,
): Promise<WholeRow> {
  const found = await lockVisibleTicket(unit, viewer, ticketId)
  if (!canLabel(viewer)) throw forbidden()
  const { labelIds } = found.ticket
  const { name } = await lockLabel(unit, labelId, 'key share')
  if (labelIds.includes(labelId)) return found.ticket
  if (labelIds.length >= labelLimits.perTicket)
    throw new AppError(
      'conflict',
      i18n.t('A ticket can have {perTicket} labels. Take one off to put on another.', {
        perTicket: labelLimits.perTicket,
      }),
    )
  const after = [...labelIds, labelId].toSorted()
  await unit.tx.insert(ticketLabels).values({ ticketId, labelId })
  await touchTicket(unit, ticketId, false)
  const data = movedTo(found, name, after)
  unit.announce(labelPutOn({ actorId: viewer.id, ticketId, subjectId: labelId, data }))
  return requireWholeTicket(unit.tx, ticketId)
}

/**
 * Takes a label off a ticket; one that is not there changes nothing.
 * @returns the ticket afterwards
 * @throws {AppError} `not_found` for an invisible ticket; `forbidden`
 */
export async function takeLabelOff(
  unit: Work,
  viewer: Viewer,
  ticketId: string,
  labelId: string,
): Promise<WholeRow> {
  const found = await lockVisibleTicket(unit, viewer, ticketId)
  if (!canLabel(viewer)) throw forbidden()
  const { labelIds } = found.ticket
  if (!labelIds.includes(labelId)) return found.ticket
  const { name } = await requireLabel(unit.tx, labelId)
  const after = labelIds.filter((id) => id !== labelId)
  await unit.tx
    .delete(ticketLabels)
    .where(and(eq(ticketLabels.ticketId, ticketId), eq(ticketLabels.labelId, labelId)))
  await touchTicket(unit, ticketId, false)
  const data = movedTo(found, name, after)
  unit.announce(labelTakenOff({ actorId: viewer.id, ticketId, subjectId: labelId, data }))
  return requireWholeTicket(unit.tx, ticketId)
}

/** Folds names that earlier versions stored. Runs after the migrations, before the server accepts calls. */
export async function foldLabelsAnew(db: Database): Promise<void> {
  for (const { id, name, nameSearch } of await db.select().from(labels))
    if (nameSearch !== searchable(name))
      // Another node may have renamed it since.
      await db
        .update(labels)
        .set({ nameSearch: searchable(name) })
        .where(and(eq(labels.id, id), eq(labels.name, name)))
}
