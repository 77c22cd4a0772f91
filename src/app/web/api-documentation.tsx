import { i18n } from '#platform/contract/i18n.ts'
import { ExternalLink } from 'lucide-react'
import type { ComponentProps, ReactNode } from 'react'
import { Button, buttonClass } from '#platform/web/ui/button.tsx'
import { Dialog, DialogContent, DialogTrigger } from '#platform/web/ui/overlay/dialog.tsx'

const label = () => i18n.t('API Documentation')
const address = '/api-docs'
// Our own page, from our own origin: it needs its scripts and the cookie to try calls, and browsers warn of a sandbox that allows both.
const Frame = 'iframe'
const inNewTab = { href: address, target: '_blank', rel: 'noreferrer' }

interface ApiDocumentationProps {
  icon: ReactNode
}

/** Opens the API page beside this one, where there is no room for a page within the page. */
export const ApiDocumentationLink = ({ icon, ...rest }: ApiDocumentationProps & ComponentProps<'a'>) => (
  <a {...inNewTab} {...rest}>
    {icon}
    {label()}
  </a>
)

/** The button to the API page and the large dialog it opens. */
export function ApiDocumentation({ icon }: ApiDocumentationProps) {
  return (
    <Dialog>
      <DialogTrigger asChild>
        <Button>
          {icon}
          {label()}
        </Button>
      </DialogTrigger>
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
}
