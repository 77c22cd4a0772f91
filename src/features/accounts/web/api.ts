import { keepPreviousData, mutationOptions, queryOptions, type QueryClient } from '@tanstack/react-query'
import type { z } from 'zod'
import { userApi, type UserFilter } from '#features/users/contract.ts'
import { call } from '#platform/web/call.ts'
import { accountApi, type AccountChange, type NewAccount, type RoleRequest } from '../contract.ts'
import { refreshAccounts } from './live.ts'

const { counts, companyNames: names, roleRequests: requests } = accountApi

export const accountCounts = (query: z.input<typeof UserFilter>) =>
  queryOptions({
    queryKey: [userApi.list.path, 'counts', query],
    queryFn: ({ signal }) => call(counts, { query }, { signal }),
    placeholderData: keepPreviousData,
  })

export const companyNames = () =>
  queryOptions({ queryKey: [names.path], queryFn: ({ signal }) => call(names, {}, { signal }) })

export const roleRequests = () =>
  queryOptions({ queryKey: [requests.path], queryFn: ({ signal }) => call(requests, {}, { signal }) })

const refreshing = (client: QueryClient) => ({ onSuccess: () => void refreshAccounts(client) })

export const createAccount = (client: QueryClient) =>
  mutationOptions({
    mutationFn: (body: NewAccount) => call(accountApi.create, { body }),
    ...refreshing(client),
  })

export const changeAccount = (client: QueryClient) =>
  mutationOptions({
    mutationFn: ({ id, change }: { id: string; change: AccountChange }) =>
      call(accountApi.change, { params: { id }, body: change }),
    ...refreshing(client),
  })

export const setAccountActive = (client: QueryClient) =>
  mutationOptions({
    mutationFn: ({ id, isActive }: { id: string; isActive: boolean }) =>
      call(isActive ? accountApi.enable : accountApi.disable, { params: { id } }),
    ...refreshing(client),
  })

export const decideRoleRequest = (client: QueryClient) =>
  mutationOptions({
    mutationFn: ({ request, isApproved }: { request: RoleRequest; isApproved: boolean }) =>
      call(isApproved ? accountApi.approve : accountApi.deny, {
        params: { id: request.id },
        body: { version: request.version },
      }),
    // Also on failure: somebody else may have decided.
    onSettled: () => void refreshAccounts(client),
  })
