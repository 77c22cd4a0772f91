import { i18n } from '#platform/contract/i18n.ts'
import { Pencil } from 'lucide-react'
import { PersonAvatar } from '#features/users/web/person-avatar.tsx'
import { nameOf } from '#features/users/web/person-name.ts'
import { cn } from '#platform/web/cn.ts'
import { Tooltip } from '#platform/web/ui/overlay/tooltip.tsx'
import type { Present } from '../contract.ts'
import { usePresence } from './presence.ts'

const shownAtMost = 4

function isThere(person: Present): string {
  const name = nameOf(person)
  if (person.state === 'away') return i18n.t('{name} is away', { name })
  return person.state === 'editing'
    ? i18n.t('{name} is writing', { name })
    : i18n.t('{name} is viewing', { name })
}

/** Others with the ticket open: dimmed when away, ringed when writing. */
export function Viewers({ ticketId }: { ticketId: string }) {
  const people = usePresence(ticketId)
  const rest = people.slice(shownAtMost)
  return (
    <ul
      aria-label={i18n.t('Also here')}
      className={cn('flex items-center ps-1', people.length > 0 && 'me-1')}
    >
      {people.slice(0, shownAtMost).map((person) => (
        <li key={person.id} className="ms-1 first:ms-0">
          <Tooltip content={isThere(person)} side="bottom" isName>
            <span
              role="img"
              aria-label={isThere(person)}
              data-state={person.state}
              className={cn(
                'relative inline-flex rounded-full ring-2',
                person.state === 'editing' ? 'z-1 ring-accent' : 'ring-surface',
              )}
            >
              <PersonAvatar
                person={person}
                size={24}
                decorative
                className={cn(person.state === 'away' && 'opacity-40')}
              />
              {person.state === 'editing' && (
                <span className="absolute -end-1 -bottom-1 grid size-3.5 place-items-center rounded-full bg-accent text-accent-fg">
                  <Pencil aria-hidden className="size-2!" />
                </span>
              )}
            </span>
          </Tooltip>
        </li>
      ))}
      {rest.length > 0 && (
        <li className="ms-1 text-meta text-muted">
          <Tooltip content={rest.map(isThere).join(', ')} side="bottom">
            <span>+{rest.length}</span>
          </Tooltip>
        </li>
      )}
    </ul>
  )
}
