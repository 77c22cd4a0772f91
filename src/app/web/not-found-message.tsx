import { i18n } from '#platform/contract/i18n.ts'
import type { ReactNode } from 'react'
import { useWindowTitle } from './shell/title.ts'
import { BlockedTrack } from './portal/track-diagram.tsx'

interface NotFoundMessageProps {
  hint: string
  children: ReactNode
}

export function NotFoundMessage({ hint, children }: NotFoundMessageProps) {
  useWindowTitle(i18n.t('Page not found'))
  return (
    <div className="flex flex-col items-center px-4 text-center">
      <BlockedTrack />
      <h1 className="mt-6 text-[20px]/7 font-semibold tracking-[-0.015em]">{i18n.t('404 Page Not Found')}</h1>
      <p className="mt-1 max-w-[44ch] text-balance text-muted">{hint}</p>
      <div className="mt-5">{children}</div>
    </div>
  )
}
