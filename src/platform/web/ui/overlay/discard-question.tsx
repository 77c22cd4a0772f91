import { i18n } from '#platform/contract/i18n.ts'
import { AlertDialog } from './alert-dialog.tsx'

interface DiscardQuestionProps {
  onKeep(): void
  onDiscard(): void
}

export const DiscardQuestion = ({ onKeep, onDiscard }: DiscardQuestionProps) => (
  <AlertDialog
    open
    onOpenChange={onKeep}
    title={i18n.t('Discard what you typed?')}
    description={i18n.t('It is not saved yet.')}
    cancelLabel={i18n.t('Keep editing')}
    confirmLabel={i18n.t('Discard')}
    onConfirm={onDiscard}
  />
)
