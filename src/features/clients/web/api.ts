import { mutationOptions, queryOptions, type QueryClient } from '@tanstack/react-query'
import type { z } from 'zod'
import { call } from '#platform/web/call.ts'
import { waitToShow } from '#platform/web/query-client.ts'
import {
  clientApi,
  type ClientChange,
  type ClientProduct,
  type NewAssignment,
  type NewClient,
} from '../contract.ts'
import { refreshClients } from './live.ts'

/** Pending until the refetched data shows the change. */
const refreshing = (client: QueryClient) => ({ onSuccess: () => waitToShow(refreshClients(client)) })

export const createClient = (client: QueryClient) =>
  mutationOptions({
    mutationFn: (body: NewClient) => call(clientApi.create, { body }),
    ...refreshing(client),
  })

export const changeClient = (client: QueryClient) =>
  mutationOptions({
    mutationFn: ({ id, change }: { id: string; change: ClientChange }) =>
      call(clientApi.change, { params: { id }, body: change }),
    ...refreshing(client),
  })

export const deleteClient = (client: QueryClient) =>
  mutationOptions({
    mutationFn: (id: string) => call(clientApi.remove, { params: { id } }),
    ...refreshing(client),
  })

export const assignToClient = (client: QueryClient) =>
  mutationOptions({
    mutationFn: ({ id, ...body }: z.input<typeof NewAssignment> & { id: string }) =>
      call(clientApi.assign, { params: { id }, body }),
    ...refreshing(client),
  })

export const removeFromClient = (client: QueryClient) =>
  mutationOptions({
    mutationFn: (params: { id: string; userId: string }) => call(clientApi.unassign, { params }),
    ...refreshing(client),
  })

export const joinRequests = () =>
  queryOptions({
    queryKey: [clientApi.joinRequests.path],
    queryFn: ({ signal }) => call(clientApi.joinRequests, {}, { signal }),
  })

export const declineJoin = (client: QueryClient) =>
  mutationOptions({
    mutationFn: (params: { id: string; userId: string }) => call(clientApi.declineJoin, { params }),
    ...refreshing(client),
  })

export const createClientProduct = (client: QueryClient) =>
  mutationOptions({
    mutationFn: ({ id, ...body }: z.input<typeof ClientProduct> & { id: string }) =>
      call(clientApi.addProduct, { params: { id }, body }),
    ...refreshing(client),
  })
