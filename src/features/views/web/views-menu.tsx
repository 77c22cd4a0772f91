import { i18n } from '#platform/contract/i18n.ts'
import { useQuery } from '@tanstack/react-query'
import { Bookmark, ChevronDown } from 'lucide-react'
import type { CurrentUser } from '#features/users/contract.ts'
import { cn } from '#platform/web/cn.ts'
import { lazyPart } from '#platform/web/lazy-parts.ts'
import { Button } from '#platform/web/ui/button.tsx'
import { OpensLater } from '#platform/web/ui/opens-later.tsx'
import { normalQuery } from '../contract.ts'
import { viewList } from './api.ts'

const ViewChoices = lazyPart(() => import('./view-choices.tsx'), 'ViewChoices')

interface ViewsMenuProps {
  viewer: CurrentUser
  query: string
  onOpen(query: string): void
  isSmall: boolean
}

export function ViewsMenu({ viewer, query, onOpen, isSmall }: ViewsMenuProps) {
  const views = useQuery(viewList())
  const current = normalQuery(query)
  const shown = current === '' ? undefined : views.data?.find((view) => view.query === current)
  return (
    <OpensLater
      what={i18n.t('The views')}
      popup="dialog"
      load={ViewChoices.load}
      renderButton={(closed) => (
        <Button variant="ghost" className={cn('flex-initial!', isSmall ? 'btn-icon' : 'min-w-0')} {...closed}>
          <Bookmark aria-hidden className={cn(isSmall && shown && 'text-link')} />
          <span className={cn(isSmall ? 'sr-only' : 'max-w-40 truncate')}>
            {shown ? shown.name : i18n.t('Views')}
          </span>
          {!isSmall && <ChevronDown aria-hidden />}
        </Button>
      )}
    >
      {(button) => (
        <ViewChoices viewer={viewer} current={current} onOpen={onOpen}>
          {button}
        </ViewChoices>
      )}
    </OpensLater>
  )
}
