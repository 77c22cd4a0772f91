import { useState } from 'react'
import { i18n } from '#platform/contract/i18n.ts'
import { Button } from '#platform/web/ui/button.tsx'

/** Retries choices that could not be saved; all others were saved at once. */
export function SaveChanges({
  hasUnsaved,
  isOnline,
  onSave,
}: {
  hasUnsaved: boolean
  isOnline: boolean
  onSave(): Promise<unknown>
}) {
  const [isSaving, setSaving] = useState(false)
  async function save() {
    setSaving(true)
    await onSave()
    setSaving(false)
  }
  return (
    <div className="ticket-save no-print flex-none border-t border-border p-3 max-sm:px-4">
      <Button
        className="w-full"
        resting={!(hasUnsaved && isOnline) && !isSaving}
        title={hasUnsaved ? undefined : i18n.t('All changes are saved')}
        busy={isSaving}
        busyLabel={i18n.t('Saving...')}
        onClick={() => void save()}
      >
        {i18n.t('Save Changes')}
      </Button>
    </div>
  )
}
