import { useEffect, useEffectEvent, useState } from 'react'
import { i18n } from '#platform/contract/i18n.ts'
import { lazyPart } from '#platform/web/lazy-parts.ts'
import { PartBoundary } from '#platform/web/ui/part-boundary.tsx'
import { useOwnSettings } from './frame.ts'

const TicketPeek = lazyPart(() => import('./ticket-peek.tsx'), 'TicketPeek')

/** Finds the ticket whose link in a list has the focus; a button takes the key for itself. */
function ticketAt({ target, key, repeat, ctrlKey, metaKey, altKey, shiftKey }: KeyboardEvent) {
  if (key !== ' ' || repeat || ctrlKey || metaKey || altKey || shiftKey) return undefined
  if (!(target instanceof HTMLElement) || !target.matches('a[href]')) return undefined
  return target.closest<HTMLElement>('[data-ticket-id]')?.dataset['ticketId']
}

/** Shows the conversation of the row in focus for as long as Space is held, and reads nothing for the person. */
export function Peek() {
  const [id, setId] = useState<string>()
  const { shortcuts } = useOwnSettings()
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (id !== undefined && event.key === ' ') event.preventDefault()
    if (id !== undefined && event.key === 'Escape') {
      event.stopPropagation()
      setId(undefined)
    }
    const pressed = shortcuts ? ticketAt(event) : undefined
    if (pressed === undefined) return
    // Else it scrolls the page.
    event.preventDefault()
    setId(pressed)
  })
  useEffect(() => {
    const end = ({ type, key }: Event & { key?: string }) =>
      (type === 'blur' || key === ' ') && setId(undefined)
    const listen = (event: KeyboardEvent) => press(event)
    window.addEventListener('keydown', listen, true)
    window.addEventListener('keyup', end)
    window.addEventListener('blur', end)
    return () => {
      window.removeEventListener('keydown', listen, true)
      window.removeEventListener('keyup', end)
      window.removeEventListener('blur', end)
    }
  }, [])
  if (id === undefined) return null
  return (
    <PartBoundary what={i18n.t('The ticket')} note="floating" resetKey={id}>
      <TicketPeek key={id} id={id} />
    </PartBoundary>
  )
}
