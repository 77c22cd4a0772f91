import type { ReactNode } from 'react'
import { Button } from './button.tsx'
import { IconButton } from './icon-button.tsx'

/** A button in the head of a ticket: with its words where there is room, else with the words as its name. */
export function HeadAction({ label, icon, onClick }: { label: string; icon: ReactNode; onClick(): void }) {
  return (
    <>
      <Button variant="ghost" className="max-xl:hidden" onClick={onClick}>
        {icon}
        {label}
      </Button>
      <IconButton label={label} tooltipSide="bottom" className="xl:hidden" onClick={onClick}>
        {icon}
      </IconButton>
    </>
  )
}
