import { mutationOptions, type QueryClient } from '@tanstack/react-query'
import { call } from '#platform/web/call.ts'
import { refresh } from '#platform/web/query-client.ts'
import { accountApi, type PasswordChange, type Profile } from '../contract.ts'
import { sessionsKey } from './sessions-api.ts'
import { refreshViewer } from './live.ts'

export const changeProfile = (client: QueryClient) =>
  mutationOptions({
    async mutationFn(body: Profile) {
      const saved = await call(accountApi.changeProfile, { body })
      await refreshViewer(client)
      return saved
    },
  })

const refreshed = (client: QueryClient) => ({ onSuccess: () => refreshViewer(client) })

export const confirmEmail = (client: QueryClient) =>
  mutationOptions({
    mutationFn: (token: string) => call(accountApi.confirmEmail, { body: { token } }),
    ...refreshed(client),
  })

export const resendEmail = () => mutationOptions({ mutationFn: () => call(accountApi.resendEmail, {}) })

export const cancelEmail = (client: QueryClient) =>
  mutationOptions({ mutationFn: () => call(accountApi.cancelEmail, {}), ...refreshed(client) })

export const changePassword = (client: QueryClient) =>
  mutationOptions({
    mutationFn: (body: PasswordChange) => call(accountApi.changePassword, { body }),
    onSuccess: () => refresh(client, { queryKey: sessionsKey }),
  })
