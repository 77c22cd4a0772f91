import { useQuery } from '@tanstack/react-query'
import { nameOf } from '#features/users/web/person-name.ts'
import { ticketKeys } from '#features/tickets/web/api.ts'
import type { Choice } from '#features/ticket-list/web/filters/filter-choices.ts'
import { findRequester } from './api.ts'

/** Offers only the requester that the filter is set to. */
export function useRequesterChoice(requesterId: string | undefined): Choice[] {
  const { data: person } = useQuery({
    queryKey: [...ticketKeys.requesters, 'person', requesterId],
    queryFn: ({ signal }) => findRequester(requesterId ?? '', signal),
    enabled: requesterId !== undefined,
  })
  return person ? [{ value: person.id, label: nameOf(person) }] : []
}
