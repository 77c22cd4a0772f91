import { Minimize2, PanelLeftClose, PanelRightClose, type LucideIcon } from 'lucide-react'
import { useSavePreference } from '#features/settings/web/use-save-preference.ts'
import { useActions, type OfferedAction } from '#platform/web/actions/actions.ts'
import { IconButton } from '#platform/web/ui/icon-button.tsx'
import { expandTicket, toggleFacts, toggleQueue } from './frame-actions.ts'
import { useMayExpand, useOwnSettings } from './frame.ts'

interface FrameButtonsProps {
  isPlace: boolean
  /** There is a list, and room for it. */
  hasQueue: boolean
}

/** Chooses the frame of a ticket, and what stands beside it there; stored for every browser. */
export function FrameButtons({ isPlace, hasQueue }: FrameButtonsProps) {
  const { ticketExpanded, queueBeside, factsBeside } = useOwnSettings()
  const save = useSavePreference()
  const expand = { ...expandTicket, run: () => save({ ticketExpanded: !ticketExpanded }) }
  const queue = { ...toggleQueue, run: () => save({ queueBeside: !queueBeside }) }
  const facts = { ...toggleFacts, run: () => save({ factsBeside: !factsBeside }) }
  const mayExpand = useMayExpand()
  useActions([
    ...(mayExpand ? [{ ...expand, heading: expandTicket.label }] : []),
    ...(isPlace && hasQueue ? [queue] : []),
    ...(isPlace ? [facts] : []),
  ])
  if (!mayExpand) return null
  return (
    <>
      {isPlace && hasQueue && <Toggle action={queue} isOn={queueBeside} onIcon={PanelLeftClose} />}
      {isPlace && <Toggle action={facts} isOn={factsBeside} onIcon={PanelRightClose} />}
      <Toggle action={expand} isOn={ticketExpanded} onIcon={Minimize2} />
    </>
  )
}

interface ToggleProps {
  action: OfferedAction
  isOn: boolean
  onIcon: LucideIcon
}

/** Its drawing says what a press does, so that three of them shine no louder than the ticket. */
function Toggle({ action: { label, keys, icon: OffIcon, run }, isOn, onIcon: OnIcon }: ToggleProps) {
  const Icon = isOn ? OnIcon : OffIcon
  return (
    <IconButton
      label={label}
      {...(keys && { shortcut: keys.toUpperCase() })}
      tooltipSide="bottom"
      aria-pressed={isOn}
      className="not-hover:bg-transparent! text-muted!"
      onClick={run}
    >
      {Icon && <Icon aria-hidden />}
    </IconButton>
  )
}
