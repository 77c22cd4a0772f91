import { mutationOptions, queryOptions, type QueryClient } from '@tanstack/react-query'
import { call } from '#platform/web/call.ts'
import { deskSettingsApi, type DeskChoices } from '../contract.ts'
import { deskSettingsKey } from './live.ts'

export const deskSettings = () =>
  queryOptions({
    queryKey: deskSettingsKey,
    queryFn: ({ signal }) => call(deskSettingsApi.get, {}, { signal }),
  })

export const changeDeskSettings = (client: QueryClient) =>
  mutationOptions({
    mutationFn: (choices: DeskChoices) => call(deskSettingsApi.change, { body: choices }),
    onSuccess: (settings) => client.setQueryData(deskSettingsKey, settings),
  })
