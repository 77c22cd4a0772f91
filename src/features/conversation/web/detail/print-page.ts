import type { QueryClient } from '@tanstack/react-query'
import { loadAllComments } from '#features/comments/web/api.ts'
import { i18n } from '#platform/contract/i18n.ts'
import { toastFailure } from '#platform/web/ui/overlay/toast-store.ts'

/** Time until loaded content is rendered and the menu or palette is closed, as it would be printed, too. */
const printAfterMs = 300

interface Printing {
  withInternal?: boolean
  /** Loads the whole chat, which is then printed among the comments. */
  loadChat?: (() => Promise<void>) | undefined
}

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
