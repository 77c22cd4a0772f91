import { Check } from 'lucide-react'
import { DropdownMenu as Radix } from 'radix-ui'
import { useState, type ComponentProps, type ReactNode } from 'react'
import './radix.ts'
import { cn } from '../../cn.ts'

/** Not modal: the page behind stays in the accessibility tree and can be scrolled. */
export function Menu(props: ComponentProps<typeof Radix.Root>) {
  return <Radix.Root modal={false} {...props} />
}

export const MenuTrigger = Radix.Trigger
export const MenuRadioGroup = Radix.RadioGroup

export function MenuContent({ className, ...rest }: ComponentProps<typeof Radix.Content>) {
  const [here, setHere] = useState<HTMLElement | null>(null)
  // Render within the surrounding dialog or landmark, so that focus and screen readers stay there.
  const home = here?.closest<HTMLElement>('[role$=dialog], main, nav, header, aside')
  return (
    <>
      <span hidden ref={setHere} />
      <Radix.Portal container={home}>
        <Radix.Content
          className={cn('popup menu', className)}
          align="start"
          sideOffset={4}
          collisionPadding={8}
          {...rest}
        />
      </Radix.Portal>
    </>
  )
}

type MenuItemProps = ComponentProps<typeof Radix.Item> & { icon?: ReactNode }

/** With `asChild` the only child is the element itself, such as a link, and draws its own icon. */
export function MenuItem({ icon, asChild, className, children, ...rest }: MenuItemProps) {
  const look = cn('menu-item', className)
  if (asChild)
    return (
      <Radix.Item asChild className={look} {...rest}>
        {children}
      </Radix.Item>
    )
  return (
    <Radix.Item className={look} {...rest}>
      {icon}
      <span className="min-w-0 flex-1 truncate">{children}</span>
    </Radix.Item>
  )
}

export function MenuRadioItem({ className, children, ...rest }: ComponentProps<typeof Radix.RadioItem>) {
  return (
    <Radix.RadioItem className={cn('menu-item ps-7', className)} {...rest}>
      <Ticked />
      {children}
    </Radix.RadioItem>
  )
}

function Ticked() {
  return (
    <Radix.ItemIndicator className="absolute start-2 text-link">
      <Check aria-hidden className="size-3.5!" />
    </Radix.ItemIndicator>
  )
}

export function MenuLabel({ className, ...rest }: ComponentProps<typeof Radix.Label>) {
  return <Radix.Label className={cn('menu-label', className)} {...rest} />
}

export function MenuSeparator() {
  return <Radix.Separator className="-mx-1 my-1 h-px bg-border" />
}
