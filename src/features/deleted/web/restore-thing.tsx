import { i18n } from '#platform/contract/i18n.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { messageIn } from '#platform/web/refusal.ts'
import { Button } from '#platform/web/ui/button.tsx'
import { Dialog, DialogContent } from '#platform/web/ui/overlay/dialog.tsx'
import { toastFailure, toastSuccess } from '#platform/web/ui/overlay/toast-store.ts'
import { useWhileShown } from '#platform/web/ui/overlay/use-while-shown.ts'
import { Checkbox } from '#platform/web/ui/form/checkbox.tsx'
import type { DeletedThing } from '../contract.ts'
import { restoreThing } from './api.ts'

interface RestoreThingProps {
  thing: DeletedThing
  onClose(): void
}

export function RestoreThing({ thing, onClose }: RestoreThingProps) {
  const { id, name, parent, hanging } = thing
  const restoring = useMutation(restoreThing(useQueryClient()))
  const [withHanging, setWithHanging] = useState(true)
  const [refusal, setRefusal] = useState<string>()
  const close = useWhileShown(onClose)
  const isBlocked = parent !== null && !parent.isRestorable

  async function restore() {
    setRefusal(undefined)
    try {
      const left = await restoring.mutateAsync({
        id,
        withParent: parent !== null,
        withHanging: hanging > 0 && withHanging,
      })
      if (left > 0)
        toastFailure(
          i18n.t('{name} was restored. {left, plural, one {# item} other {# items}} could not be.', {
            name,
            left,
          }),
        )
      else toastSuccess(i18n.t('{name} was restored.', { name }))
      close()
    } catch (error) {
      const said = messageIn(error)
      setRefusal(said ?? i18n.t('This could not be restored.'))
    }
  }

  return (
    <Dialog open onOpenChange={onClose}>
      <DialogContent
        title={i18n.t('Restore {name}', { name })}
        description={descriptionOf(thing)}
        size="small"
        bare
      >
        {hanging > 0 && (
          <div className="px-5 pb-4 max-sm:px-4">
            <Checkbox checked={withHanging} onChange={({ target }) => setWithHanging(target.checked)}>
              {i18n.t(
                '{hanging, plural, one {Also restore the one item that belongs to it and was deleted before it} other {Also restore the # items that belong to it and were deleted before it}}',
                { hanging },
              )}
            </Checkbox>
          </div>
        )}
        {refusal !== undefined && (
          <p role="alert" className="px-5 pb-4 text-red-fg max-sm:px-4">
            {refusal}
          </p>
        )}
        <footer className="dialog-foot">
          <Button onClick={onClose}>{i18n.t('Cancel')}</Button>
          {!isBlocked && (
            <Button
              variant="primary"
              busy={restoring.isPending}
              busyLabel={i18n.t('Restoring...')}
              onClick={() => void restore()}
            >
              {parent ? i18n.t('Restore both') : i18n.t('Restore')}
            </Button>
          )}
        </footer>
      </DialogContent>
    </Dialog>
  )
}

function descriptionOf({ parent }: DeletedThing): string {
  if (!parent)
    return i18n.t('It comes back as it was, with everything that belonged to it. Nobody is emailed about it.')
  const { name } = parent
  return parent.isRestorable
    ? i18n.t('It belongs to {name}, which was deleted, too. Both are restored. Nobody is emailed about it.', {
        name,
      })
    : i18n.t('It belongs to {name}, which was deleted, too. Ask a super user to restore that first.', {
        name,
      })
}
