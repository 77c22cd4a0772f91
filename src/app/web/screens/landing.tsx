import { i18n } from '#platform/contract/i18n.ts'
import { productName } from '#app/product.ts'
import { SignInCard } from '#features/auth/web/sign-in-card.tsx'
import { LanguageChoice } from '#platform/web/language/language-choice.tsx'
import { Logo } from '../shell/logo.tsx'
import { targetOf } from '../session/target.ts'
import { useWindowTitle } from '../shell/title.ts'
import { Unreachable, type Failure } from '../session/unreachable.tsx'
import { TrackDiagram } from '../portal/track-diagram.tsx'

/** The first administrator begins with the open steps of the setup. */
const enter = (asFirst: boolean) =>
  location.replace(asFirst ? '/dashboard' : targetOf(location.search, location.origin))

export function Landing({ failure }: { failure?: Failure }) {
  useWindowTitle(i18n.t('Sign in'))
  return (
    <div className="mx-auto flex min-h-dvh max-w-[1200px] flex-col px-4 sm:px-8 lg:px-12">
      <header className="flex h-16 flex-none items-center lg:h-20">
        <Logo size={28} withName />
      </header>
      <main className="grid flex-1 content-start items-center gap-y-6 pb-12 sm:gap-y-10 lg:grid-cols-[minmax(0,1fr)_400px] lg:content-center lg:gap-x-14 xl:gap-x-20">
        <section className="flex flex-col gap-3 pt-6 sm:pt-10 lg:gap-5 lg:pt-0">
          <h1 className="text-[28px]/[34px] font-semibold tracking-[-0.025em] sm:text-[36px]/[42px] xl:text-[44px]/[50px]">
            {i18n.t('Support that stays on track.')}
          </h1>
          <div className="max-w-[46ch] text-[15px]/6 text-muted lg:text-[17px]/7">
            <p>{i18n.t('Clients submit tickets and track progress.')}</p>
            <p>{i18n.t('Team members manage assignments and workflows.')}</p>
          </div>
          <TrackDiagram className="mt-4 hidden lg:block xl:mt-6" />
        </section>
        <section
          aria-label={i18n.t('Sign in or register')}
          className="w-full max-w-[440px] justify-self-center sm:rounded-dialog sm:bg-surface sm:p-8 sm:shadow-popover lg:max-w-none"
        >
          {failure && <Unreachable {...failure} className="mb-5" />}
          <SignInCard
            title={i18n.t('Welcome to {productName}', { productName })}
            setupWords={i18n.t('Nobody has an account here yet.')}
            onSignedIn={enter}
          />
        </section>
      </main>
      <footer className="flex flex-none items-center justify-between gap-4 border-t border-border py-4 text-meta font-normal text-subtle">
        <span>{productName}</span>
        <LanguageChoice />
        <a href="/api-docs" className="link">
          {i18n.t('API Documentation')}
        </a>
      </footer>
    </div>
  )
}
