import { i18n } from '#platform/contract/i18n.ts'
import type { CommentReaders } from '../contract.ts'

export function readerWords({ names: [first = '', second = ''], total, company }: CommentReaders): string {
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
