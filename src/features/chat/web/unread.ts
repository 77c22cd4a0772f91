import { queryOptions } from '@tanstack/react-query'
import { call } from '#platform/web/call.ts'
import { chatApi, type Unread } from '../contract.ts'
import { unreadKey } from './live.ts'

/** How many messages wait for the viewer in each ticket. */
export const unread = () =>
  queryOptions({
    queryKey: unreadKey,
    queryFn: ({ signal }): Promise<Unread> => call(chatApi.unread, {}, { signal }),
  })
