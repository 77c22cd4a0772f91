import { i18n } from '#platform/contract/i18n.ts'
import { useEffect, useState } from 'react'
import { nameOf } from '#features/users/web/person-name.ts'
import type { ChatMessage } from '../contract.ts'
import { senderOf } from './sender.ts'

const shownCharacters = 50
const closesAfterMs = 5000

const isSupported = () => 'Notification' in window

function shortened(text: string): string {
  const characters = Array.from(text)
  return characters.length > shownCharacters ? `${characters.slice(0, shownCharacters).join('')}...` : text
}

/** Shows a desktop notification while the page is out of sight, where that is allowed. */
export function notifyOf(message: ChatMessage): void {
  if (!isSupported() || Notification.permission !== 'granted') return
  if (!document.hidden && document.hasFocus()) return
  try {
    const shown = new Notification(i18n.t('New Message from {name}', { name: nameOf(senderOf(message)) }), {
      body: shortened(message.message || message.attachments.map(({ fileName }) => fileName).join(', ')),
      tag: `chat-${message.ticketId}-${message.id}`,
    })
    setTimeout(() => shown.close(), closesAfterMs)
    shown.addEventListener('click', () => {
      window.focus()
      shown.close()
    })
  } catch {
    // Phones have the constructor, but refuse it outside a service worker.
  }
}

const permissionNow = (): NotificationPermission => (isSupported() ? Notification.permission : 'denied')

export function useNotificationPermission() {
  const [permission, setPermission] = useState(permissionNow)
  useEffect(() => {
    const look = () => setPermission(permissionNow())
    window.addEventListener('focus', look)
    return () => window.removeEventListener('focus', look)
  }, [])
  return {
    permission,
    async ask(): Promise<void> {
      await Notification.requestPermission()
      setPermission(permissionNow())
    },
  }
}
