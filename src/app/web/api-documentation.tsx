import { ExternalLink } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button, buttonClass } from '#platform/web/ui/button.tsx'
import { Dialog, DialogContent, DialogTrigger } from '#platform/web/ui/overlay/dialog.tsx'

const label = 'API Documentation'
const address = '/api-docs'
// Our own page, from our own origin: it needs its scripts and the cookie to try calls, and browsers warn of a sandbox that allows both.
const Frame = 'iframe'
const inNewTab = { href: address, target: '_blank', rel: 'noreferrer' }

interface ApiDocumentationProps {
  /** No room for a page within the page: it opens beside it. */
  isNarrow: boolean
  icon: ReactNode
}

/** The button to the API page and the large dialog it opens. */
export function ApiDocumentation({ isNarrow, icon }: ApiDocumentationProps) {
  if (isNarrow)
    return (
      <a {...inNewTab} className={buttonClass()}>
        {icon}
        {label}
      </a>
    )
  return (
    <Dialog>
      <DialogTrigger asChild>
        <Button>
          {icon}
          {label}
        </Button>
      </DialogTrigger>
      <DialogContent
        title={label}
        size="viewport"
        bare
        aria-describedby={undefined}
        actions={
          <a {...inNewTab} className={buttonClass('ghost')}>
            <ExternalLink aria-hidden />
            Open in new tab
          </a>
        }
      >
        <Frame
          title={label}
          src={address}
          className="min-h-0 w-full flex-1 border-t border-border bg-white"
        />
      </DialogContent>
    </Dialog>
  )
}
