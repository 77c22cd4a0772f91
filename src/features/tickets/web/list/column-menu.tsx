import { i18n } from '#platform/contract/i18n.ts'
import { Settings2 } from 'lucide-react'
import { lazyPart } from '#platform/web/lazy-parts.ts'
import { Button } from '#platform/web/ui/button.tsx'
import { OpensLater } from '#platform/web/ui/opens-later.tsx'
import type { ColumnChoice } from './column-choices.tsx'

const ColumnChoices = lazyPart(() => import('./column-choices.tsx'), 'ColumnChoices')

interface ColumnMenuProps extends Pick<ColumnChoice, 'chosen'> {
  /** Undefined while it is not known what was chosen before: a choice would take its place. */
  onChange: ColumnChoice['onChange'] | undefined
}

/** Which columns the table has, and in which order. */
export const ColumnMenu = ({ chosen, onChange }: ColumnMenuProps) => (
  <OpensLater
    what={i18n.t('The columns')}
    popup="dialog"
    load={ColumnChoices.load}
    renderButton={(closed) => (
      <Button variant="ghost" disabled={!onChange} {...closed}>
        <Settings2 aria-hidden />
        {i18n.t('Columns')}
      </Button>
    )}
  >
    {(button) =>
      onChange ? (
        <ColumnChoices chosen={chosen} onChange={onChange}>
          {button}
        </ColumnChoices>
      ) : (
        button
      )
    }
  </OpensLater>
)
