import { buttonClass } from '#platform/web/ui/button.tsx'
import { Logo } from '../shell/logo.tsx'
import { signInHref } from '../session/target.ts'
import { Unreachable, type Failure } from '../session/unreachable.tsx'
import { NotFoundMessage } from '../not-found-message.tsx'

/** For those not signed in, who may find the page after signing in. */
export function SignedOutNotFound({ failure }: { failure?: Failure }) {
  const target = location.pathname + location.search
  return (
    <div className="mx-auto flex min-h-dvh max-w-[1200px] flex-col px-4 sm:px-8 lg:px-12">
      <header className="flex h-16 flex-none items-center lg:h-20">
        <a href="/" className="rounded-control">
          <Logo size={28} withName />
        </a>
      </header>
      <main className="grid flex-1 place-items-center pb-24">
        <div>
          <NotFoundMessage hint="If you have an account, sign in and you come back to this address.">
            <a href={signInHref(target)} className={buttonClass('primary', 'large')}>
              Sign In
            </a>
          </NotFoundMessage>
          {failure && <Unreachable {...failure} className="mx-auto mt-6 max-w-[400px]" />}
        </div>
      </main>
    </div>
  )
}
