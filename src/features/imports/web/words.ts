import { i18n, words } from '#platform/contract/i18n.ts'
import { isOneOf } from '#platform/contract/narrowing.ts'
import { keysOf } from '#platform/contract/records.ts'
import { messageIn } from '#platform/web/refusal.ts'
import type { Hue } from '#platform/web/ui/badge.tsx'
import type { Import, Outcome, RowNote } from '../contract.ts'
import { fieldWords } from '../fields/contract.ts'

export const outcomeWords: Record<Outcome, string> = words({
  create: () => i18n.t('New'),
  update: () => i18n.t('Changed'),
  unchanged: () => i18n.t('Unchanged'),
  refused: () => i18n.t('Refused'),
})

export const outcomeHues: Record<Outcome, Hue> = {
  create: 'green',
  update: 'blue',
  unchanged: 'gray',
  refused: 'red',
}

export function stateWords({ state, isMoving }: Pick<Import, 'state' | 'isMoving'>): string {
  if (state === 'matching') return i18n.t('Columns not matched yet')
  if (state === 'checking') return isMoving ? i18n.t('Checking...') : i18n.t('Check was interrupted')
  if (state === 'checked') return i18n.t('Checked')
  if (state === 'running') return isMoving ? i18n.t('Importing...') : i18n.t('Import was interrupted')
  return i18n.t('Imported')
}

const wordsOfField = (field: string) => (isOneOf(keysOf(fieldWords), field) ? fieldWords[field] : '')

export const notesInWords = (notes: readonly RowNote[]): string =>
  notes
    .map(({ field, reason }) => reason ?? wordsOfField(field))
    .filter((words) => words !== '')
    .join(' · ')

export const reasonOf = (error: unknown): string =>
  messageIn(error) ?? i18n.t('That could not be done. Please try again.')
