import { i18n } from '#platform/contract/i18n.ts'
import { useRouter } from '@tanstack/react-router'
import { Bookmark } from 'lucide-react'
import type { CurrentUser } from '#features/users/contract.ts'
import type { Action, OfferedAction } from '#platform/web/actions/actions.ts'
import { hrefOf } from './queue-link.ts'
import { useListedViews } from './use-listed-views.ts'

const mostKeys = 9

/** Stands on the sheet for the keys of all views. */
export const viewsByNumber: Action = {
  id: 'views-by-number',
  get label() {
    return i18n.t('Ticket view, by its place')
  },
  keys: 'g 1…9',
  group: 'Anywhere',
}

/** Offers each view in the palette, the first nine by number. */
export function useViewActions(viewer: CurrentUser): OfferedAction[] {
  const { history } = useRouter()
  return useListedViews(viewer).map(({ id, name, query }, place) => ({
    id: `view-${id}`,
    label: name,
    icon: Bookmark,
    ...(place < mostKeys && { keys: `g ${place + 1}` }),
    heading: i18n.t('Views'),
    words: i18n.t('view queue go to open'),
    run: () => history.push(hrefOf(query)),
  }))
}
