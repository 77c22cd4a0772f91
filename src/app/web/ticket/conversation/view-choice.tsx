import { useId } from 'react'
import { views, type View } from './entries.ts'

const words: Record<View, string> = { all: 'All', comments: 'Comments', chat: 'Chat', history: 'History' }

interface ViewChoiceProps {
  view: View
  onChange(view: View): void
  hasChat: boolean
}

/** Chooses what of the conversation is shown. */
export function ViewChoice({ view, onChange, hasChat }: ViewChoiceProps) {
  const name = useId()
  return (
    <fieldset className="no-print contents">
      <legend className="sr-only">What to show</legend>
      <div className="segmented max-sm:w-full">
        {views
          .filter((each) => hasChat || each !== 'chat')
          .map((each) => (
            <label key={each}>
              <input
                type="radio"
                name={name}
                className="sr-only"
                checked={each === view}
                onChange={() => onChange(each)}
              />
              {words[each]}
            </label>
          ))}
      </div>
    </fieldset>
  )
}
