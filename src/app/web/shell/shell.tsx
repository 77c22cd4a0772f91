import { i18n } from '#platform/contract/i18n.ts'
import { productName } from '#app/product.ts'
import { Outlet, useLocation, useMatches } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { useOwnDensity } from '#features/settings/web/density.ts'
import { Button } from '#platform/web/ui/button.tsx'
import { PartBoundary } from '#platform/web/ui/part-boundary.tsx'
import { Commands, LazyCommands } from '../lazy-commands.tsx'
import { useViewer } from '#features/auth/web/session.tsx'
import { useShownView } from '../queues/use-listed-views.ts'
import { LateRowMarks } from './late-row-marks.tsx'
import { Notices } from './notices.tsx'
import { lazyPart, usePartSoon } from '#platform/web/lazy-parts.ts'
import { shownFrame } from '../ticket/frame.ts'
import { useOpenTicket } from '../ticket/open-ticket.ts'
import { Peek } from '../ticket/peek.tsx'
import { OpeningTicket } from '../ticket/opening-ticket.tsx'
import { Sidebar } from './sidebar.tsx'
import { useWindowTitle } from './title.ts'
import { TopBar } from './top-bar.tsx'

/** Matches every link to a ticket, such as a row of a list and the subject in it. */
const ticketLinks = 'a[href*="ticket="], [data-ticket-id]'

// The shortcuts bring the code that restores the focus after a choice from the lists of a ticket.
const TicketDialog = lazyPart(async () => {
  const shortcuts = Commands.load().catch(() => undefined)
  const [{ TicketDialog }] = await Promise.all([import('../ticket/ticket-dialog.tsx'), shortcuts])
  return { TicketDialog }
}, 'TicketDialog')

/**
 * Moves the focus to the content on every screen but the first, where it is at the top anyway. A chosen tab
 * keeps it, so that arrow keys go on.
 */
function useFocusOnArrival() {
  const main = useRef<HTMLElement>(null)
  const path = useLocation({ select: ({ pathname }) => pathname })
  const shown = useRef(path)
  useEffect(() => {
    if (shown.current === path) return
    shown.current = path
    if (document.activeElement?.role !== 'tab') main.current?.focus({ preventScroll: true })
  }, [path])
  return main
}

/** Finds the title of the screen, unless the address goes on below it and nothing is there. */
function useScreenTitle(): string | undefined {
  const path = useLocation({ select: ({ pathname }) => pathname })
  const pathOfScreen = useMatches({ select: (matches) => matches.at(-1)?.pathname })
  const title = useMatches({ select: (matches) => matches.at(-1)?.staticData.title })
  const view = useShownView(useViewer())
  if (pathOfScreen !== path) return undefined
  return view ? `${title} / ${view.name}` : title
}

export function Shell() {
  const main = useFocusOnArrival()
  usePartSoon(TicketDialog.load, ticketLinks)
  const title = useScreenTitle()
  const frame = shownFrame.use()
  useWindowTitle(title)
  useOwnDensity()
  return (
    <div className="flex min-h-dvh flex-col md:flex-row">
      <a
        href="#main"
        inert={frame !== undefined}
        className="btn btn-primary sr-only focus:not-sr-only focus:fixed! focus:start-3 focus:top-3 focus:z-70 focus:px-3!"
        onClick={(event) => {
          event.preventDefault()
          main.current?.focus()
        }}
      >
        {i18n.t('Skip to content')}
      </a>
      <TopBar title={title ?? productName} inert={frame === 'box'} />
      <Sidebar inert={frame === 'box'} />
      <div inert={frame !== undefined} className="flex min-w-0 flex-1 flex-col">
        <Notices />
        <main
          id="main"
          ref={main}
          tabIndex={-1}
          className="mx-auto w-full max-w-[1440px] flex-1 px-[max(1rem,env(safe-area-inset-left),env(safe-area-inset-right))] pt-4 pb-[max(1rem,env(safe-area-inset-bottom))] outline-none md:p-5 xl:p-6"
        >
          <Outlet />
        </main>
      </div>
      <OpenTicket />
      <Peek />
      <LazyCommands />
      <LateRowMarks />
    </div>
  )
}

function OpenTicket() {
  const { openId, at, open, close } = useOpenTicket()
  if (!openId) return null
  return (
    // Empty unless it fails: the dialog itself is drawn elsewhere.
    <section
      aria-label={i18n.t('Ticket')}
      className="fixed inset-x-4 bottom-4 z-40 mx-auto max-w-lg rounded-dialog bg-raised pb-6 text-center shadow-dialog not-has-[[role=alert]]:hidden"
    >
      <PartBoundary
        what={i18n.t('The ticket')}
        resetKey={openId}
        fallback={<OpeningTicket id={openId} onClose={close} />}
      >
        <TicketDialog id={openId} at={at} open={open} onClose={close} />
      </PartBoundary>
      <Button variant="ghost" onClick={close}>
        {i18n.t('Close')}
      </Button>
    </section>
  )
}
