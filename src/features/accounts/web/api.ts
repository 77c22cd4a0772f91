import { keepPreviousData, mutationOptions, queryOptions, type QueryClient } from '@tanstack/react-query'
import type { z } from 'zod'
import { userApi, type UserFilter } from '#features/users/contract.ts'
import { call } from '#platform/web/call.ts'
import { waitToShow } from '#platform/web/query-client.ts'
import { authApi } from '#features/auth/contract.ts'
import { accountApi, type AccountChange, type NewUser, type RoleRequest } from '../contract.ts'
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

/** Pending until the refetched data shows the change. */
const refreshing = (client: QueryClient) => ({ onSuccess: () => waitToShow(refreshAccounts(client)) })

export const createAccount = (client: QueryClient) =>
  mutationOptions({
    mutationFn: (body: z.input<typeof NewUser>) => call(accountApi.create, { body }),
    ...refreshing(client),
  })

export const inviteAccount = () =>
  mutationOptions({ mutationFn: (id: string) => call(accountApi.invite, { params: { id } }) })

export const mayInvite = () =>
  queryOptions({
    queryKey: [authApi.signInOptions.path],
    queryFn: ({ signal }) => call(authApi.signInOptions, {}, { signal }),
    // Mail settings may have been saved on another screen.
    staleTime: 0,
    select: ({ canReset }) => canReset,
  })

export const changeAccount = (client: QueryClient) =>
  mutationOptions({
    mutationFn: ({ id, change }: { id: string; change: AccountChange }) =>
      call(accountApi.change, { params: { id }, body: change }),
    ...refreshing(client),
  })

export const confirmAddress = (client: QueryClient) =>
  mutationOptions({
    mutationFn: (id: string) => call(accountApi.confirm, { params: { id } }),
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
    ...refreshing(client),
    // Another super user may have decided.
    onError: () => void refreshAccounts(client),
  })
