import { useId } from 'react'
import { i18n, words } from '#platform/contract/i18n.ts'
import { views, type View } from './entries.ts'

const labels: Record<View, string> = words({
  all: () => i18n.t('All'),
  comments: () => i18n.t('Comments'),
  chat: () => i18n.t('Chat'),
  history: () => i18n.t('History'),
})

interface ViewChoiceProps {
  view: View
  onChange(view: View): void
  hasChat: boolean
}

export function ViewChoice({ view, onChange, hasChat }: ViewChoiceProps) {
  const name = useId()
  return (
    <fieldset className="no-print contents">
      <legend className="sr-only">{i18n.t('What to show')}</legend>
      <div className="segmented max-sm:w-full">
        {views
          .filter((each) => hasChat || each !== 'chat')
          .map((each) => (
            <label key={each}>
              <input type="radio" name={name} checked={each === view} onChange={() => onChange(each)} />
              {labels[each]}
            </label>
          ))}
      </div>
    </fieldset>
  )
}
