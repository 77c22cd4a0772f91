import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { z } from 'zod'
import { call } from '#platform/web/call.ts'
import { userApi, type UserQuery } from '../contract.ts'

export const team = () =>
  queryOptions({ queryKey: ['/api/team'], queryFn: ({ signal }) => call(userApi.team, {}, { signal }) })

/** Keeps the last page while the next loads. */
export const userList = (query: z.input<typeof UserQuery>) =>
  queryOptions({
    queryKey: [userApi.list.path, 'list', query],
    queryFn: ({ signal }) => call(userApi.list, { query }, { signal }),
    placeholderData: keepPreviousData,
  })
