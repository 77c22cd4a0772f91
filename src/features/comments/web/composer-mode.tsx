import { useQuery } from '@tanstack/react-query'
import { Lock, Users } from 'lucide-react'
import type { KeyboardEvent } from 'react'
import { nameOf } from '#features/users/web/person-name.ts'
import { i18n } from '#platform/contract/i18n.ts'
import { cn } from '#platform/web/cn.ts'
import type { CommentedTicket } from '../contract.ts'
import { commentReaders } from './api.ts'
import { Either } from './either.tsx'
import { readerWords } from './reader-words.ts'
import type { WrittenComment } from './written/use-written-comment.ts'

interface ComposerModeProps {
  comment: WrittenComment
  ticket: CommentedTicket
}

/** First name of the requester, while they can read the reply. */
export function useAddressee({ id, createdBy }: CommentedTicket): string | undefined {
  const { data } = useQuery(commentReaders(id))
  return data?.names[0] === nameOf(createdBy) ? createdBy.firstName : undefined
}

/** True when no person of the client can read the ticket. */
export function useIsUnreadable({ id }: CommentedTicket): boolean {
  const { data } = useQuery(commentReaders(id))
  return data?.total === 0 && data.totalAdded === 0
}

/** Chooses between a reply and an internal comment: one checkbox, drawn as two segments. */
export function ComposerMode({ comment: { isInternal, write }, ticket }: ComposerModeProps) {
  const addressee = useAddressee(ticket)
  const segment =
    'relative inline-flex min-h-6 items-center gap-1.5 rounded-[6px] px-2.5 text-meta font-medium pointer-coarse:min-h-10'
  function press(event: KeyboardEvent) {
    if (event.key !== 'ArrowLeft' && event.key !== 'ArrowRight') return
    event.preventDefault()
    const isToEnd =
      (event.key === 'ArrowRight') === (getComputedStyle(event.currentTarget).direction !== 'rtl')
    write({ isInternal: isToEnd })
  }
  return (
    <span className="composer-rest flex self-start rounded-[8px] bg-sunken p-0.5 inset-ring inset-ring-border">
      <button
        type="button"
        tabIndex={-1}
        aria-pressed={!isInternal}
        className={cn(segment, isInternal ? 'text-muted hover:text-fg' : 'bg-raised shadow-control')}
        onClick={() => write({ isInternal: false })}
      >
        {addressee ? i18n.t('Reply to {name}', { name: addressee }) : i18n.t('Reply')}
      </button>
      <label
        className={cn(
          segment,
          'cursor-pointer has-focus-visible:outline-2 has-focus-visible:outline-ring',
          isInternal ? 'bg-amber-bg text-amber-fg shadow-control' : 'text-muted hover:text-fg',
        )}
      >
        <input
          type="checkbox"
          className="absolute inset-0 m-0 cursor-pointer opacity-0"
          checked={isInternal}
          onChange={(event) => write({ isInternal: event.target.checked })}
          onKeyDown={press}
        />
        <Lock aria-hidden className="size-3.5!" />
        {i18n.t('Internal comment')}
      </label>
    </span>
  )
}

/** Names the readers by the server's policy. */
export function ReadersLine({ comment: { ticketId, isInternal } }: { comment: WrittenComment }) {
  const { data, isError } = useQuery(commentReaders(ticketId))
  const unknown = isError && i18n.t('Visible to everyone who can see this ticket')
  return (
    <Either
      isInternal={isInternal}
      isLine
      forClients={
        <>
          <Users aria-hidden className="size-3.5! flex-none" />
          {data ? readerWords(data) : unknown}
        </>
      }
      forTeam={
        <>
          <Lock aria-hidden className="size-3.5! flex-none text-amber-fg" />
          <span className="text-amber-fg">{i18n.t('Visible to your team only')}</span>
        </>
      }
    />
  )
}
