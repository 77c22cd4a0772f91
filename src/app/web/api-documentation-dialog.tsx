import { i18n } from '#platform/contract/i18n.ts'
import { ExternalLink } from 'lucide-react'
import type { ReactElement } from 'react'
import { buttonClass } from '#platform/web/ui/button.tsx'
import { Dialog, DialogContent, DialogTrigger } from '#platform/web/ui/overlay/dialog.tsx'
import { address, inNewTab, label } from './api-page.ts'

// Our own page, from our own origin: it needs its scripts and the cookie to try calls, and browsers warn of a sandbox that allows both.
const Frame = 'iframe'

/** The API page in a large dialog, open from the start. @param children the button that opens it */
export const ApiDocumentationDialog = ({ children }: { children: ReactElement }) => (
  <Dialog defaultOpen>
    <DialogTrigger asChild>{children}</DialogTrigger>
    <DialogContent
      title={label()}
      size="viewport"
      bare
      aria-describedby={undefined}
      actions={
        <a {...inNewTab} className={buttonClass('ghost')}>
          <ExternalLink aria-hidden />
          {i18n.t('Open in new tab')}
        </a>
      }
    >
      <Frame
        title={label()}
        src={address}
        className="min-h-0 w-full flex-1 border-t border-border bg-white"
      />
    </DialogContent>
  </Dialog>
)
