import { i18n } from '#platform/contract/i18n.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { CurrentUser } from '#features/users/contract.ts'
import { PersonAvatar } from '#features/users/web/person-avatar.tsx'
import { nameOf } from '#features/users/web/person-name.ts'
import { call } from '#platform/web/call.ts'
import { messageIn } from '#platform/web/refusal.ts'
import { Button } from '#platform/web/ui/button.tsx'
import { EmailText } from '#features/users/web/email-text.tsx'
import { toast, toastSuccess } from '#platform/web/ui/overlay/toast-store.ts'
import { refreshViewer } from '../../web/live.ts'
import { photoApi } from '../contract.ts'
import { PhotoDialog } from './photo-dialog.tsx'

export function PhotoCard({ viewer }: { viewer: CurrentUser }) {
  const [isOpen, setOpen] = useState(false)
  const [isBusy, setBusy] = useState(false)
  const client = useQueryClient()
  const removing = useMutation({
    mutationFn: async () => {
      await call(photoApi.remove, {})
      await refreshViewer(client)
    },
    onSuccess: () => toastSuccess(i18n.t('Photo removed')),
    onError: (error) =>
      toast({
        title: i18n.t('Failed to update profile photo'),
        description: messageIn(error) ?? i18n.t('Please try again.'),
        tone: 'destructive',
      }),
  })
  return (
    <div className="flex flex-wrap gap-x-4 gap-y-4 sm:items-center sm:gap-x-5">
      <PersonAvatar person={viewer} size={96} />
      <div className="min-w-0 flex-1 basis-40">
        <p className="text-section wrap-anywhere">{nameOf(viewer)}</p>
        <p className="mb-3 text-muted wrap-anywhere">
          <EmailText email={viewer.email} />
        </p>
        <div className="flex flex-wrap gap-2">
          <Button onClick={() => setOpen(true)} busy={isBusy} busyLabel={i18n.t('Uploading...')}>
            {i18n.t('Upload Photo')}
          </Button>
          {viewer.profileImageUrl && (
            <Button variant="ghost" busy={removing.isPending} onClick={() => removing.mutate()}>
              {i18n.t('Remove Photo')}
            </Button>
          )}
        </div>
        <p className="mt-2 text-meta font-normal text-muted">
          {i18n.t("Upload a photo or we'll use your initials as avatar.")}
        </p>
      </div>
      {isOpen && <PhotoDialog onClose={() => setOpen(false)} onBusy={setBusy} />}
    </div>
  )
}
