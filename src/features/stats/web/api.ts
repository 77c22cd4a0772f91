import { queryOptions } from '@tanstack/react-query'
import { userApi } from '#features/users/contract.ts'
import { call } from '#platform/web/call.ts'
import { statsApi } from '../contract.ts'
import { statsKey } from './live.ts'

export const stats = () =>
  queryOptions({
    queryKey: [...statsKey, 'numbers'],
    queryFn: ({ signal }) => call(statsApi.stats, {}, { signal }),
  })

export const needs = () =>
  queryOptions({
    queryKey: [...statsKey, 'needs'],
    queryFn: ({ signal }) => call(statsApi.needs, {}, { signal }),
  })

export const overview = () =>
  queryOptions({
    queryKey: [...statsKey, 'overview'],
    queryFn: ({ signal }) => call(statsApi.overview, {}, { signal }),
  })

/** Refetches when the viewer returns from a step. */
export const startSteps = () =>
  queryOptions({
    queryKey: [...statsKey, 'start'],
    queryFn: ({ signal }) => call(statsApi.start, {}, { signal }),
    refetchOnMount: 'always',
  })

/** @param day such as 2026-07-05 */
export const statsOfDay = (day: string) =>
  queryOptions({
    queryKey: [...statsKey, 'day', day],
    queryFn: ({ signal }) => call(statsApi.day, { query: { day } }, { signal }),
  })

/** Separate from the team to choose from, which ticket changes do not invalidate. */
export const teamThisWeek = () =>
  queryOptions({
    queryKey: [...statsKey, 'team'],
    queryFn: ({ signal }) => call(userApi.team, {}, { signal }),
  })

export const clientFigures = (id: string) =>
  queryOptions({
    queryKey: [...statsKey, 'client', id],
    queryFn: ({ signal }) => call(statsApi.client, { params: { id } }, { signal }),
  })

export const productFigures = (id: string) =>
  queryOptions({
    queryKey: [...statsKey, 'product', id],
    queryFn: ({ signal }) => call(statsApi.product, { params: { id } }, { signal }),
  })
