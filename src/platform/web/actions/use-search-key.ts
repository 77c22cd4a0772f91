import { i18n } from '#platform/contract/i18n.ts'
import { useActions, type Action, type OfferedAction } from './actions.ts'
import { searchFields } from '../ui/search-box.tsx'

export const searchList: Action = {
  id: 'search-list',
  get label() {
    return i18n.t('Search this list')
  },
  keys: '/',
  group: 'Anywhere',
  isOfScreen: true,
}

function run(): void {
  const field = searchFields.get()[0]?.current.current
  field?.focus()
  field?.select()
}

const actions: readonly OfferedAction[] = [{ ...searchList, run }]
const none: readonly OfferedAction[] = []

export function useSearchKey(): void {
  useActions(searchFields.use().length > 0 ? actions : none)
}
