import { i18n } from '#platform/contract/i18n.ts'
import { ExternalLink } from 'lucide-react'
import type { ReactElement } from 'react'
import { buttonClass } from '#platform/web/ui/button.tsx'
import { Dialog, DialogContent, DialogTrigger } from '#platform/web/ui/overlay/dialog.tsx'
import { address, inNewTab, label } from './api-page.ts'

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
      <iframe
        title={label()}
        src={address}
        sandbox="allow-same-origin allow-popups"
        className="min-h-0 w-full flex-1 border-t border-border bg-surface"
      />
    </DialogContent>
  </Dialog>
)
