import { queryOptions } from '@tanstack/react-query'
import { call } from '#platform/web/call.ts'
import { clientApi } from '../contract.ts'

export const clientList = () =>
  queryOptions({ queryKey: ['/api/clients'], queryFn: ({ signal }) => call(clientApi.list, {}, { signal }) })
