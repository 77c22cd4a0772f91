import { queryOptions } from '@tanstack/react-query'
import { call } from '#platform/web/call.ts'
import { userApi } from '../contract.ts'

/** Those a ticket can be assigned to. */
export const team = () =>
  queryOptions({ queryKey: ['/api/team'], queryFn: ({ signal }) => call(userApi.team, {}, { signal }) })
