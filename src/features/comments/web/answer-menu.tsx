import { ChevronDown } from 'lucide-react'
import { StatusIcon } from '#features/tickets/web/parts/ticket-badges.tsx'
import { i18n, words } from '#platform/contract/i18n.ts'
import { cn } from '#platform/web/cn.ts'
import { buttonClass } from '#platform/web/ui/button.tsx'
import { Menu, MenuContent, MenuItem, MenuTrigger } from '#platform/web/ui/overlay/menu.tsx'
import type { AnswerStatus } from '../contract.ts'
import { answers } from './actions.ts'
import { internalLook } from './internal-look.ts'

const internalWords: Record<AnswerStatus, string> = words({
  resolved: () => i18n.t('Add Internal Comment and set Resolved'),
  testing: () => i18n.t('Add Internal Comment and set Testing'),
})

interface AnswerMenuProps {
  statuses: readonly AnswerStatus[]
  isInternal: boolean
  addressee: string | undefined
  disabled: boolean
  onPick(status: AnswerStatus): void
}

export const AnswerMenu = ({ statuses, isInternal, addressee, disabled, onPick }: AnswerMenuProps) => (
  <Menu>
    <MenuTrigger
      disabled={disabled}
      aria-label={i18n.t('More ways to add')}
      title={i18n.t('More ways to add')}
      className={cn(buttonClass('primary'), 'btn-icon rounded-s-none!', isInternal && internalLook)}
    >
      <ChevronDown aria-hidden />
    </MenuTrigger>
    <MenuContent align="end" side="top">
      {statuses.toReversed().map((status) => (
        <MenuItem key={status} icon={<StatusIcon status={status} />} onSelect={() => onPick(status)}>
          {isInternal ? internalWords[status] : answers[status].label}
        </MenuItem>
      ))}
      {isInternal && addressee !== undefined && (
        <p className="max-w-60 px-2 py-1.5 text-meta text-muted">
          {i18n.t('{name} will see the new status without a reply.', { name: addressee })}
        </p>
      )}
    </MenuContent>
  </Menu>
)
