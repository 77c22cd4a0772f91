import { mutationOptions, queryOptions, type QueryClient } from '@tanstack/react-query'
import type { z } from 'zod'
import { call, CallError } from '#platform/web/call.ts'
import {
  emailPreferenceApi,
  type NewPreference,
  type NotificationType,
  type PreferenceChange,
  type PreferenceTest,
} from '../contract.ts'
import { waitToShow } from '#platform/web/query-client.ts'
import { refreshEmailPreferences } from './live.ts'

const { list } = emailPreferenceApi
/** Sending a mail is no event of the log, so poll. */
const askAgainAfterMs = 30_000
const firstTriesMs = 2000

export const preferenceList = (userId: string) =>
  queryOptions({
    queryKey: [list.path, userId],
    queryFn: ({ signal }) => call(emailPreferenceApi.listOf, { params: { userId } }, { signal }),
    refetchInterval: askAgainAfterMs,
    retry: (failures, error) => failures < 2 && !(error instanceof CallError && error.status < 500),
  })

export const deliveryProblems = () =>
  queryOptions({
    queryKey: [list.path, 'problems'],
    queryFn: ({ signal }) => call(emailPreferenceApi.problems, {}, { signal }),
    refetchInterval: askAgainAfterMs,
  })

/** Refetches after the first tries, which are over by then if the server responds. */
const refreshingSoon = (client: QueryClient) => ({
  onSuccess: () => void setTimeout(() => void refreshEmailPreferences(client), firstTriesMs),
})

export const retryAll = (client: QueryClient) =>
  mutationOptions({ mutationFn: () => call(emailPreferenceApi.retry, {}), ...refreshingSoon(client) })

export const retryOne = (client: QueryClient) =>
  mutationOptions({
    mutationFn: (id: string) => call(emailPreferenceApi.retryOne, { params: { id } }),
    ...refreshingSoon(client),
  })

const ownKey = [emailPreferenceApi.own.path] as const

export const ownPreferences = () =>
  queryOptions({
    queryKey: ownKey,
    queryFn: ({ signal }) => call(emailPreferenceApi.own, {}, { signal }),
  })

/** Serialized per type, so that the last change counts. */
export const changeOwnPreference = (client: QueryClient, notificationType: NotificationType) =>
  mutationOptions({
    mutationFn: (change: PreferenceChange) =>
      call(emailPreferenceApi.changeOwn, { body: { notificationType, ...change } }),
    onSuccess: (own) => client.setQueryData(ownKey, own),
    scope: { id: `own ${notificationType}` },
  })

/** Pending until the refetched data shows the change. */
const refreshing = (client: QueryClient) => ({
  onSuccess: () => waitToShow(refreshEmailPreferences(client)),
})

export const createPreference = (client: QueryClient) =>
  mutationOptions({
    mutationFn: (body: z.input<typeof NewPreference>) => call(emailPreferenceApi.create, { body }),
    ...refreshing(client),
  })

/** Serialized per preference, so that the last change counts. */
export const changePreference = (client: QueryClient, id: string) =>
  mutationOptions({
    mutationFn: (change: PreferenceChange) =>
      call(emailPreferenceApi.change, { params: { id }, body: change }),
    ...refreshing(client),
    scope: { id: `preference ${id}` },
  })

export const deletePreference = (client: QueryClient) =>
  mutationOptions({
    mutationFn: (id: string) => call(emailPreferenceApi.delete, { params: { id } }),
    ...refreshing(client),
  })

export const createDefaults = (client: QueryClient) =>
  mutationOptions({
    mutationFn: (userId: string) => call(emailPreferenceApi.createDefaults, { params: { userId } }),
    ...refreshing(client),
  })

export const testPreference = (client: QueryClient) =>
  mutationOptions({
    mutationFn: (body: PreferenceTest) => call(emailPreferenceApi.test, { body }),
    ...refreshing(client),
  })
