import { i18n } from '#platform/contract/i18n.ts'
import { useMutation } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { Button } from '#platform/web/ui/button.tsx'
import { IconButton } from '#platform/web/ui/icon-button.tsx'
import { toastFailure, toastSuccess } from '#platform/web/ui/overlay/toast-store.ts'
import { fixedColumns, type TicketColumn } from '../../list/columns/contract.ts'
import type { TicketFilter } from '../../list/contract.ts'
import { exportList } from './export-list.ts'
import type { Sorting } from '../filters/filter-state.ts'

interface ExportButtonProps {
  filter: TicketFilter
  sorting: Sorting
  columns: readonly TicketColumn[]
  isSmall: boolean
}

/** Exactly the list as it is filtered, ordered and arranged, as a file for a spreadsheet. */
export function ExportButton({ filter, sorting, columns, isSmall }: ExportButtonProps) {
  const file = useMutation({
    mutationFn: () => exportList(filter, sorting, [...fixedColumns, ...columns]),
    onSuccess: (name) => toastSuccess(i18n.t('{name} is in your downloads.', { name })),
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
