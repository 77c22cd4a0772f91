import { i18n } from '#platform/contract/i18n.ts'
import { cn } from '#platform/web/cn.ts'
import { Avatar } from '#platform/web/ui/avatar.tsx'

interface Station {
  name: string
  lamp: string
  tickets: { number: string; subject: string; client: string; assignee?: string }[]
}

const stations = (): Station[] => [
  {
    name: i18n.t('Open'),
    lamp: 'bg-blue-solid',
    tickets: [
      {
        number: 'TKT-000128',
        subject: i18n.t('Scanner sends empty pages'),
        client: 'Halden Dental',
      },
      {
        number: 'TKT-000127',
        subject: i18n.t('New laptop for Monday'),
        client: 'Northwind',
      },
    ],
  },
  {
    name: i18n.t('In Progress'),
    lamp: 'bg-amber-solid',
    tickets: [
      {
        number: 'TKT-000121',
        subject: i18n.t('VPN drops every 20 minutes'),
        client: 'Contoso Ltd',
        assignee: 'Ines Silva',
      },
    ],
  },
  {
    name: i18n.t('Testing'),
    lamp: 'bg-violet-solid',
    tickets: [
      {
        number: 'TKT-000116',
        subject: i18n.t('Invoice export loses a day'),
        client: 'Northwind',
        assignee: 'Tom Berg',
      },
    ],
  },
  {
    name: i18n.t('Resolved'),
    lamp: 'bg-green-solid',
    tickets: [
      {
        number: 'TKT-000109',
        subject: i18n.t('Mail to partner bounces'),
        client: 'Fjord Foods',
        assignee: 'Ines Silva',
      },
      {
        number: 'TKT-000104',
        subject: i18n.t('Door panel offline'),
        client: 'Contoso Ltd',
        assignee: 'Amir Nasser',
      },
    ],
  },
]

/** Draws the way of a ticket like the panel of a signal box. Decoration: the text beside it says the same. */
export function TrackDiagram({ className }: { className?: string }) {
  return (
    <div aria-hidden className={cn('select-none', className)}>
      <div className="relative grid grid-cols-4 gap-2.5">
        <div className="absolute inset-x-[12.5%] top-[7px] h-[2px] bg-border" />
        {stations().map(({ name, lamp, tickets }) => (
          <div key={name} className="flex min-w-0 flex-col items-center">
            <span className={cn('relative size-4 rounded-full border-[3px] border-canvas', lamp)} />
            <span className="mt-1.5 mb-3 text-meta text-muted">{name}</span>
            <div className="flex w-full flex-col gap-2">
              {tickets.map((ticket) => (
                <div
                  key={ticket.number}
                  className="rounded-card border border-border bg-surface p-2.5 shadow-control"
                >
                  <p className="truncate text-kbd text-subtle tabular-nums">{ticket.number}</p>
                  <p className="mt-0.5 text-[12px]/4 font-medium text-pretty">{ticket.subject}</p>
                  <div className="mt-2 flex h-4 items-center gap-1.5">
                    {ticket.assignee && (
                      <Avatar id={ticket.assignee} name={ticket.assignee} size={16} decorative />
                    )}
                    <p className="min-w-0 truncate text-kbd font-normal text-muted">{ticket.client}</p>
                  </div>
                </div>
              ))}
            </div>
          </div>
        ))}
      </div>
    </div>
  )
}

export function BlockedTrack() {
  return (
    <div aria-hidden className="flex items-center">
      <span className="h-[2px] w-16 bg-gradient-to-l from-control to-transparent" />
      <span className="grid size-7 place-items-center rounded-full bg-red-bg">
        <span className="size-3 rounded-full bg-red-solid" />
      </span>
      <span className="h-[2px] w-16 bg-[repeating-linear-gradient(to_right,var(--border)_0_4px,transparent_4px_9px)]" />
    </div>
  )
}
