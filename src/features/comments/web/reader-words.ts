import { i18n } from '#platform/contract/i18n.ts'
import { listed } from '#platform/web/written.ts'
import type { CommentReaders } from '../contract.ts'

/** Names added people behind the others, or alone. */
export function readerWords({ added, totalAdded, ...asked }: CommentReaders): string {
  if (asked.total === 0) return wordsOf({ ...asked, names: added, total: totalAdded })
  if (totalAdded === 0) return wordsOf(asked)
  const more = totalAdded - added.length
  const names =
    more > 0 ? [...added, i18n.t('{more, plural, one {# other} other {# others}}', { more })] : added
  return i18n.t('{readers}, + {names}', { readers: wordsOf(asked), names: listed(names) })
}

function wordsOf({
  names: [first = '', second = ''],
  total,
  company,
}: Pick<CommentReaders, 'names' | 'total' | 'company'>): string {
  const others = total - 1
  if (company === null) {
    if (total === 1) return i18n.t('Visible to {first}', { first })
    return total === 2
      ? i18n.t('Visible to {first} and {second}', { first, second })
      : i18n.t('Visible to {first} and {others} others', { first, others })
  }
  if (total === 0) return i18n.t('No one at {company} can read this ticket', { company })
  if (total === 1) return i18n.t('Visible to {first} at {company}', { first, company })
  return total === 2
    ? i18n.t('Visible to {first} and {second} at {company}', { first, second, company })
    : i18n.t('Visible to {first} and {others} others at {company}', { first, others, company })
}
