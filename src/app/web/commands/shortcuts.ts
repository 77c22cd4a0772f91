import type { CurrentUser } from '#features/users/contract.ts'
import { isDesk, isStaff } from '#features/users/policy.ts'
import type { Overlay } from '../shell/overlay.ts'
import { destinationsFor } from './destinations.ts'
import type { Shortcut } from './key-map.ts'
import { clearSelection, move, moveByArrow, selectAll, selectRange, toggle } from '#features/tickets/web/list/list-focus.ts'
import { goTo, isTicketOpen, openAndGoTo, press } from './ticket-keys.ts'

interface Doing {
  show(overlay: Overlay): void
  go(to: string): void
  /** The form of the portal, for those who have no dialog to create a ticket in. */
  writeInPortal(): void
  assignToMe(): boolean
}

function focusSearch(): boolean {
  const field = document.querySelector<HTMLInputElement>('main [role=search] input')
  field?.focus()
  field?.select()
  return field !== null
}

function switchView(): boolean {
  const other = document.querySelector<HTMLElement>(
    'main [role=tablist][aria-label=Views] [role=tab][aria-selected=false]',
  )
  other?.click()
  return other !== null
}

/** What the keys do for this person. What belongs to the screen behind is out of reach while a ticket is open. */
export function shortcutsFor(
  viewer: CurrentUser,
  { show, go, writeInPortal, assignToMe }: Doing,
): Shortcut[] {
  const onScreen = (run: () => boolean) => () => !isTicketOpen() && run()
  const anywhere: Shortcut[] = [
    { keys: 'Mod+k', label: 'Search and commands', run: () => show('palette'), group: 'Anywhere' },
    { keys: '?', label: 'Keyboard shortcuts', run: () => show('shortcuts'), group: 'Anywhere' },
    { keys: '/', label: 'Search this list', run: onScreen(focusSearch), group: 'Anywhere' },
    {
      keys: 'c',
      label: 'Create a ticket',
      group: 'Anywhere',
      run: onScreen(() => {
        if (isDesk(viewer)) show('new-ticket')
        else if (!isStaff(viewer)) writeInPortal()
        else return false
        return true
      }),
    },
    ...destinationsFor(viewer).flatMap(({ to, label, key }): Shortcut[] =>
      key ? [{ keys: `g ${key}`, label: `Go to ${label}`, run: () => go(to), group: 'Anywhere' }] : [],
    ),
  ]
  const inList: Shortcut[] = [
    { keys: 'j', label: 'Next ticket', run: onScreen(() => move(1)), group: 'In a list' },
    { keys: 'k', label: 'Previous ticket', run: onScreen(() => move(-1)), group: 'In a list' },
    { keys: 'ArrowDown', label: 'Next ticket', run: onScreen(() => moveByArrow(1)), group: 'In a list' },
    { keys: 'ArrowUp', label: 'Previous ticket', run: onScreen(() => moveByArrow(-1)), group: 'In a list' },
    { keys: 'Enter', label: 'Open it', group: 'In a list', isNative: true },
    { keys: 'x', label: 'Select it', run: onScreen(toggle), group: 'In a list' },
    { keys: 'Shift+x', label: 'Select up to it', run: onScreen(selectRange), group: 'In a list' },
    { keys: 'Mod+a', label: 'Select all on this page', run: onScreen(selectAll), group: 'In a list' },
    { keys: 'Escape', label: 'Clear the selection', run: onScreen(clearSelection), group: 'In a list' },
    { keys: 'v', label: 'Table or board', run: onScreen(switchView), group: 'In a list' },
  ]
  const ofStaff: Shortcut[] = [
    { keys: 's', label: 'Status', run: () => goTo('status'), group: 'In a ticket' },
    { keys: 'p', label: 'Priority', run: () => goTo('priority'), group: 'In a ticket' },
  ]
  const ofDesk: Shortcut[] = [
    { keys: 'a', label: 'Assign', run: () => press('assign'), group: 'In a ticket' },
    { keys: 'i', label: 'Assign to me', run: assignToMe, group: 'In a ticket' },
  ]
  const inTicket: Shortcut[] = [
    ...(isStaff(viewer) ? ofStaff : []),
    ...(isDesk(viewer) ? ofDesk : []),
    { keys: 'r', label: 'Write a comment', run: () => goTo('comment'), group: 'In a ticket' },
    {
      keys: 'm',
      label: 'Write in the chat',
      run: () => goTo('chat-message') || openAndGoTo('chat', 'chat-message'),
      group: 'In a ticket',
    },
    { keys: '[', label: 'Previous ticket of the list', run: () => press('previous'), group: 'In a ticket' },
    { keys: ']', label: 'Next ticket of the list', run: () => press('next'), group: 'In a ticket' },
    { keys: 'Mod+Enter', label: 'Add the comment', group: 'In a ticket', isNative: true },
  ]
  const onBoard: Shortcut[] = [
    {
      keys: 'Space',
      or: 'Enter',
      label: 'Lift the card by its grip, drop it',
      group: 'On the board',
      isNative: true,
    },
    { keys: 'ArrowDown', label: 'Move the lifted card', group: 'On the board', isNative: true },
    { keys: 'Shift+ArrowRight', label: 'To the next column', group: 'On the board', isNative: true },
    { keys: 'Escape', label: 'Put the card back', group: 'On the board', isNative: true },
  ]
  return [...anywhere, ...inList, ...inTicket, ...(isStaff(viewer) ? onBoard : [])]
}
