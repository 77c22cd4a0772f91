import { mutationOptions, queryOptions, type QueryClient } from '@tanstack/react-query'
import { call } from '#platform/web/call.ts'
import { refresh } from '#platform/web/query-client.ts'
import { retentionApi, type RetentionKind } from '../contract.ts'
import { retentionKey } from './live.ts'

export const retentionRules = () =>
  queryOptions({
    queryKey: [...retentionKey, 'rules'],
    queryFn: ({ signal }) => call(retentionApi.list, {}, { signal }),
  })

export const retentionPreview = (kind: RetentionKind, months: number) =>
  queryOptions({
    queryKey: [...retentionKey, 'preview', kind, months],
    queryFn: ({ signal }) => call(retentionApi.preview, { params: { kind }, query: { months } }, { signal }),
    gcTime: 0,
  })

export const changeRetention = (client: QueryClient) =>
  mutationOptions({
    mutationFn: ({ kind, months }: { kind: RetentionKind; months: number | null }) =>
      call(retentionApi.change, { params: { kind }, body: { months } }),
    onSettled: () => void refresh(client, { queryKey: retentionKey }),
  })
