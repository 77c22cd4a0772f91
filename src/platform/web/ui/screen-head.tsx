import type { ReactNode } from 'react'

interface ScreenHeadProps {
  /** In sight where there is a sidebar; on a phone the bar at the top names the screen. */
  title: string
  /** Purpose of the screen; a phone has no room for it. */
  hint?: string
  /** Buttons: at the end of the line, below it and as wide as the screen on a phone. */
  actions?: ReactNode
  /** Anything else at the end of the line. */
  children?: ReactNode
}

/** The title of a screen and what concerns all of it. On a phone it takes no place but for its buttons. */
export const ScreenHead = ({ title, hint, actions, children }: ScreenHeadProps) => (
  <header className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2 max-md:not-has-[a,button]:contents">
    <div className="max-md:contents">
      <h1 className="text-page max-md:sr-only">{title}</h1>
      {hint && <p className="text-muted max-md:hidden">{hint}</p>}
    </div>
    {actions && <div className="flex flex-wrap gap-2 max-sm:w-full max-sm:*:flex-1">{actions}</div>}
    {children}
  </header>
)
