import { i18n } from '#platform/contract/i18n.ts'
import { useQueryClient, type QueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { CurrentUser } from '#features/users/contract.ts'
import { CallError } from '#platform/web/call.ts'
import { lazyPart, usePartSoon } from '#platform/web/lazy-parts.ts'
import { PartBoundary } from '#platform/web/ui/part-boundary.tsx'
import { isLeaving } from './leave.ts'
import { currentUserKey, useViewer } from '#features/auth/web/session.tsx'
import { refresh } from '#platform/web/query-client.ts'

const Dialog = lazyPart(() => import('./sign-in-again-dialog.tsx'), 'SignInAgainDialog')

const is401 = (error: unknown) => error instanceof CallError && error.status === 401

/** Calls back whenever a call is refused with 401. */
function watchRefusals(queryClient: QueryClient, refused: () => void): () => void {
  const ends = [
    queryClient.getQueryCache().subscribe((event) => {
      if (event.type === 'updated' && event.action.type === 'error' && is401(event.action.error)) refused()
    }),
    queryClient.getMutationCache().subscribe((event) => {
      if (event.type === 'updated' && event.action.type === 'error' && is401(event.action.error)) refused()
    }),
  ]
  return () => ends.forEach((end) => end())
}

/** Asks to sign in over the unchanged screen when the session has ended. */
export function SignInAgain() {
  const viewer = useViewer()
  const queryClient = useQueryClient()
  const [isOpen, setOpen] = useState(false)
  usePartSoon(Dialog.load)
  useEffect(() => watchRefusals(queryClient, () => setOpen(!isLeaving())), [queryClient])

  function goOn(user: CurrentUser) {
    // The screen still shows another person's data.
    if (user.id !== viewer.id) return location.reload()
    setOpen(false)
    queryClient.setQueryData(currentUserKey, user)
    void refresh(queryClient)
  }

  const close = () => setOpen(false)

  if (!isOpen) return null
  return (
    <PartBoundary what={i18n.t('The form to sign in again')} note="floating" onRetry={close}>
      <Dialog email={viewer.email} onSignedIn={goOn} onClose={close} />
    </PartBoundary>
  )
}
