import { i18n } from '#platform/contract/i18n.ts'
import { cn } from '#platform/web/cn.ts'
import { Tooltip } from '#platform/web/ui/overlay/tooltip.tsx'
import { Face, faceRing, isThere } from './face.tsx'
import { usePresence } from './presence.ts'

const shownAtMost = 4

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
              className={faceRing(person)}
            >
              <Face person={person} size={24} />
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
