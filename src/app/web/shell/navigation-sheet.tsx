import { X } from 'lucide-react'
import { Logo } from './logo.tsx'
import { Sheet, SheetClose, SheetContent } from '#platform/web/ui/overlay/sheet.tsx'
import { Navigation } from './navigation.tsx'
import { UserMenu } from './user-menu.tsx'

interface NavigationSheetProps {
  isOpen: boolean
  onOpenChange(isOpen: boolean): void
}

export function NavigationSheet({ isOpen, onOpenChange }: NavigationSheetProps) {
  return (
    <Sheet open={isOpen} onOpenChange={onOpenChange}>
      <SheetContent title="Menu" side="start" bare>
        <div className="flex h-12 flex-none items-center justify-between ps-4 pe-2">
          <Logo size={22} withName />
          <SheetClose className="btn btn-ghost btn-icon" aria-label="Close">
            <X aria-hidden />
          </SheetClose>
        </div>
        <Navigation onNavigate={() => onOpenChange(false)} />
        <div className="flex-none border-t border-border p-2">
          <UserMenu onNavigate={() => onOpenChange(false)} />
        </div>
      </SheetContent>
    </Sheet>
  )
}
