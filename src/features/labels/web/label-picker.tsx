import { useState } from 'react'
import { stopPicking, usePicking } from '#features/tickets/web/parts/picking.ts'
import type { Viewer } from '#features/users/contract.ts'
import { i18n } from '#platform/contract/i18n.ts'
import { Popover, PopoverAnchor, PopoverContent } from '#platform/web/ui/overlay/popover.tsx'
import { rememberFocus } from '#platform/web/ui/overlay/return-focus.ts'
import { LabelChoices } from './label-choices.tsx'

/** Draws the list of labels for rows, cards and selected tickets. */
export function LabelPicker({ viewer }: { viewer: Pick<Viewer, 'role'> }) {
  const picking = usePicking()
  const [returnFocus] = useState(rememberFocus)
  if (picking?.field !== 'labelIds') return null
  const { tickets, anchor } = picking
  return (
    <Popover open onOpenChange={stopPicking}>
      <PopoverAnchor virtualRef={{ current: anchor }} />
      <PopoverContent
        label={i18n.t('Labels')}
        className="w-64 p-0!"
        onInteractOutside={(event) => {
          // The trigger closes it by itself.
          if (event.target instanceof Node && anchor.contains(event.target)) event.preventDefault()
        }}
        onCloseAutoFocus={(event) => {
          event.preventDefault()
          returnFocus()
        }}
      >
        <LabelChoices tickets={tickets} viewer={viewer} onClose={stopPicking} />
      </PopoverContent>
    </Popover>
  )
}
