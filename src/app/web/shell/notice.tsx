import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { cn } from '#platform/web/cn.ts'

const tones = {
  amber: 'bg-amber-bg text-amber-fg',
  blue: 'bg-blue-bg text-blue-fg',
  gray: 'bg-gray-bg text-fg',
} as const

interface NoticeProps {
  icon: LucideIcon
  tone: keyof typeof tones
  /** Button beside the words. */
  action?: ReactNode
  end?: ReactNode
  children: ReactNode
}

export function Notice({ icon: Icon, tone, action, end, children }: NoticeProps) {
  return (
    <div className={cn('no-print flex items-start gap-2.5 px-4 py-2 md:px-5 xl:px-6', tones[tone])}>
      <Icon aria-hidden className="mt-0.5" />
      <div className="flex min-w-0 flex-1 flex-wrap items-center gap-x-3 gap-y-2 max-sm:pb-1 sm:[&>.btn]:-my-1">
        <p className="min-w-0">{children}</p>
        {action}
      </div>
      {end}
    </div>
  )
}
