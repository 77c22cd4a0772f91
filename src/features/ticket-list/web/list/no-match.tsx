import { SearchX } from 'lucide-react'
import type { ReactNode } from 'react'
import { i18n } from '#platform/contract/i18n.ts'
import { Button } from '#platform/web/ui/button.tsx'
import { EmptyState } from '#platform/web/ui/empty-state.tsx'
import { keepFocusThrough } from '#platform/web/ui/overlay/return-focus.ts'

/** Stands for a list whose filters let no ticket through. */
export const NoMatch = ({ onClear, suggestion }: { onClear(): void; suggestion: ReactNode }) => (
  <EmptyState
    icon={<SearchX aria-hidden />}
    title={i18n.t('No tickets match')}
    hint={i18n.t('No ticket matches this search and these filters.')}
    action={
      <>
        {suggestion}
        <Button onClick={() => keepFocusThrough(onClear)}>{i18n.t('Clear filters')}</Button>
      </>
    }
  />
)
