import { mutationOptions, queryOptions, type QueryClient } from '@tanstack/react-query'
import { call } from '#platform/web/call.ts'
import { passes, refresh } from '#platform/web/query-client.ts'
import { settingsApi, type Settings, type SettingsChange } from '../contract.ts'

const settingsKey = ['/api/settings'] as const
const mostRetries = 5

export const ownSettings = () =>
  queryOptions({
    queryKey: settingsKey,
    queryFn: ({ signal }) => call(settingsApi.get, {}, { signal }),
    // Nobody asks for them by hand, so nobody would ask a second time.
    retry: (failures, error) => failures < mostRetries && passes(error),
  })

/** Changes some settings: seen at once, taken back when it fails. */
export const changeSettings = (client: QueryClient) =>
  mutationOptions({
    mutationKey: settingsKey,
    mutationFn: (change: SettingsChange) => call(settingsApi.change, { body: change }),
    async onMutate(change) {
      await client.cancelQueries({ queryKey: settingsKey })
      const before = client.getQueryData<Settings>(settingsKey)
      client.setQueryData<Settings>(settingsKey, (known) => known && { ...known, ...change })
      return { before }
    },
    onSuccess(settings) {
      // The answer does not know of a newer change that still waits; the answer to that one will.
      if (client.isMutating({ mutationKey: settingsKey }) === 1) client.setQueryData(settingsKey, settings)
    },
    onError(_error, _change, given) {
      client.setQueryData(settingsKey, given?.before)
      // The former value may be another change that failed, too. A newer one that still waits brings the truth itself.
      if (client.isMutating({ mutationKey: settingsKey }) === 1)
        void refresh(client, { queryKey: settingsKey })
    },
    // Changes follow each other, so that the answer to an older one does not come last.
    scope: { id: 'settings' },
  })
