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
  return [...new Set([...own, ...lastHeadings])]
    .map((heading) => ({ heading, actions: offered.filter((one) => one.heading === heading) }))
    .filter(({ actions }) => actions.length > 0)
}

interface Matching {
  /** Every typed word begins a word of the name; without any word, the frequent actions. */
  byName: ActionGroup[]
  /** Additional words were needed. */
  byWords: ActionGroup[]
}

/** Finds the actions matching the typed beginnings of words. */
export function matching(offered: readonly OfferedAction[], typed: string): Matching {
  const wanted = searchable(typed).split(/\s+/).filter(Boolean)
  const isIn = (text: string) => {
    const known = searchable(text).split(/[\s:]+/)
    return wanted.every((word) => known.some((one) => one.startsWith(word)))
  }
  const isNamed = ({ label, isRare }: OfferedAction) => (wanted.length === 0 ? !isRare : isIn(label))
  const isMeant = ({ label, words = '' }: OfferedAction) => wanted.length > 0 && isIn(`${label} ${words}`)
  return {
    byName: groupsOf(offered.filter(isNamed)),
    byWords: groupsOf(offered.filter((one) => !isNamed(one) && isMeant(one))),
  }
}
