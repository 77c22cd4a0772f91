import { useQuery } from '@tanstack/react-query'
import { useId, useState, type KeyboardEvent, type RefObject } from 'react'
import type { Person } from '#features/users/contract.ts'
import { mentionOf } from '../contract.ts'
import { isMeantBy } from '../policy.ts'
import { mentionable } from './api.ts'

/** A name being typed: an @ at the beginning of a word, and up to two words after it. */
const beingTyped = /(?<=^|[\s(])@([\p{L}\p{M}\p{N}.'’-]{0,40}(?: [\p{L}\p{M}\p{N}.'’-]{0,40})?)$/u

interface MentionListOptions {
  ticketId: string
  /** For staff only, and only in internal comments. */
  isOffered: boolean
  textarea: RefObject<HTMLTextAreaElement | null>
  /** Takes over the text with the name in it. */
  onPick(content: string, person: Person): void
}

/** Names to choose from while one is being typed. */
export function useMentionList({ ticketId, isOffered, textarea, onPick }: MentionListOptions) {
  const id = useId()
  const [typed, setTyped] = useState<string>()
  const [active, setActive] = useState(0)
  const isAsked = isOffered && typed !== undefined
  const query = useQuery({ ...mentionable(ticketId, typed ?? ''), enabled: isAsked })
  // Until the answer is there, what an earlier text has found: of it, whom this text does not mean must not be picked.
  const people = isAsked ? (query.data ?? []).filter(isMeantBy(typed)) : []

  const close = () => setTyped(undefined)

  /** Looks whether a name is being typed where the caret is. */
  function look() {
    const field = textarea.current
    const isCaret = field && field.selectionStart === field.selectionEnd
    const before = isCaret ? field.value.slice(0, field.selectionStart).slice(-90) : ''
    setTyped(beingTyped.exec(before)?.[1])
    setActive(0)
  }

  function pick(person: Person | undefined) {
    const field = textarea.current
    if (!person || !field || typed === undefined) return
    const caret = field.selectionStart
    const start = field.value.slice(0, caret - typed.length - 1)
    const name = `${mentionOf(person)} `
    onPick(start + name + field.value.slice(caret).replace(/^ /, ''), person)
    close()
    // The caret goes to the end of a text that is replaced; after the next render it goes behind the name.
    requestAnimationFrame(() => {
      field.focus()
      field.setSelectionRange(start.length + name.length, start.length + name.length)
    })
  }

  /** @returns whether the key was for the list */
  function press(event: KeyboardEvent): boolean {
    if (people.length === 0 || event.nativeEvent.isComposing || event.ctrlKey || event.metaKey) return false
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      const by = event.key === 'ArrowDown' ? 1 : -1
      setActive((active + by + people.length) % people.length)
    } else if (event.key === 'Enter' || event.key === 'Tab') pick(people[active])
    else return false
    event.preventDefault()
    return true
  }

  const isOpen = people.length > 0
  return {
    id,
    people,
    active,
    isOpen,
    setActive,
    look,
    pick,
    press,
    close,
    /** For the text area. */
    field: {
      'aria-autocomplete': isOffered ? ('list' as const) : undefined,
      'aria-controls': isOpen ? id : undefined,
      'aria-activedescendant': isOpen ? `${id}-${active}` : undefined,
    },
  }
}

export type Mentioning = ReturnType<typeof useMentionList>
