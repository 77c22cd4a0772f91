import { i18n } from '#platform/contract/i18n.ts'
import { listed } from '#platform/web/written.ts'
import { nameOf } from '#features/users/web/person-name.ts'
import { useOthersAt } from './presence.ts'

/** Names the others who are writing on this ticket, in words. */
export function WritingLine({ ticketId }: { ticketId: string }) {
  const writers = useOthersAt(ticketId).filter(({ state }) => state === 'editing')
  return (
    <span role="status" className="min-w-0 truncate text-meta font-normal text-muted">
      {writers.length > 0 &&
        i18n.t('{count, plural, one {{names} is writing…} other {{names} are writing…}}', {
          count: writers.length,
          names: listed(writers.map(nameOf)),
        })}
    </span>
  )
}
