import { Command } from 'cmdk'
import type { ReactNode } from 'react'
import { cn } from '#platform/web/cn.ts'

export const Group = ({
  heading,
  isOld = false,
  children,
}: {
  heading: string
  isOld?: boolean
  children: ReactNode
}) => (
  <Command.Group
    heading={heading}
    className={cn('mb-1 transition-opacity palette-group', isOld && 'opacity-60 delay-150')}
  >
    {children}
  </Command.Group>
)

export const Item = ({
  value,
  onSelect,
  children,
}: {
  value: string
  onSelect(): void
  children: ReactNode
}) => (
  <Command.Item value={value} onSelect={onSelect} className="palette-item">
    {children}
  </Command.Item>
)
