import { i18n } from '#platform/contract/i18n.ts'
import { Dialog, DialogContent } from '#platform/web/ui/overlay/dialog.tsx'
import { toFirstField } from '#platform/web/ui/form/to-first-field.ts'
import { LabelsList, type Counts } from './labels-list.tsx'

/** Manages the labels of the desk. */
export const LabelsDialog = ({ onClose, counts }: Counts & { onClose(): void }) => (
  <Dialog open onOpenChange={onClose}>
    <DialogContent
      title={i18n.t('Labels')}
      description={i18n.t('Words of the desk for tickets. Clients never see them.')}
      onOpenAutoFocus={toFirstField}
    >
      <LabelsList counts={counts} />
    </DialogContent>
  </Dialog>
)
