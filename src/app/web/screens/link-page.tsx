import type { ReactNode } from 'react'
import { useWindowTitle } from '../shell/title.ts'
import { Logo } from '../shell/logo.tsx'

export const OutsideFrame = ({ children }: { children: ReactNode }) => (
  <div className="mx-auto flex min-h-dvh max-w-[1200px] flex-col px-4 sm:px-8 lg:px-12">
    <header className="flex h-16 flex-none items-center lg:h-20">
      <a href="/" className="rounded-control">
        <Logo size={28} withName />
      </a>
    </header>
    {children}
  </div>
)

/** A page behind the link of a mail, signed in or not. */
export function LinkPage({ title, children }: { title: string; children: ReactNode }) {
  useWindowTitle(title)
  return (
    <OutsideFrame>
      <main className="grid flex-1 content-start justify-items-center pt-6 pb-12 sm:content-center sm:pt-0 sm:pb-24">
        <section className="flex w-full max-w-[400px] flex-col gap-5 sm:rounded-dialog sm:bg-surface sm:p-8 sm:shadow-popover">
          <h1 className="text-[20px]/7 font-semibold tracking-[-0.015em]">{title}</h1>
          {children}
        </section>
      </main>
    </OutsideFrame>
  )
}
