import { i18n, words } from '#platform/contract/i18n.ts'
import type { RetentionKind } from '../contract.ts'

export const ruleWords: Readonly<Record<RetentionKind, { title: string; hint: string }>> = {
  tickets: words({
    title: () => i18n.t('Finished tickets'),
    hint: () =>
      i18n.t(
        'Resolved or closed tickets that haven’t changed since are moved to Deleted, where they can be restored for 30 days.',
      ),
  }),
  people: words({
    title: () => i18n.t('Inactive people'),
    hint: () =>
      i18n.t(
        'Client users with no activity since, no active session and no open ticket are permanently erased. Their tickets and texts stay.',
      ),
  }),
  log: words({
    title: () => i18n.t('Audit log'),
    hint: () =>
      i18n.t('Older entries are deleted for good. The history of tickets that still exist stays with them.'),
  }),
}

export const countWords = (kind: RetentionKind, count: number): string => {
  if (kind === 'tickets')
    return i18n.t('{count, plural, =0 {No ticket} one {# ticket} other {# tickets}}', { count })
  if (kind === 'people')
    return i18n.t('{count, plural, =0 {Nobody} one {# person} other {# people}}', { count })
  return i18n.t('{count, plural, =0 {No entry} one {# entry} other {# entries}}', { count })
}

export const stateWords = (months: number | null): string =>
  months === null
    ? i18n.t('Off · kept forever')
    : i18n.t('{months, plural, one {After # month} other {After # months}}', { months })
