import { mutationOptions, queryOptions, type QueryClient } from '@tanstack/react-query'
import type { Sent } from '#platform/contract/endpoint.ts'
import { call } from '#platform/web/call.ts'
import { refresh } from '#platform/web/query-client.ts'
import { savedAnswerApi } from '../contract.ts'
import { savedAnswersKey } from './live.ts'

export const savedAnswerList = () =>
  queryOptions({
    queryKey: savedAnswersKey,
    queryFn: ({ signal }) => call(savedAnswerApi.list, {}, { signal }),
  })

const refreshAnswers = (client: QueryClient) => refresh(client, { queryKey: savedAnswersKey })

export const createSavedAnswer = (client: QueryClient) =>
  mutationOptions({
    mutationFn: (input: Sent<typeof savedAnswerApi.create>['body']) =>
      call(savedAnswerApi.create, { body: input }),
    onSuccess: () => refreshAnswers(client),
  })

export const changeSavedAnswer = (client: QueryClient) =>
  mutationOptions({
    mutationFn: ({ id, change }: { id: string; change: Sent<typeof savedAnswerApi.change>['body'] }) =>
      call(savedAnswerApi.change, { params: { id }, body: change }),
    onSuccess: () => refreshAnswers(client),
  })

export const deleteSavedAnswer = (client: QueryClient) =>
  mutationOptions({
    mutationFn: (id: string) => call(savedAnswerApi.remove, { params: { id } }),
    onSuccess: () => refreshAnswers(client),
  })
