import { i18n } from '#platform/contract/i18n.ts'
import { listed } from '#platform/web/written.ts'
import { nameOf } from '#features/users/web/person-name.ts'
import { priorityWords, statusWords, turnWords, type HistoryEntry } from '../../contract.ts'

type Change = HistoryEntry['changes'][number]

const fieldWords: Record<Change['field'], string> = {
  get status() {
    return i18n.t('status')
  },
  get priority() {
    return i18n.t('priority')
  },
  get assignedTo() {
    return i18n.t('assignee')
  },
  get client() {
    return i18n.t('client')
  },
  get turn() {
    return i18n.t('whose turn it is')
  },
}

/** The words for a field whose value may not be told. */
const absentWords: Partial<typeof fieldWords> = {
  get assignedTo() {
    return i18n.t('Unassigned')
  },
  get client() {
    return i18n.t('Another client')
  },
  get turn() {
    return i18n.t('No one')
  },
}

/** An action in words, to stand after a person's name. */
export function sentenceOf({ what, onBehalfOf, changes, files, isInternal }: HistoryEntry): string {
  if (what === 'created')
    return onBehalfOf
      ? i18n.t('submitted the ticket for {name}', { name: nameOf(onBehalfOf) })
      : i18n.t('submitted the ticket')
  if (what === 'imported') return i18n.t('imported the ticket')
  if (what === 'commented') return isInternal ? i18n.t('added an internal comment') : i18n.t('commented')
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
  return i18n.t('changed {fields}', { fields: listed(changes.map(({ field }) => fieldWords[field])) })
}

/** The same with the values before and after. */
export function outlineOf(entry: HistoryEntry): string {
  if (entry.what !== 'changed') return sentenceOf(entry)
  return i18n.t('changed {fields}', {
    fields: listed(
      entry.changes.map(({ field, to }) =>
        i18n.t('{field} to {value}', { field: fieldWords[field], value: wordsOf(field, to) }),
      ),
    ),
  })
}

const chosenWords = { status: statusWords, priority: priorityWords, turn: turnWords }

const wordIn = (words: Readonly<Record<string, string>>, value: string) => words[value] ?? value

/** One side of a change as it is read. */
export function wordsOf(field: Change['field'], value: string | null): string {
  if (value === null) return absentWords[field] ?? i18n.t('None')
  if (field === 'assignedTo' || field === 'client') return value
  return wordIn(chosenWords[field], value)
}
