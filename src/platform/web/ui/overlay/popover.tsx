import { Popover as Radix } from 'radix-ui'
import type { ComponentProps } from 'react'
import './radix.ts'
import { cn } from '../../cn.ts'
import { isFocusLost } from './return-focus.ts'

export const Popover = Radix.Root
export const PopoverTrigger = Radix.Trigger
export const PopoverAnchor = Radix.Anchor

type PopoverContentProps = ComponentProps<typeof Radix.Content> & {
  /** Accessible name: a popover is a small dialog. */
  label: string
}

export function PopoverContent({ label, className, ...rest }: PopoverContentProps) {
  return (
    <Radix.Portal>
      <Radix.Content
        aria-label={label}
        className={cn('popup z-60 w-80 max-w-[calc(100vw-16px)] p-3 outline-0', className)}
        align="start"
        sideOffset={4}
        collisionPadding={8}
        onCloseAutoFocus={(event) => {
          if (!isFocusLost()) event.preventDefault()
        }}
        {...rest}
      />
    </Radix.Portal>
  )
}
