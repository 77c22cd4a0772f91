import { i18n } from '#platform/contract/i18n.ts'
import { useQuery } from '@tanstack/react-query'
import { PersonAvatar } from '#features/users/web/person-avatar.tsx'
import { nameOf } from '#features/users/web/person-name.ts'
import { plainRole } from '#features/users/words/contract.ts'
import { LoadingRows } from '#platform/web/ui/skeleton.tsx'
import { teamThisWeek } from './api.ts'
import { Loaded, Panel } from './panel.tsx'

export function TeamPanel({ className }: { className?: string }) {
  const query = useQuery(teamThisWeek())
  return (
    <Panel title={i18n.t('Team Performance')} hint={i18n.t('Resolved this week')} className={className}>
      <Loaded
        query={query}
        failed={i18n.t('The team could not be loaded.')}
        loading={<LoadingRows label={i18n.t('Loading the team...')} rows={5} />}
      >
        {(people) => (
          <section aria-label={i18n.t('Team')}>
            <ul className="flex flex-col divide-y divide-border">
              {people.map((person) => (
                <li key={person.id} className="flex items-center gap-3 py-2">
                  <PersonAvatar person={person} size={32} decorative />
                  <span className="min-w-0 flex-1">
                    <span className="block truncate font-medium">{nameOf(person)}</span>
                    <span className="block text-meta font-normal text-muted">{plainRole(person.role)}</span>
                  </span>
                  <span className="text-section tabular-nums">{person.ticketsThisWeek || '-'}</span>
                </li>
              ))}
            </ul>
          </section>
        )}
      </Loaded>
    </Panel>
  )
}
