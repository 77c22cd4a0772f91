import type { ReactNode } from 'react'
import { i18n } from '#platform/contract/i18n.ts'
import type { Ticket } from '../../contract.ts'
import { startPicking } from './picking.ts'

interface PickButtonProps {
  field: 'status' | 'priority'
  ticket: Ticket
  canEdit: boolean
  tabIndex?: number
  children: ReactNode
}

export function PickButton({ field, ticket, canEdit, tabIndex, children }: PickButtonProps) {
  if (!canEdit) return children
  return (
    <button
      type="button"
      tabIndex={tabIndex}
      data-pick={field}
      aria-haspopup="menu"
      title={field === 'status' ? i18n.t('Change status') : i18n.t('Change priority')}
      className="relative -mx-1 inline-flex min-h-6 max-w-[calc(100%+8px)] items-center rounded-control px-1 hover:bg-hover aria-expanded:bg-hover pointer-coarse:after:absolute pointer-coarse:after:-inset-x-1 pointer-coarse:after:-inset-y-2.5"
      onClick={({ currentTarget }) => startPicking({ field, ticket, anchor: currentTarget })}
    >
      {children}
    </button>
  )
}
