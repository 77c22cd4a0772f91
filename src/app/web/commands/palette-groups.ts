import { i18n } from '#platform/contract/i18n.ts'
import { searchable } from '#platform/contract/searchable.ts'
import type { OfferedAction } from '#platform/web/actions/actions.ts'

export interface ActionGroup {
  heading: string
  actions: OfferedAction[]
}

/** A heading in words; one of an action's own is in words already. */
export function headingWords(heading: string): string {
  if (heading === 'Go to') return i18n.t('Go to')
  return heading === 'Do' ? i18n.t('Do') : heading
}

/** They stand below what concerns an open ticket. */
const lastHeadings = ['Go to', 'Do']

/** Sorts the offered actions into the groups of the palette. */
function groupsOf(offered: readonly OfferedAction[]): ActionGroup[] {
  const own = offered.flatMap(({ heading }) => heading ?? []).filter((one) => !lastHeadings.includes(one))
  return [...new Set([...own, ...lastHeadings])].map((heading) => ({
    heading,
    actions: offered.filter((one) => one.heading === heading),
  }))
}

/** Finds the actions whose words begin with the typed ones; without anything typed, those worth showing. */
export function matching(offered: readonly OfferedAction[], typed: string): ActionGroup[] {
  const wanted = searchable(typed).split(/\s+/).filter(Boolean)
  const fits = ({ label, words = '', isRare }: OfferedAction) => {
    if (wanted.length === 0) return !isRare
    const known = searchable(`${label} ${words}`).split(/[\s:]+/)
    return wanted.every((word) => known.some((one) => one.startsWith(word)))
  }
  return groupsOf(offered.filter(fits)).filter(({ actions }) => actions.length > 0)
}
