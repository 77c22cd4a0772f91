import { i18n } from '#platform/contract/i18n.ts'
import { ChevronDown, Lock } from 'lucide-react'
import { useState } from 'react'
import { Button } from '#platform/web/ui/button.tsx'
import { Popover, PopoverContent, PopoverTrigger } from '#platform/web/ui/overlay/popover.tsx'
import { HeadAction } from '#platform/web/ui/head-action.tsx'
import { printTicket } from '../actions.ts'

/** Internal comments are printed while this stands on the page; see print.css. */
function printWithInternal() {
  const page = document.documentElement
  page.dataset['printsInternal'] = ''
  window.addEventListener('afterprint', () => delete page.dataset['printsInternal'], { once: true })
  window.print()
}

/** Prints the ticket at once, without internal comments; with them only by choice. */
export function PrintTicket({ hasInternal }: { hasInternal: boolean }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <span className="flex">
      <HeadAction {...printTicket} onClick={() => window.print()} />
      {hasInternal && (
        <Popover open={isOpen} onOpenChange={setOpen}>
          <PopoverTrigger asChild>
            <Button variant="ghost" aria-label={i18n.t('More ways to print')} className="-ms-1 w-6 px-0!">
              <ChevronDown aria-hidden className="size-3.5!" />
            </Button>
          </PopoverTrigger>
          <PopoverContent label={i18n.t('More ways to print')} align="end" className="p-1!">
            <Button
              variant="ghost"
              className="w-full justify-start!"
              onClick={() => {
                setOpen(false)
                // It would be printed, too.
                setTimeout(printWithInternal, 200)
              }}
            >
              <Lock aria-hidden />
              {i18n.t('Include internal comments')}
            </Button>
          </PopoverContent>
        </Popover>
      )}
    </span>
  )
}
