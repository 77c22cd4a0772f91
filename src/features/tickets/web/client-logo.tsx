import { Avatar } from '#platform/web/ui/avatar.tsx'
import type { Ticket } from '../contract.ts'

/** The company's mark, 16 by 16, beside its name; companies without a website have none. */
export function ClientLogo({ ticket: { client, clientId } }: { ticket: Ticket }) {
  if (!client.website) return null
  return <Avatar id={clientId} name={client.name} size={16} decorative className="rounded-[4px]!" />
}

/** The company's name, or the address to write to when it has none. */
export const clientName = ({ client }: Ticket) => client.name || (client.contactEmail ?? '')
