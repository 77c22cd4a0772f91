import { keepPreviousData, mutationOptions, queryOptions, type QueryClient } from '@tanstack/react-query'
import { call } from '#platform/web/call.ts'
import { refresh } from '#platform/web/query-client.ts'
import { importApi, type Import, type Matching, type Outcome } from '../contract.ts'
import type { ImportKind } from '../fields/contract.ts'
import { importsKey } from './live.ts'

const lookEveryMs = 700
/** Slow interval for an import without progress: a slow or another server may resume it. */
const lookSeldomEveryMs = 5000

const mayMove = ({ state, failure }: Import) =>
  (state === 'checking' || state === 'running') && failure === null

/** Polls while a server is working on one: no message tells of a check. */
export const importList = () =>
  queryOptions({
    queryKey: importsKey,
    queryFn: ({ signal }) => call(importApi.list, {}, { signal }),
    staleTime: 0,
    refetchInterval: ({ state }) => (state.data?.some(({ isMoving }) => isMoving) ? lookEveryMs : false),
  })

/** Polls while a server is working on it. */
export const importDetail = (id: string) =>
  queryOptions({
    queryKey: [...importsKey, id],
    queryFn: ({ signal }) => call(importApi.detail, { params: { id } }, { signal }),
    refetchInterval: ({ state: { data } }) =>
      data?.isMoving ? lookEveryMs : data && mayMove(data) ? lookSeldomEveryMs : false,
  })

export const rowsAtOnce = 25

/** @param page counted from 1 */
export const importRows = (id: string, outcome: Outcome | undefined, page: number) =>
  queryOptions({
    queryKey: [...importsKey, id, 'rows', outcome ?? '', page],
    queryFn: ({ signal }) =>
      call(
        importApi.rows,
        {
          params: { id },
          query: { outcome, limit: String(rowsAtOnce), offset: String((page - 1) * rowsAtOnce) },
        },
        { signal },
      ),
    placeholderData: keepPreviousData,
    staleTime: 0,
  })

const settled = (client: QueryClient) => ({
  onSuccess: (one: Import) => client.setQueryData([...importsKey, one.id], one),
  onSettled: () => refresh(client, { queryKey: importsKey }),
})

export const sendFile = (client: QueryClient) =>
  mutationOptions({
    mutationFn: ({ kind, file }: { kind: ImportKind; file: File }) =>
      call(importApi.create, { query: { kind, fileName: file.name } }, { file }),
    ...settled(client),
  })

export const checkImport = (client: QueryClient) =>
  mutationOptions({
    async mutationFn({ id, matching }: { id: string; matching: Matching }) {
      await call(importApi.match, { params: { id }, body: matching })
      return call(importApi.check, { params: { id } })
    },
    ...settled(client),
  })

export const resumeCheck = (client: QueryClient) =>
  mutationOptions({
    mutationFn: (id: string) => call(importApi.check, { params: { id } }),
    ...settled(client),
  })

export const runImport = (client: QueryClient) =>
  mutationOptions({ mutationFn: (id: string) => call(importApi.run, { params: { id } }), ...settled(client) })

export const removeImport = (client: QueryClient) =>
  mutationOptions({
    mutationFn: (id: string) => call(importApi.remove, { params: { id } }),
    onSettled: () => refresh(client, { queryKey: importsKey }),
  })
