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
    // Users cannot retry this themselves.
    retry: (failures, error) => failures < mostRetries && passes(error),
  })

const send = (change: SettingsChange) => call(settingsApi.change, { body: change }, { outlivesPage: true })

/** Choices without an answer. The first one is on its way, and the others wait for it. */
const unanswered = new Set<SettingsChange>()

/** Sends all of them at once, so that the last call to arrive has them all. */
function sendWaiting(): void {
  if (unanswered.size > 1) void send(Object.assign({}, ...unanswered)).catch(() => undefined)
}

/** Optimistic; rolled back on failure. A choice made just before a reload is kept. */
export const changeSettings = (client: QueryClient) =>
  mutationOptions({
    mutationKey: settingsKey,
    async mutationFn(change: SettingsChange) {
      try {
        return await send(change)
      } finally {
        unanswered.delete(change)
      }
    },
    async onMutate(change) {
      unanswered.add(change)
      window.addEventListener('pagehide', sendWaiting)
      await client.cancelQueries({ queryKey: settingsKey })
      const before = client.getQueryData<Settings>(settingsKey)
      client.setQueryData<Settings>(settingsKey, (known) => known && { ...known, ...change })
      return { before }
    },
    onSuccess(settings) {
      // A newer pending change would be overwritten; its own answer follows.
      if (client.isMutating({ mutationKey: settingsKey }) === 1) client.setQueryData(settingsKey, settings)
    },
    onError(_error, _change, given) {
      client.setQueryData(settingsKey, given?.before)
      // The former value may be a failed change, too. A newer pending change refetches by itself.
      if (client.isMutating({ mutationKey: settingsKey }) === 1)
        void refresh(client, { queryKey: settingsKey })
    },
    // Serialized, so that the newest answer comes last.
    scope: { id: 'settings' },
  })
