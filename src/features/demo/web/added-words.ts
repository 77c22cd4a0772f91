import { i18n } from '#platform/contract/i18n.ts'
import type { DemoState } from '../contract.ts'

const things: readonly (readonly [keyof DemoState['added'], string, string])[] = [
  ['tickets', 'ticket', 'tickets'],
  ['comments', 'comment', 'comments'],
  ['messages', 'chat message', 'chat messages'],
  ['files', 'file', 'files'],
]
const list = new Intl.ListFormat('en', { type: 'conjunction' })

/** What of people's own work goes with demo data, as a sentence. */
export function addedWords(added: DemoState['added']): string {
  const words = things.flatMap(([thing, one, many]) => {
    const count = added[thing]
    return count === 0 ? [] : [`${count} ${count === 1 ? one : many}`]
  })
  return words.length === 0
    ? i18n.t('Nobody has added anything to them.')
    : i18n.t('It also deletes what you and others have added to them: {words}.', {
        words: list.format(words),
      })
}
