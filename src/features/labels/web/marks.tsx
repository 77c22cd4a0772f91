import type { Ticket } from '#features/tickets/contract.ts'
import { lazyExtra } from '#platform/web/ui/part-boundary.tsx'
import type { MarksProps } from './label-marks.tsx'

const LabelMarks = lazyExtra(() => import('./label-marks.tsx'), 'LabelMarks')

type LabelsProps = Omit<MarksProps, 'ids'> & { ticket: Pick<Ticket, 'labelIds'> }

/** Shows the labels of a ticket, if it has any; few do, so they load later. */
export const Labels = ({ ticket: { labelIds = [] }, ...rest }: LabelsProps) =>
  labelIds.length > 0 ? <LabelMarks ids={labelIds} {...rest} /> : null
