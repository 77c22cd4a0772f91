import { i18n } from '#platform/contract/i18n.ts'
import type { CommentReaders } from '../contract.ts'

/** Says who of the client reads a public comment, in one sentence. */
export function readerWords({ names: [first = '', second = ''], total, company }: CommentReaders): string {
  const others = total - 1
  if (company === null) {
    if (total === 1) return i18n.t('{first} can read this', { first })
    return total === 2
      ? i18n.t('{first} and {second} can read this', { first, second })
      : i18n.t('{first} and {others} others can read this', { first, others })
  }
  if (total === 0) return i18n.t('No one at {company} can read this ticket', { company })
  if (total === 1) return i18n.t('{first} at {company} can read this', { first, company })
  return total === 2
    ? i18n.t('{first} and {second} at {company} can read this', { first, second, company })
    : i18n.t('{first} and {others} others at {company} can read this', { first, others, company })
}
