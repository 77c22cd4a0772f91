import { i18n } from '#platform/contract/i18n.ts'
import { BookOpen, X } from 'lucide-react'
import { useViewer } from '#features/auth/web/session.tsx'
import { canCreateForOthers } from '#features/tickets/policy.ts'
import { ApiDocumentationLink } from '../api-documentation.tsx'
import { Logo } from './logo.tsx'
import { Sheet, SheetClose, SheetContent } from '#platform/web/ui/overlay/sheet.tsx'
import { Navigation } from './navigation.tsx'
import { UserMenu } from './user-menu.tsx'

interface NavigationSheetProps {
  isOpen: boolean
  onOpenChange(isOpen: boolean): void
}

export function NavigationSheet({ isOpen, onOpenChange }: NavigationSheetProps) {
  const viewer = useViewer()
  return (
    <Sheet open={isOpen} onOpenChange={onOpenChange}>
      <SheetContent title={i18n.t('Menu')} side="start" bare>
        <div className="flex h-12 flex-none items-center justify-between ps-4 pe-2">
          <Logo size={22} withName />
          <SheetClose className="btn btn-ghost btn-icon" aria-label={i18n.t('Close')}>
            <X aria-hidden />
          </SheetClose>
        </div>
        <Navigation onNavigate={() => onOpenChange(false)} />
        <div className="flex-none border-t border-border p-2">
          {canCreateForOthers(viewer) && (
            <ApiDocumentationLink
              icon={<BookOpen aria-hidden />}
              className="flex h-control items-center gap-2.5 rounded-control px-3 font-medium text-muted hover:bg-hover hover:text-fg"
              onClick={() => onOpenChange(false)}
            />
          )}
          <UserMenu onNavigate={() => onOpenChange(false)} />
        </div>
      </SheetContent>
    </Sheet>
  )
}
