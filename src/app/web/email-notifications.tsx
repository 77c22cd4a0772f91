import { lazy, Suspense } from 'react'
import { loadPageAgain, loadPart } from '#platform/web/parts.ts'
import { ErrorBoundary } from '#platform/web/ui/error-boundary.tsx'

const loadPreferences = () => loadPart(() => import('#features/email-preferences/web/own-preferences.tsx'))
const OwnPreferences = lazy(async () => ({ default: (await loadPreferences()).OwnPreferences }))

/** What the viewer is mailed about. */
export const EmailNotifications = () => (
  <ErrorBoundary what="The email notifications" note="inline" onRetry={loadPageAgain}>
    <Suspense fallback={<p className="after-150ms text-muted">Loading preferences...</p>}>
      <OwnPreferences />
    </Suspense>
  </ErrorBoundary>
)
