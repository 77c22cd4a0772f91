import { i18n } from '#platform/contract/i18n.ts'
import { Button } from '#platform/web/ui/button.tsx'

interface SetupNoteProps {
  words: string
  isChosen: boolean
  onChoose(): void
}

export function SetupNote({ words, isChosen, onChoose }: SetupNoteProps) {
  return (
    <div className="-mt-2 flex flex-col items-start gap-2 rounded-control bg-blue-bg px-3 py-2 text-blue-fg">
      <p>{words}</p>
      {isChosen ? (
        <p className="text-meta" role="status">
          {i18n.t('You’re creating the administrator account. You’ll be signed in right away.')}
        </p>
      ) : (
        <Button size="small" onClick={onChoose}>
          {i18n.t('Create the administrator account')}
        </Button>
      )}
    </div>
  )
}
