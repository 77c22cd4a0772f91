import { i18n } from '#platform/contract/i18n.ts'
import { RotateCcw, Trash2 } from 'lucide-react'
import { nameOf } from '#features/users/web/person-name.ts'
import { useMedia } from '#platform/web/hooks/use-media.ts'
import { RelativeTime } from '#platform/web/relative-time.tsx'
import { timeAgo } from '#platform/web/time-ago.ts'
import { Button } from '#platform/web/ui/button.tsx'
import { Table, TableBody, TableHead, TableRow, Td, Th } from '#platform/web/ui/table.tsx'
import { kindWords, type DeletedThing } from '../contract.ts'

interface DeletedListProps {
  things: readonly DeletedThing[]
  onRestore(thing: DeletedThing): void
  /** Absent without the right to delete for good. */
  onPurge: ((thing: DeletedThing) => void) | undefined
}

export function DeletedList(props: DeletedListProps) {
  return useMedia('(width >= 64rem)') ? <DeletedTable {...props} /> : <DeletedCards {...props} />
}

const dayMs = 24 * 60 * 60 * 1000

const daysLeft = ({ goneAt }: DeletedThing) =>
  Math.max(0, Math.ceil((Date.parse(goneAt) - Date.now()) / dayMs))

const leftWords = (thing: DeletedThing) =>
  i18n.t('{days, plural, =0 {Less than an hour left} one {# day left} other {# days left}}', {
    days: daysLeft(thing),
  })

const whoWords = ({ deletedBy }: DeletedThing) => (deletedBy ? nameOf(deletedBy) : i18n.t('Someone'))

function What({ thing }: { thing: DeletedThing }) {
  const { name, parent, hanging, files } = thing
  const notes = [
    parent && i18n.t('belongs to {name}, which was deleted, too', { name: parent.name }),
    hanging > 0 &&
      i18n.t('{hanging, plural, one {# item that belongs to it} other {# items that belong to it}}', {
        hanging,
      }),
    files > 0 && i18n.t('{files, plural, one {# file} other {# files}}', { files }),
  ].filter((note) => typeof note === 'string')
  return (
    <div className="min-w-0">
      <p className="line-clamp-2 font-medium wrap-anywhere">{name}</p>
      {notes.length > 0 && (
        <p className="text-meta font-normal text-muted wrap-anywhere">{notes.join(' · ')}</p>
      )}
    </div>
  )
}

function Deeds({ thing, onRestore, onPurge }: { thing: DeletedThing } & Omit<DeletedListProps, 'things'>) {
  return (
    <div className="flex flex-wrap gap-2">
      <Button
        size="small"
        aria-label={i18n.t('Restore {name}', { name: thing.name })}
        onClick={() => onRestore(thing)}
      >
        <RotateCcw aria-hidden />
        {i18n.t('Restore')}
      </Button>
      {onPurge && (
        <Button
          size="small"
          variant="ghost"
          aria-label={i18n.t('Delete now: {name}', { name: thing.name })}
          onClick={() => onPurge(thing)}
        >
          <Trash2 aria-hidden />
          {i18n.t('Delete now')}
        </Button>
      )}
    </div>
  )
}

const DeletedTable = ({ things, ...deeds }: DeletedListProps) => (
  <Table label={i18n.t('Deleted')}>
    <TableHead>
      <Th className="w-28">{i18n.t('Kind')}</Th>
      <Th>{i18n.t('What')}</Th>
      <Th className="w-48">{i18n.t('Who')}</Th>
      <Th className="w-40">{i18n.t('When')}</Th>
      <Th className="w-64">
        <span className="sr-only">{i18n.t('Actions')}</span>
      </Th>
    </TableHead>
    <TableBody>
      {things.map((thing) => (
        <TableRow key={thing.id}>
          <Td className="text-muted">{kindWords[thing.kind]}</Td>
          <Td className="py-2! whitespace-normal!">
            <What thing={thing} />
          </Td>
          <Td className="whitespace-normal! wrap-anywhere">{whoWords(thing)}</Td>
          <Td>
            <RelativeTime at={thing.deletedAt} label={timeAgo} className="block" />
            <span className="text-meta font-normal text-muted">{leftWords(thing)}</span>
          </Td>
          <Td>
            <Deeds thing={thing} {...deeds} />
          </Td>
        </TableRow>
      ))}
    </TableBody>
  </Table>
)

const DeletedCards = ({ things, ...deeds }: DeletedListProps) => (
  <ul aria-label={i18n.t('Deleted')} className="card divide-y divide-border">
    {things.map((thing) => (
      <li key={thing.id} className="flex flex-col gap-2 px-3 py-2.5">
        <div className="flex items-center justify-between gap-3 text-meta text-muted">
          <span>{kindWords[thing.kind]}</span>
          <span>{leftWords(thing)}</span>
        </div>
        <What thing={thing} />
        <p className="text-meta font-normal text-muted wrap-anywhere">
          {whoWords(thing)} · <RelativeTime at={thing.deletedAt} label={timeAgo} />
        </p>
        <Deeds thing={thing} {...deeds} />
      </li>
    ))}
  </ul>
)
