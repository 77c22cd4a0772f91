import { mutationOptions, queryOptions, type QueryClient } from '@tanstack/react-query'
import { call } from '#platform/web/call.ts'
import { refresh } from '#platform/web/query-client.ts'
import { demoApi, type DemoState } from '../contract.ts'
import { demoKey } from './live.ts'

export const demoState = () =>
  queryOptions({
    queryKey: demoKey,
    queryFn: ({ signal }) => call(demoApi.state, {}, { signal }),
    // No demo message tells of the desk's own data.
    refetchOnMount: 'always',
  })

const settled = (client: QueryClient) => ({
  onSuccess: (state: DemoState) => client.setQueryData(demoKey, state),
  onError: () => refresh(client, { queryKey: demoKey }),
})

export const loadDemo = (client: QueryClient) =>
  mutationOptions({ mutationFn: () => call(demoApi.load, {}), ...settled(client) })

export const removeDemo = (client: QueryClient) =>
  mutationOptions({ mutationFn: () => call(demoApi.remove, {}), ...settled(client) })
