import { i18n } from '#platform/contract/i18n.ts'
import { ResetForm } from '#features/auth/web/reset-form.tsx'
import { Logo } from '../shell/logo.tsx'
import { useWindowTitle } from '../shell/title.ts'

/** The page behind the link of a mail, signed in or not. */
export function ResetPassword() {
  useWindowTitle(i18n.t('Set your password'))
  return (
    <div className="mx-auto flex min-h-dvh max-w-[1200px] flex-col px-4 sm:px-8 lg:px-12">
      <header className="flex h-16 flex-none items-center lg:h-20">
        <a href="/" className="rounded-control">
          <Logo size={28} withName />
        </a>
      </header>
      <main className="grid flex-1 content-start justify-items-center pt-6 pb-12 sm:content-center sm:pt-0 sm:pb-24">
        <section className="flex w-full max-w-[400px] flex-col gap-5 sm:rounded-dialog sm:bg-surface sm:p-8 sm:shadow-popover">
          <h1 className="text-[20px]/7 font-semibold tracking-[-0.015em]">{i18n.t('Set your password')}</h1>
          <ResetForm />
        </section>
      </main>
    </div>
  )
}
