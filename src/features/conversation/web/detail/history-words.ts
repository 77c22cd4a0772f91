import type { HistoryEntry } from '#features/tickets/contract.ts'
import { nameOf } from '#features/users/web/person-name.ts'
import { i18n } from '#platform/contract/i18n.ts'
import { listed, writtenCalendarWeekday } from '#platform/web/written.ts'
import { historyFields, type HistoryField } from './history-fields.ts'

type Change = HistoryEntry['changes'][number]

function assignedWords({ to, isSelf }: Change): string {
  if (isSelf) return i18n.t('took this ticket')
  return to === null ? i18n.t('unassigned this ticket') : i18n.t('assigned this to {name}', { name: to })
}

function changedWords(changes: readonly Change[], withValues: boolean): string {
  const sentences: string[] = []
  const fields: string[] = []
  for (const change of changes) {
    const { field, to } = change
    if (change.isReply) sentences.push(i18n.t('reopened the ticket by a reply'))
    else if (field === 'assignedTo') sentences.push(assignedWords(change))
    else if (field === 'turn') sentences.push(i18n.t('set this to “{turn}”', { turn: wordsOf(field, to) }))
    else
      fields.push(
        withValues && field !== 'description'
          ? i18n.t('{field} to {value}', { field: historyFields[field].name(), value: wordsOf(field, to) })
          : historyFields[field].name(),
      )
  }
  return listed([
    ...(fields.length > 0 ? [i18n.t('changed {fields}', { fields: listed(fields) })] : []),
    ...sentences,
  ])
}

/** Names the sender, unless the address was erased. */
function mailWords({ kind, from, until, count }: NonNullable<HistoryEntry['mail']>): string {
  const sender = from ?? i18n.t('an erased address')
  if (kind === 'held')
    return i18n.t('Held back {count, plural, one {# email} other {# emails}}: too many alike', { count })
  if (kind === 'bounce') return i18n.t('{sender} reports that an email did not arrive', { sender })
  if (kind === 'out-of-office')
    return until === null
      ? i18n.t('{sender} is away', { sender })
      : i18n.t('{sender} is away until {until}', { sender, until: writtenCalendarWeekday(until) })
  return i18n.t('Automatic email from {sender}', { sender })
}

export function sentenceOf({
  what,
  onBehalfOf,
  participant,
  label,
  changes,
  files,
  isInternal,
  mail,
}: HistoryEntry): string {
  if (mail) return mailWords(mail)
  if (what === 'created')
    return onBehalfOf
      ? i18n.t('submitted the ticket for {name}', { name: nameOf(onBehalfOf) })
      : i18n.t('submitted the ticket')
  if (what === 'imported') return i18n.t('imported the ticket')
  if (what === 'commented') return isInternal ? i18n.t('added an internal comment') : i18n.t('commented')
  if (what === 'comment-edited')
    return isInternal ? i18n.t('edited an internal comment') : i18n.t('edited a comment')
  if (what === 'comment-deleted')
    return isInternal ? i18n.t('deleted an internal comment') : i18n.t('deleted a comment')
  if (what === 'comment-restored')
    return isInternal ? i18n.t('restored an internal comment') : i18n.t('restored a comment')
  if (what === 'comment-taken-back')
    return isInternal ? i18n.t('took back an internal comment') : i18n.t('took back a comment')
  if (what === 'deleted') return i18n.t('deleted the ticket')
  if (what === 'restored') return i18n.t('restored the ticket')
  if (what === 'attached') return i18n.t('attached {files}', { files: listed(files) })
  if (what === 'removed') return i18n.t('removed {files}', { files: listed(files) })
  if (what === 'participant-added')
    return participant
      ? i18n.t('added {name} to the ticket', { name: nameOf(participant) })
      : i18n.t('added an email address to the ticket')
  if (what === 'label-added') return i18n.t('added the label {label}', { label })
  if (what === 'label-removed') return i18n.t('removed the label {label}', { label })
  if (what === 'participant-removed')
    return participant
      ? i18n.t('removed {name} from the ticket', { name: nameOf(participant) })
      : i18n.t('removed an email address from the ticket')
  return changedWords(changes, false)
}

export const outlineOf = (entry: HistoryEntry): string =>
  entry.what === 'changed' ? changedWords(entry.changes, true) : sentenceOf(entry)

/** Sums up several entries: each action once, and each field's last change. */
export function outlinesOf(entries: readonly HistoryEntry[]): string[] {
  const changed = new Map(entries.flatMap(({ changes }) => changes).map((change) => [change.field, change]))
  const deeds = entries.filter(({ what }) => what !== 'changed').map(sentenceOf)
  return [...new Set(deeds), ...(changed.size > 0 ? [changedWords([...changed.values()], true)] : [])]
}

export function wordsOf(name: Change['field'], value: string | null): string {
  const { values, absent }: HistoryField = historyFields[name]
  if (value === null) return absent?.() ?? i18n.t('None')
  return values?.[value] ?? value
}
