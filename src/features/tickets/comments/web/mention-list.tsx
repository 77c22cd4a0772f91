import { useRef, type RefObject } from 'react'
import { PersonAvatar } from '#features/users/web/person-avatar.tsx'
import { nameOf } from '#features/users/web/person-name.ts'
import { useEscape } from '#platform/web/ui/overlay/use-escape.ts'
import { useFloating } from '#platform/web/ui/overlay/use-floating.ts'
import type { Mentioning } from './use-mention-list.ts'

// The list belongs to the text area, which keeps the focus and handles the keys.
const asListbox = { role: 'listbox' }

/** The names beside the text area. Escape closes them and nothing else. */
export function MentionList({
  list,
  textarea,
}: {
  list: Mentioning
  textarea: RefObject<HTMLTextAreaElement | null>
}) {
  const { id, people, active, isOpen } = list
  const floating = useRef<HTMLDivElement>(null)
  useFloating({ open: isOpen, anchor: () => textarea.current, floating, side: 'top', align: 'start' })
  useEscape(isOpen, list.close)
  return (
    <>
      <output className="sr-only">
        {isOpen && `${people.length} ${people.length === 1 ? 'name' : 'names'} to choose from`}
      </output>
      {isOpen && (
        // Pressing the mouse must not take the focus from the text area.
        <div
          ref={floating}
          popover="manual"
          className="floating popup w-64"
          role="presentation"
          onMouseDown={(event) => event.preventDefault()}
        >
          <div {...asListbox} id={id} aria-label="People to mention" className="max-h-56 overflow-y-auto p-1">
            {people.map((person, at) => {
              const asOption = {
                role: 'option',
                onClick: () => list.pick(person),
                onPointerMove: () => list.setActive(at),
              }
              return (
                <div
                  key={person.id}
                  {...asOption}
                  id={`${id}-${at}`}
                  aria-selected={at === active}
                  data-active={at === active || undefined}
                  className="menu-item"
                >
                  <PersonAvatar person={person} size={20} decorative />
                  <span className="min-w-0 flex-1 truncate">{nameOf(person)}</span>
                </div>
              )
            })}
          </div>
        </div>
      )}
    </>
  )
}
