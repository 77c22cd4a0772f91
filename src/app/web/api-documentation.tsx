import type { ComponentProps, ReactNode } from 'react'
import { lazyPart } from '#platform/web/lazy-parts.ts'
import { Button } from '#platform/web/ui/button.tsx'
import { OpensLater } from '#platform/web/ui/opens-later.tsx'
import { inNewTab, label } from './api-page.ts'

const ApiDocumentationDialog = lazyPart(
  () => import('./api-documentation-dialog.tsx'),
  'ApiDocumentationDialog',
)

interface ApiDocumentationProps {
  icon: ReactNode
}

/** Opens the API page in another tab, where a dialog has no room. */
export const ApiDocumentationLink = ({ icon, ...rest }: ApiDocumentationProps & ComponentProps<'a'>) => (
  <a {...inNewTab} {...rest}>
    {icon}
    {label()}
  </a>
)

export const ApiDocumentation = ({ icon }: ApiDocumentationProps) => (
  <OpensLater
    what={label()}
    popup="dialog"
    load={ApiDocumentationDialog.load}
    renderButton={(closed) => (
      <Button {...closed}>
        {icon}
        {label()}
      </Button>
    )}
  >
    {(button) => <ApiDocumentationDialog>{button}</ApiDocumentationDialog>}
  </OpensLater>
)
