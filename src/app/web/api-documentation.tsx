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

/** Opens the API page beside this one, where there is no room for a page within the page. */
export const ApiDocumentationLink = ({ icon, ...rest }: ApiDocumentationProps & ComponentProps<'a'>) => (
  <a {...inNewTab} {...rest}>
    {icon}
    {label()}
  </a>
)

/** The button to the API page and the large dialog it opens. */
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
