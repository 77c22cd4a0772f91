import { cn } from '#platform/web/cn.ts'
import { Avatar } from '#platform/web/ui/avatar.tsx'
import type { Ticket } from '../../contract.ts'
import { useClientIcon } from './client-icons.ts'

/** The icon of the company's website, 16 by 16, else its initials; companies without a website have none. */
export function ClientLogo({ ticket: { client, clientId } }: { ticket: Ticket }) {
  const hasWebsite = Boolean(client.website)
  const icon = useClientIcon(clientId, hasWebsite)
  if (!hasWebsite) return null
  return (
    <span className="relative flex size-4 flex-none">
      <Avatar
        id={clientId}
        name={client.name}
        size={16}
        decorative
        className={cn('rounded-[4px]!', icon && 'invisible')}
      />
      {icon && (
        <img
          src={icon}
          alt=""
          width={16}
          height={16}
          draggable={false}
          className="absolute inset-0 size-4 rounded-[3px] object-contain"
        />
      )}
    </span>
  )
}

/** The company's name, or the address to write to when it has none. */
export const clientName = ({ client }: Ticket) => client.name || (client.contactEmail ?? '')
