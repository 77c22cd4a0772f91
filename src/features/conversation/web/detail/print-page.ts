import { i18n } from '#platform/contract/i18n.ts'
import type { QueryClient } from '@tanstack/react-query'
import { toastFailure } from '#platform/web/ui/overlay/toast-store.ts'
import { loadAllComments } from '#features/comments/web/api.ts'

/** What was loaded is drawn by then, and the menu or palette it was chosen in is gone: it would be printed, too. */
const printAfterMs = 300

interface Printing {
  /** With internal comments. */
  withInternal?: boolean
  /** Loads the whole chat, which is then printed among the comments. */
  loadChat?: (() => Promise<void>) | undefined
}

/** Prints the ticket that is open with all its comments; see print.css. */
export async function printPage(
  client: QueryClient,
  ticketId: string,
  { withInternal = false, loadChat }: Printing = {},
): Promise<void> {
  try {
    await Promise.all([loadAllComments(client, ticketId), loadChat?.()])
  } catch {
    return toastFailure(i18n.t('The ticket could not be loaded as a whole, so it was not printed.'))
  }
  setTimeout(() => {
    const { dataset } = document.documentElement
    const chosen = [...(withInternal ? ['printsInternal'] : []), ...(loadChat ? ['printsChat'] : [])]
    for (const name of chosen) dataset[name] = ''
    const end = () => {
      for (const name of chosen) delete dataset[name]
    }
    window.addEventListener('afterprint', end, { once: true })
    window.print()
  }, printAfterMs)
}
