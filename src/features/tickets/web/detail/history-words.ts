import { nameOf } from '#features/users/web/person-name.ts'
import { priorityWords, statusWords, turnWords, type HistoryEntry } from '../../contract.ts'

type Change = HistoryEntry['changes'][number]

const fieldWords: Record<Change['field'], string> = {
  status: 'status',
  priority: 'priority',
  assignedTo: 'assignee',
  client: 'client',
  turn: 'whose turn it is',
}

/** The words for a field whose value may not be told. */
const absentWords: Partial<typeof fieldWords> = {
  assignedTo: 'Unassigned',
  client: 'Another client',
  turn: 'No one',
}

const listed = new Intl.ListFormat('en', { type: 'conjunction' })

/** An action in words, to stand after a person's name. */
export function sentenceOf({ what, onBehalfOf, changes, files, isInternal }: HistoryEntry): string {
  if (what === 'created')
    return onBehalfOf ? `submitted the ticket for ${nameOf(onBehalfOf)}` : 'submitted the ticket'
  if (what === 'commented') return isInternal ? 'added an internal comment' : 'commented'
  if (what === 'attached') return `attached ${listed.format(files)}`
  if (what === 'removed') return `removed ${listed.format(files)}`
  return `changed ${listed.format(changes.map(({ field }) => fieldWords[field]))}`
}

/** The same with the values before and after. */
export function outlineOf(entry: HistoryEntry): string {
  if (entry.what !== 'changed') return sentenceOf(entry)
  return `changed ${listed.format(entry.changes.map(({ field, to }) => `${fieldWords[field]} to ${wordsOf(field, to)}`))}`
}

const chosenWords = { status: statusWords, priority: priorityWords, turn: turnWords }

const wordIn = (words: Readonly<Record<string, string>>, value: string) => words[value] ?? value

/** One side of a change as it is read. */
export function wordsOf(field: Change['field'], value: string | null): string {
  if (value === null) return absentWords[field] ?? 'None'
  if (field === 'assignedTo' || field === 'client') return value
  return wordIn(chosenWords[field], value)
}
