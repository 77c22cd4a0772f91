import type { LucideIcon } from 'lucide-react'
import { Button } from './button.tsx'
import { IconButton } from './icon-button.tsx'

interface HeadActionProps {
  label: string
  icon: LucideIcon
  onClick(): void
}

/** A button in the head of a ticket; narrow screens show only its icon. */
export function HeadAction({ label, icon: Icon, onClick }: HeadActionProps) {
  return (
    <>
      <Button variant="ghost" className="max-xl:hidden" onClick={onClick}>
        <Icon aria-hidden />
        {label}
      </Button>
      <IconButton label={label} tooltipSide="bottom" className="xl:hidden" onClick={onClick}>
        <Icon aria-hidden />
      </IconButton>
    </>
  )
}
