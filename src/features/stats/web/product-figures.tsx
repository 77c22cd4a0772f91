import { useQuery } from '@tanstack/react-query'
import { productFigures } from './api.ts'
import { Figure, FigureGrid, FiguresLoading, StatusFigures } from './figures.tsx'
import { Loaded } from './panel.tsx'

const date = new Intl.DateTimeFormat('en', { dateStyle: 'medium' })

/** The figures of one product. */
export function ProductFigures({ productId }: { productId: string }) {
  const query = useQuery(productFigures(productId))
  return (
    <Loaded query={query} failed="The statistics could not be loaded." loading={<FiguresLoading />}>
      {({ totalTickets, openTickets, resolvedTickets, averageResolutionTime, lastActivity, byStatus }) => (
        <div className="flex flex-col gap-5">
          <FigureGrid>
            <Figure label="Total Tickets" value={totalTickets} />
            <Figure label="Open Tickets" value={openTickets} />
            <Figure label="Resolved" value={resolvedTickets} />
            <Figure label="Avg Resolution" value={averageResolutionTime} />
            <Figure
              label="Last Activity"
              value={lastActivity ? date.format(new Date(lastActivity)) : 'No activity'}
            />
          </FigureGrid>
          <StatusFigures byStatus={byStatus} />
        </div>
      )}
    </Loaded>
  )
}
