import { Settings2 } from 'lucide-react'
import { i18n } from '#platform/contract/i18n.ts'
import { lazyPart } from '#platform/web/lazy-parts.ts'
import { Button } from '#platform/web/ui/button.tsx'
import { OpensLater } from '#platform/web/ui/opens-later.tsx'
import type { ColumnChoice } from './column-choices.tsx'

const ColumnChoices = lazyPart(() => import('./column-choices.tsx'), 'ColumnChoices')

interface ColumnMenuProps extends ColumnChoice {
  /** The stored choice is loaded; a change would overwrite it. */
  isKnown: boolean
}

export const ColumnMenu = ({ isKnown, ...choice }: ColumnMenuProps) => (
  <OpensLater
    what={i18n.t('The columns')}
    popup="dialog"
    load={ColumnChoices.load}
    renderButton={(closed) => (
      <Button variant="ghost" disabled={!isKnown} {...closed}>
        <Settings2 aria-hidden />
        {i18n.t('Columns')}
      </Button>
    )}
  >
    {(button) => <ColumnChoices {...choice}>{button}</ColumnChoices>}
  </OpensLater>
)
