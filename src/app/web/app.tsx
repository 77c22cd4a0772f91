import { i18n } from '#platform/contract/i18n.ts'
import { Suspense, use, useState, useTransition } from 'react'
import { ErrorBoundary } from '#platform/web/ui/error-boundary.tsx'
import { Spinner } from '#platform/web/ui/spinner.tsx'
import { Toaster } from '#platform/web/ui/overlay/toast.tsx'
import { findCurrentUser, type FoundUser } from './session/current-user.ts'
import { loadDeskTexts } from '#platform/web/language/language.ts'
import { lazyPart, loadPageAgain } from '#platform/web/lazy-parts.ts'
import { ConfirmAddress } from './screens/confirm-address.tsx'
import { Landing } from './screens/landing.tsx'
import { ResetPassword } from './screens/reset-password.tsx'
import { SignedOutNotFound } from './screens/signed-out-not-found.tsx'

const SignedIn = lazyPart(async () => {
  await loadDeskTexts()
  return import('./session/signed-in.tsx')
}, 'SignedIn')

/** @param first the current user, requested before the first render */
export function App({ first }: { first: Promise<FoundUser> }) {
  const [asked, setAsked] = useState(first)
  const [isRetrying, retry] = useTransition()
  return (
    <>
      <ErrorBoundary what={i18n.t('The page')} onRetry={loadPageAgain}>
        <Suspense fallback={<Waiting />}>
          <Found
            asked={asked}
            isRetrying={isRetrying}
            onRetry={() => retry(() => setAsked(findCurrentUser()))}
          />
        </Suspense>
      </ErrorBoundary>
      <Toaster />
    </>
  )
}

function Found({ asked, ...retry }: { asked: Promise<FoundUser>; isRetrying: boolean; onRetry(): void }) {
  const found = use(asked)
  if (location.pathname === '/reset') return <ResetPassword />
  if (location.pathname === '/confirm') return <ConfirmAddress />
  if (found.state === 'signed-in') return <SignedIn user={found.user} logPosition={found.logPosition} />
  const failure = found.state === 'failed' ? retry : undefined
  return location.pathname === '/' ? <Landing failure={failure} /> : <SignedOutNotFound failure={failure} />
}

function Waiting() {
  return (
    <div className="after-150ms grid min-h-dvh place-items-center text-muted">
      <Spinner label={i18n.t('Loading...')} className="size-6" />
    </div>
  )
}
