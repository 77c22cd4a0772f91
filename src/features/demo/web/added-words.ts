import { i18n } from '#platform/contract/i18n.ts'
import { listed } from '#platform/web/written.ts'
import { keysOf } from '#platform/contract/records.ts'
import type { DemoState } from '../contract.ts'

const things: Record<keyof DemoState['added'], (count: number) => string> = {
  tickets: (count) => i18n.t('{count, plural, one {# ticket} other {# tickets}}', { count }),
  comments: (count) => i18n.t('{count, plural, one {# comment} other {# comments}}', { count }),
  messages: (count) => i18n.t('{count, plural, one {# chat message} other {# chat messages}}', { count }),
  files: (count) => i18n.t('{count, plural, one {# file} other {# files}}', { count }),
}

export function addedWords(added: DemoState['added']): string {
  const words = keysOf(things).flatMap((thing) => (added[thing] === 0 ? [] : [things[thing](added[thing])]))
  return words.length === 0
    ? i18n.t('Nobody has added anything to them.')
    : i18n.t('It also deletes what you and others have added to them: {words}.', {
        words: listed(words),
      })
}
