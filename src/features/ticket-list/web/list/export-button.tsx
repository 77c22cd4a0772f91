import { useMutation } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { i18n } from '#platform/contract/i18n.ts'
import { Button } from '#platform/web/ui/button.tsx'
import { IconButton } from '#platform/web/ui/icon-button.tsx'
import { toastFailure, toastNote } from '#platform/web/ui/overlay/toast-store.ts'

interface ExportButtonProps {
  onExport(): Promise<string>
  isSmall: boolean
}

export function ExportButton({ onExport, isSmall }: ExportButtonProps) {
  const file = useMutation({
    mutationFn: onExport,
    onSuccess: (name) => toastNote(i18n.t('{name} is in your downloads.', { name })),
    onError: () => toastFailure(i18n.t('The tickets could not be exported.')),
  })
  const shared = { busy: file.isPending, onClick: () => file.mutate() }
  if (isSmall)
    return (
      <IconButton label={i18n.t('Export CSV')} {...shared}>
        <Download aria-hidden />
      </IconButton>
    )
  return (
    <Button variant="ghost" {...shared}>
      <Download aria-hidden />
      {i18n.t('Export CSV')}
    </Button>
  )
}
