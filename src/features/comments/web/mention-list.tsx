import { useQuery } from '@tanstack/react-query'
import { useState, type RefObject } from 'react'
import type { Person } from '#features/users/contract.ts'
import { PersonAvatar } from '#features/users/web/person-avatar.tsx'
import { nameOf } from '#features/users/web/person-name.ts'
import { i18n } from '#platform/contract/i18n.ts'
import { TypedList } from '#platform/web/ui/form/typed-list.tsx'
import { putBeforeCaret, useTyped, useTypedList } from '#platform/web/ui/form/use-typed-list.ts'
import { mentionOf } from '../contract.ts'
import { isMeantBy } from '../policy.ts'
import { mentionable } from './api.ts'

/** Matches a mention: an @ at the beginning of a word, and up to two words after it. */
const pattern = /(?<=^|[\s(])@([\p{L}\p{M}\p{N}.'’-]{0,40}(?: [\p{L}\p{M}\p{N}.'’-]{0,40})?)$/u

interface MentionListProps {
  ticketId: string
  /** Otherwise a choice makes the reply internal. */
  isInternal: boolean
  textarea: RefObject<HTMLTextAreaElement | null>
  /** Receives the text with the name in it. */
  onPick(content: string, person: Person): void
}

export function MentionList({ ticketId, isInternal, textarea, onPick }: MentionListProps) {
  const typed = useTyped({ textarea, pattern, isOffered: true })
  // Kept while the list is shut, so that the last result shows when typing continues.
  const [asked, setAsked] = useState('')
  if (typed && typed.text !== asked) setAsked(typed.text)
  const query = useQuery({ ...mentionable(ticketId, asked), enabled: typed !== undefined })
  // Filter results of an earlier text until the answer is there: a name must match the present text.
  const people = typed ? (query.data ?? []).filter(isMeantBy(typed.text)) : []
  const list = useTypedList({
    textarea,
    typed,
    items: people,
    onPick: (person, { length }) =>
      textarea.current &&
      putBeforeCaret(textarea.current, `${mentionOf(person)} `, length, (content) => onPick(content, person)),
  })
  return (
    <TypedList
      list={list}
      label={i18n.t('People to mention')}
      counted={i18n.t('{count, plural, one {# name} other {# names}} to choose from', {
        count: people.length,
      })}
      note={
        !isInternal && (
          <p className="border-b border-border px-3 py-1.5 text-meta font-normal text-amber-fg">
            {i18n.t('Mentioning a colleague makes this internal')}
          </p>
        )
      }
      className="w-64"
    >
      {(person) => (
        <>
          <PersonAvatar person={person} size={20} decorative />
          <span className="min-w-0 flex-1 truncate">{nameOf(person)}</span>
        </>
      )}
    </TypedList>
  )
}
