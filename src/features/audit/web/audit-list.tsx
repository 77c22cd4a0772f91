import { i18n } from '#platform/contract/i18n.ts'
import { timeAgo } from '#platform/web/time-ago.ts'
import { PersonAvatar } from '#features/users/web/person-avatar.tsx'
import { nameOf } from '#features/users/web/person-name.ts'
import { RelativeTime } from '#platform/web/relative-time.tsx'
import { Table, TableBody, TableHead, TableRow, Td, Th } from '#platform/web/ui/table.tsx'
import { writtenSecond } from '#platform/web/written.ts'
import { useMedia } from '#platform/web/hooks/use-media.ts'
import type { AuditEntry } from '../contract.ts'

interface AuditListProps {
  entries: readonly AuditEntry[]
  onActor(id: string): void
  onSubject(id: string): void
}

/** Shows entries as a table, or as cards on a narrow screen. */
export function AuditList(props: AuditListProps) {
  const isWide = useMedia('(width >= 64rem)')
  return isWide ? <AuditTable {...props} /> : <AuditCards {...props} />
}

const When = ({ at }: Pick<AuditEntry, 'at'>) => (
  <>
    <span className="block whitespace-nowrap tabular-nums">{writtenSecond(at)}</span>
    <RelativeTime at={at} label={timeAgo} className="text-meta font-normal text-muted" />
  </>
)

type Asking = Pick<AuditListProps, 'onActor' | 'onSubject'>

function Who({ actor, type, onActor }: AuditEntry & Asking) {
  if (!actor)
    return (
      <span className="text-muted">{type.startsWith('auth.') ? i18n.t('Someone') : i18n.t('Signalbox')}</span>
    )
  const name = nameOf(actor)
  return (
    <span className="flex min-w-0 items-center gap-2">
      <PersonAvatar person={actor} decorative className="flex-none" />
      <button
        type="button"
        className="min-w-0 text-start font-medium wrap-anywhere hover:underline"
        aria-label={i18n.t('Show only what {name} did', { name })}
        onClick={() => onActor(actor.id)}
      >
        {name}
      </button>
    </span>
  )
}

function What({ what, actor, subject, details, onSubject }: AuditEntry & Asking) {
  // An action on oneself names the person only once.
  const about = subject?.id === actor?.id ? null : subject
  return (
    <div className="min-w-0">
      <p className="wrap-anywhere">
        {what}
        {about && (
          <>
            {': '}
            <button
              type="button"
              className="text-start text-link wrap-anywhere hover:underline"
              aria-label={i18n.t('Show only what is about {name}', { name: about.name })}
              onClick={() => onSubject(about.id)}
            >
              {about.name}
            </button>
          </>
        )}
      </p>
      {details.length > 0 && (
        <ul className="text-meta font-normal text-muted">
          {details.map(({ name, value }) => (
            <li key={name} className="wrap-anywhere">
              {name}: {value}
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

const AuditTable = ({ entries, ...asking }: AuditListProps) => (
  <Table label={i18n.t('Audit log')}>
    <TableHead>
      <Th className="w-52">{i18n.t('When')}</Th>
      <Th className="w-56">{i18n.t('Who')}</Th>
      <Th>{i18n.t('What')}</Th>
      <Th className="w-36">{i18n.t('IP address')}</Th>
    </TableHead>
    <TableBody>
      {entries.map((entry) => (
        <TableRow key={entry.position}>
          <Td className="py-2! align-top!">
            <When at={entry.at} />
          </Td>
          <Td className="py-2! align-top!">
            <Who {...entry} {...asking} />
          </Td>
          <Td className="py-2! align-top! whitespace-normal!">
            <What {...entry} {...asking} />
          </Td>
          <Td className="py-2! align-top! text-muted tabular-nums">{entry.ip ?? '–'}</Td>
        </TableRow>
      ))}
    </TableBody>
  </Table>
)

const AuditCards = ({ entries, ...asking }: AuditListProps) => (
  <ul aria-label={i18n.t('Audit log')} className="card divide-y divide-border">
    {entries.map((entry) => (
      <li key={entry.position} className="flex flex-col gap-1.5 px-3 py-2.5">
        <div className="flex items-center justify-between gap-3">
          <Who {...entry} {...asking} />
          <RelativeTime
            at={entry.at}
            label={timeAgo}
            className="flex-none text-meta font-normal text-muted"
          />
        </div>
        <What {...entry} {...asking} />
        {entry.ip !== null && (
          <p className="text-meta font-normal text-subtle">{i18n.t('from {ip}', { ip: entry.ip })}</p>
        )}
      </li>
    ))}
  </ul>
)
