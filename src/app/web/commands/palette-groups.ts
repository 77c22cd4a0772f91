import { i18n } from '#platform/contract/i18n.ts'
import { searchable } from '#platform/contract/searchable.ts'
import type { OfferedAction } from '#platform/web/actions/actions.ts'

export interface ActionGroup {
  heading: string
  actions: OfferedAction[]
}

/** Translates a shared heading; an action's own heading already is. */
export function headingWords(heading: string): string {
  if (heading === 'Go to') return i18n.t('Go to')
  return heading === 'Do' ? i18n.t('Do') : heading
}

/** Shown below the actions of an open ticket. */
const lastHeadings = ['Go to', 'Do']

function groupsOf(offered: readonly OfferedAction[]): ActionGroup[] {
  const own = offered.flatMap(({ heading }) => heading ?? []).filter((one) => !lastHeadings.includes(one))
  return [...new Set([...own, ...lastHeadings])].map((heading) => ({
    heading,
    actions: offered.filter((one) => one.heading === heading),
  }))
}

/** Finds the actions matching the typed beginnings of words; without any, the frequent ones. */
export function matching(offered: readonly OfferedAction[], typed: string): ActionGroup[] {
  const wanted = searchable(typed).split(/\s+/).filter(Boolean)
  const fits = ({ label, words = '', isRare }: OfferedAction) => {
    if (wanted.length === 0) return !isRare
    const known = searchable(`${label} ${words}`).split(/[\s:]+/)
    return wanted.every((word) => known.some((one) => one.startsWith(word)))
  }
  return groupsOf(offered.filter(fits)).filter(({ actions }) => actions.length > 0)
}
