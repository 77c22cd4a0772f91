import { useQuery } from '@tanstack/react-query'
import type { TicketFilter } from '#features/tickets/list/contract.ts'
import { i18n } from '#platform/contract/i18n.ts'
import { Button } from '#platform/web/ui/button.tsx'
import { searchFields } from '#platform/web/ui/search-box.tsx'
import { mostCounted } from '../contract.ts'
import { meantBy } from './api.ts'

interface DidYouMeanProps {
  filter: TicketFilter
  onChoose(search: string): void
}

export function DidYouMean({ filter: { search = '', ...filter }, onChoose }: DidYouMeanProps) {
  const { data } = useQuery({ ...meantBy({ search, ...filter }), enabled: search !== '' })
  if (!data?.meant) return null
  const { search: meant, count } = data.meant
  return (
    <Button
      variant="primary"
      onClick={() => {
        onChoose(meant)
        // The button unmounts; keep the focus in the search field.
        searchFields.get()[0]?.current.current?.focus()
      }}
    >
      {i18n.t('Did you mean: {meant} ({count})', {
        meant,
        count: count < mostCounted ? count : `${mostCounted - 1}+`,
      })}
    </Button>
  )
}
