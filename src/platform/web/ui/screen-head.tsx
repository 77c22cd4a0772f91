import type { ReactNode } from 'react'

interface ScreenHeadProps {
  /** Hidden on a phone, where the top bar names the screen. */
  title: string
  /** Second part of the title, such as the view of a list. */
  part?: string | undefined
  hint?: string
  /** Buttons at the end of the line; on a phone below it and full width. */
  actions?: ReactNode
  children?: ReactNode
}

export const ScreenHead = ({ title, part, hint, actions, children }: ScreenHeadProps) => (
  <header className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2 max-md:not-has-[a,button]:contents">
    <div className="max-md:contents">
      <h1 className="text-page max-md:sr-only">
        {title}
        {part !== undefined && <span className="font-normal text-muted"> / {part}</span>}
      </h1>
      {hint && <p className="text-muted max-md:hidden">{hint}</p>}
    </div>
    {actions && <div className="flex flex-wrap gap-2 max-sm:w-full max-sm:*:flex-1">{actions}</div>}
    {children}
  </header>
)
