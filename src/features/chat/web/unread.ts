import { queryOptions } from '@tanstack/react-query'
import { call } from '#platform/web/call.ts'
import { chatApi, type Unread } from '../contract.ts'
import { unreadKey } from './live.ts'

export const unread = () =>
  queryOptions({
    queryKey: unreadKey,
    queryFn: ({ signal }): Promise<Unread> => call(chatApi.unread, {}, { signal }),
  })
