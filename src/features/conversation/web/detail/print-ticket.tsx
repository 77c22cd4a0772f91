import { useQueryClient } from '@tanstack/react-query'
import { ChevronDown, Lock, MessagesSquare, type LucideIcon } from 'lucide-react'
import { useState } from 'react'
import { printTicket } from '#features/tickets/web/actions.ts'
import { i18n } from '#platform/contract/i18n.ts'
import { Button } from '#platform/web/ui/button.tsx'
import { HeadAction } from '#platform/web/ui/head-action.tsx'
import { Popover, PopoverContent, PopoverTrigger } from '#platform/web/ui/overlay/popover.tsx'
import { printPage } from './print-page.ts'

interface PrintTicketProps {
  ticketId: string
  /** Internal comments exist, or may. */
  hasInternal: boolean
  loadChat?: (() => Promise<void>) | undefined
}

interface Way {
  label: string
  icon: LucideIcon
  withInternal?: boolean
  loadChat?: PrintTicketProps['loadChat']
}

function waysOf({ hasInternal, loadChat }: PrintTicketProps): Way[] {
  const [withInternal] = hasInternal
    ? [{ label: i18n.t('Include internal comments'), icon: Lock, withInternal: true }]
    : []
  if (!loadChat) return withInternal ? [withInternal] : []
  const withChat = { label: i18n.t('With chat'), icon: MessagesSquare, loadChat }
  return withInternal
    ? [
        withInternal,
        withChat,
        { ...withInternal, ...withChat, label: i18n.t('With internal comments and chat') },
      ]
    : [withChat]
}

/** Prints at once without internal comments and chat; they are printed by choice. */
export function PrintTicket(props: PrintTicketProps) {
  const { ticketId } = props
  const client = useQueryClient()
  const [isOpen, setOpen] = useState(false)
  const ways = waysOf(props)
  return (
    <span className="flex">
      <HeadAction {...printTicket} onClick={() => void printPage(client, ticketId)} />
      {ways.length > 0 && (
        <Popover open={isOpen} onOpenChange={setOpen}>
          <PopoverTrigger asChild>
            <Button variant="ghost" aria-label={i18n.t('More ways to print')} className="-ms-1 w-6 px-0!">
              <ChevronDown aria-hidden className="size-3.5!" />
            </Button>
          </PopoverTrigger>
          <PopoverContent label={i18n.t('More ways to print')} align="end" className="flex flex-col p-1!">
            {ways.map(({ label, icon: Icon, ...way }) => (
              <Button
                key={label}
                variant="ghost"
                className="w-full justify-start!"
                onClick={() => {
                  setOpen(false)
                  void printPage(client, ticketId, way)
                }}
              >
                <Icon aria-hidden />
                {label}
              </Button>
            ))}
          </PopoverContent>
        </Popover>
      )}
    </span>
  )
}
