import { useRouter, useSearch, type AnyRouter, type HistoryState } from '@tanstack/react-router'
import { useCallback } from 'react'

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** True when opening a ticket made this entry, so that going back closes it. */
    openedTicket?: boolean
  }
}

interface OpenTicket {
  /** Id or number, as in the address. */
  openId?: string
  at?: 'management'
  /** `focus` opens it at Ticket Management instead of the top. */
  open(id: string, focus?: 'management'): void
  close(): void
}

/** Entry being left: going back takes a moment, and a second Escape must not go back further. */
let left: HistoryState | undefined

type Way = Pick<AnyRouter, 'history' | 'navigate'>

export function openTicketBy({ history, navigate }: Way, id: string, focus?: 'management'): void {
  const isOpen = /[?&]ticket=/.test(history.location.search)
  void navigate({
    to: '.',
    search: (before: object) => ({ ...before, ticket: id, at: focus }),
    state: (before: HistoryState) => (isOpen ? before : { openedTicket: true }),
    replace: isOpen,
    resetScroll: false,
  })
}

/** Finds the open ticket, kept in the address as `?ticket=ID` on every screen. */
export function useOpenTicket(): OpenTicket {
  const { ticket: openId, at }: Record<string, string | undefined> = useSearch({ strict: false })
  const router = useRouter()
  const { history, navigate } = router

  const open = useCallback((id: string, focus?: 'management') => openTicketBy(router, id, focus), [router])

  const close = useCallback(() => {
    const { state } = history.location
    if (state === left) return
    if (state.openedTicket) {
      left = state
      return history.back()
    }
    void navigate({
      to: '.',
      search: (before: object) => ({ ...before, ticket: undefined, at: undefined }),
      replace: true,
      resetScroll: false,
    })
  }, [history, navigate])

  return { openId, at: at === 'management' ? at : undefined, open, close }
}
