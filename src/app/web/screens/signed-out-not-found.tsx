import { i18n } from '#platform/contract/i18n.ts'
import { SignInCard } from '#features/auth/web/sign-in-card.tsx'
import { useWindowTitle } from '../shell/title.ts'
import { Unreachable, type Failure } from '../session/unreachable.tsx'
import { OutsideFrame } from './link-page.tsx'

function purpose(): string {
  const ticket = new URLSearchParams(location.search).get('ticket')?.toUpperCase() ?? ''
  return /^TKT-\d{1,12}$/.test(ticket)
    ? i18n.t('Sign in to open {ticket}', { ticket })
    : i18n.t('Sign in to continue')
}

/** The page may exist after signing in, so the sign-in form keeps the address. */
export function SignedOutNotFound({ failure }: { failure?: Failure }) {
  useWindowTitle(i18n.t('Page not found'))
  return (
    <OutsideFrame>
      <main className="mx-auto flex w-full max-w-[440px] flex-1 flex-col justify-center gap-4 pb-24">
        <h1 className="text-center font-medium text-muted">{i18n.t('404 Page Not Found')}</h1>
        <section
          aria-label={i18n.t('Sign in or register')}
          className="sm:rounded-dialog sm:bg-surface sm:p-8 sm:shadow-popover"
        >
          {failure && <Unreachable {...failure} className="mb-5" />}
          <SignInCard title={purpose()} onSignedIn={() => location.reload()} />
        </section>
      </main>
    </OutsideFrame>
  )
}
