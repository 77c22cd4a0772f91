import { useState } from 'react'
import { cn } from '#platform/web/cn.ts'
import { Avatar } from '#platform/web/ui/avatar.tsx'
import type { Ticket } from '../../contract.ts'

/** Companies whose icon failed; each is requested once. */
const without = new Set<string>()

/** Shows the website's icon, 16 by 16, or initials; nothing without a website. */
export const ClientLogo = ({ ticket: { client, clientId } }: { ticket: Ticket }) =>
  client.website && <Logo key={clientId} clientId={clientId} name={client.name} />

function Logo({ clientId, name }: { clientId: string; name: string }) {
  const [isLoaded, setLoaded] = useState(false)
  const [hasNone, setHasNone] = useState(() => without.has(clientId))
  return (
    <span className="relative flex size-4 flex-none">
      <Avatar
        id={clientId}
        name={name}
        size={16}
        decorative
        className={cn('rounded-[4px]!', isLoaded && 'invisible')}
      />
      {!hasNone && (
        <img
          src={`/api/clients/${clientId}/icon`}
          alt=""
          width={16}
          height={16}
          loading="lazy"
          decoding="async"
          draggable={false}
          className={cn('absolute inset-0 size-4 rounded-[3px] object-contain', !isLoaded && 'opacity-0')}
          onLoad={() => setLoaded(true)}
          onError={() => {
            without.add(clientId)
            setHasNone(true)
          }}
        />
      )}
    </span>
  )
}

export const clientName = ({ client }: Ticket) => client.name || (client.contactEmail ?? '')
