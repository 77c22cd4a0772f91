import { mutationOptions, type QueryClient } from '@tanstack/react-query'
import { placeTicket, refreshAfterOwn, refreshTicket } from '#features/tickets/web/api.ts'
import type { Sent } from '#platform/contract/endpoint.ts'
import { call } from '#platform/web/call.ts'
import { refresh } from '#platform/web/query-client.ts'
import { labelApi } from '../contract.ts'
import { labelsKey } from './live.ts'

export const listLabels = (signal: AbortSignal) => call(labelApi.list, {}, { signal })

const refreshLabels = (client: QueryClient) => refresh(client, { queryKey: labelsKey })

export const createLabel = (client: QueryClient) =>
  mutationOptions({
    mutationFn: (input: Sent<typeof labelApi.create>['body']) => call(labelApi.create, { body: input }),
    onSuccess: () => refreshLabels(client),
  })

export const changeLabel = (client: QueryClient) =>
  mutationOptions({
    mutationFn: ({ id, change }: { id: string; change: Sent<typeof labelApi.change>['body'] }) =>
      call(labelApi.change, { params: { id }, body: change }),
    onSuccess: () => refreshLabels(client),
  })

export const deleteLabel = (client: QueryClient) =>
  mutationOptions({
    mutationFn: (id: string) => call(labelApi.remove, { params: { id } }),
    async onSuccess() {
      refreshAfterOwn(client)
      await refreshLabels(client)
    },
  })

/** Puts a label on a ticket, or takes it off. */
export const setLabel = (client: QueryClient) =>
  mutationOptions({
    mutationFn: ({ ticketId, labelId, isOn }: { ticketId: string; labelId: string; isOn: boolean }) =>
      call(isOn ? labelApi.putOn : labelApi.takeOff, { params: { id: ticketId, labelId } }),
    onSuccess: (ticket) => placeTicket(client, ticket),
    onSettled(_ticket, _error, { ticketId }) {
      refreshAfterOwn(client)
      void refreshTicket(client, ticketId)
    },
  })
