import type { ReactNode } from 'react'
import { buttonClass } from '#platform/web/ui/button.tsx'
import { Logo } from '#platform/web/ui/logo.tsx'
import { signInHref } from '../target.ts'
import { useWindowTitle } from '../title.ts'
import { Unreachable, type Failure } from '../unreachable.tsx'
import { BlockedTrack } from './track-diagram.tsx'

interface MessageProps {
  hint: string
  children: ReactNode
}

function Message({ hint, children }: MessageProps) {
  useWindowTitle('Page not found')
  return (
    <div className="flex flex-col items-center px-4 text-center">
      <BlockedTrack />
      <h1 className="mt-6 text-[20px]/7 font-semibold tracking-[-0.015em]">404 Page Not Found</h1>
      <p className="mt-1 max-w-[44ch] text-balance text-muted">{hint}</p>
      <div className="mt-5">{children}</div>
    </div>
  )
}

/** Inside the shell. A plain link: it also works where no router is. */
export function NotFound() {
  return (
    <div className="grid min-h-[60dvh] place-items-center">
      <Message hint="Nothing is at this address.">
        <a href="/" className={buttonClass('secondary')}>
          Go to My Tickets
        </a>
      </Message>
    </div>
  )
}

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
          <Message hint="If you have an account, sign in and you come back to this address.">
            <a href={signInHref(target)} className={buttonClass('primary', 'large')}>
              Sign In
            </a>
          </Message>
          {failure && <Unreachable {...failure} className="mx-auto mt-6 max-w-[400px]" />}
        </div>
      </main>
    </div>
  )
}
