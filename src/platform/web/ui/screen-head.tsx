import type { ReactNode } from 'react'
import { cn } from '../cn.ts'

interface ScreenHeadProps {
  title: string
  /** What one does on this screen. */
  hint?: string
  /** Buttons: at the end of the line, below it and as wide as the screen on a phone. */
  actions?: ReactNode
  /** Anything else at the end of the line. */
  children?: ReactNode
}

/** The title of a screen and what concerns all of it. */
export const ScreenHead = ({ title, hint, actions, children }: ScreenHeadProps) => (
  <header
    className={cn(
      'flex justify-between',
      hint ? 'flex-wrap items-start gap-x-4 gap-y-2' : 'items-center gap-3',
    )}
  >
    <div>
      <h1 className="text-page">{title}</h1>
      {hint && <p className="text-muted">{hint}</p>}
    </div>
    {actions && <div className="flex flex-wrap gap-2 max-sm:w-full max-sm:*:flex-1">{actions}</div>}
    {children}
  </header>
)
