import { useQuery } from '@tanstack/react-query'
import { LabelsDialog } from '#features/labels/web/labels-dialog.tsx'
import { ticketCounts } from '#features/ticket-list/web/api.ts'

/** The labels of the desk, with the tickets that have them. */
export function DeskLabels({ onClose }: { onClose(): void }) {
  const { data } = useQuery(ticketCounts({ by: 'label' }))
  return <LabelsDialog counts={data && (data.label ?? {})} onClose={onClose} />
}
