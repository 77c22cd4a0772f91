import { i18n } from '#platform/contract/i18n.ts'
import { useQuery } from '@tanstack/react-query'
import { writtenDay } from '#platform/web/written.ts'
import { productFigures } from './api.ts'
import { Figure, FigureGrid, FiguresLoading, OfThem } from './figures.tsx'
import { Loaded } from './panel.tsx'

export function ProductFigures({ productId }: { productId: string }) {
  const query = useQuery(productFigures(productId))
  return (
    <Loaded query={query} failed={i18n.t('The statistics could not be loaded.')} loading={<FiguresLoading />}>
      {({ totalTickets, openTickets, resolvedTickets, averageResolutionTime, lastActivity, byStatus }) => (
        <FigureGrid>
          <Figure label={i18n.t('Total Tickets')} value={totalTickets} />
          <Figure label={i18n.t('Open Tickets')} value={openTickets}>
            <OfThem among={['progress', 'testing']} byStatus={byStatus} />
          </Figure>
          <Figure label={i18n.t('Resolved')} value={resolvedTickets}>
            <OfThem among={['closed']} byStatus={byStatus} />
          </Figure>
          <Figure label={i18n.t('Avg Resolution')} value={averageResolutionTime} />
          <Figure
            label={i18n.t('Last Activity')}
            value={lastActivity ? writtenDay(lastActivity) : i18n.t('No activity')}
          />
        </FigureGrid>
      )}
    </Loaded>
  )
}
