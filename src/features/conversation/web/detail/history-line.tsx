import { Lock, Mail, Paperclip, Tag, TicketPlus, Users } from 'lucide-react'
import { memo } from 'react'
import type { HistoryEntry } from '#features/tickets/contract.ts'
import { talkTime } from '#features/tickets/web/parts/talk-time.ts'
import { nameOf } from '#features/users/web/person-name.ts'
import { i18n } from '#platform/contract/i18n.ts'
import { isOneOf } from '#platform/contract/narrowing.ts'
import { keysOf } from '#platform/contract/records.ts'
import { RelativeTime } from '#platform/web/relative-time.tsx'
import { historyFields } from './history-fields.ts'
import { outlineOf } from './history-words.ts'

/** Icons of entries that change no field. */
const icons = {
  created: TicketPlus,
  mail: Mail,
  'participant-added': Users,
  'participant-removed': Users,
  'label-added': Tag,
  'label-removed': Tag,
  files: Paperclip,
}

function Sign({ entry: { what, changes } }: { entry: HistoryEntry }) {
  const field = changes[0]?.field
  const Icon = field ? historyFields[field].icon : icons[isOneOf(keysOf(icons), what) ? what : 'files']
  return <Icon className="size-4! text-subtle" />
}

/** Begins with the actor; a reopening begins with itself, as it is what the reader looks for. */
function Sentence({ entry }: { entry: HistoryEntry }) {
  const name = entry.by ? nameOf(entry.by) : i18n.t('A deleted user')
  const [first, ...others] = entry.changes
  if (entry.what === 'mail') return outlineOf(entry)
  const strong = 'font-medium text-fg'
  if (!first?.isReply)
    return (
      <>
        <span className={strong}>{name}</span> {outlineOf(entry)}
      </>
    )
  return (
    <>
      <span className={strong}>{i18n.t('Reopened by {name}’s reply', { name })}</span>
      {others.length > 0 && `, ${outlineOf({ ...entry, changes: others })}`}
    </>
  )
}

interface HistoryLineProps {
  id: string
  isLeftOut: boolean
  entry: HistoryEntry
}

export const HistoryLine = memo(function HistoryLine({ id, isLeftOut, entry }: HistoryLineProps) {
  return (
    <li
      id={id}
      tabIndex={-1}
      data-left-out={isLeftOut ? '' : undefined}
      className="no-print -mx-3 flex items-start gap-3 rounded-card border border-transparent px-3 py-1 text-muted"
    >
      <span aria-hidden className="flex w-8 flex-none justify-center pt-0.5">
        <Sign entry={entry} />
      </span>
      <p className="min-w-0 flex-1 wrap-anywhere">
        <Sentence entry={entry} />
        {entry.isInternal && <Lock aria-hidden className="ms-1 inline size-3! text-amber-fg" />}{' '}
        <RelativeTime
          at={entry.at}
          label={talkTime}
          className="text-meta font-normal whitespace-nowrap text-subtle"
        />
      </p>
    </li>
  )
})
