import { mutationOptions, queryOptions, type QueryClient } from '@tanstack/react-query'
import { fieldsOf } from '#platform/contract/narrowing.ts'
import { call } from '#platform/web/call.ts'
import { accountApi, type PasswordChange, type Profile } from '../contract.ts'
import { refreshViewer } from './live.ts'

const sessionsKey = [accountApi.sessions.path] as const

export const changeProfile = (client: QueryClient) =>
  mutationOptions({
    async mutationFn(body: Profile) {
      const saved = await call(accountApi.changeProfile, { body })
      await refreshViewer(client)
      return saved
    },
  })

const refreshed = (client: QueryClient) => ({ onSuccess: () => refreshViewer(client) })

/** Proves the new address by the token of the link. */
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
    onSuccess: () => client.invalidateQueries({ queryKey: sessionsKey }),
  })

export const ownSessions = () =>
  queryOptions({
    queryKey: sessionsKey,
    queryFn: ({ signal }) => call(accountApi.sessions, {}, { signal }),
    // Nothing tells of a session that has begun elsewhere.
    refetchOnMount: 'always',
  })

async function listOthers(client: QueryClient): Promise<string[]> {
  const sessions = await client.fetchQuery({ ...ownSessions(), staleTime: 0 })
  return sessions.filter(({ isThis }) => !isThis).map(({ id }) => id)
}

/** Ends these own sessions, or all others there are by now; one that has ended already is no error. */
export const endSessions = (client: QueryClient) =>
  mutationOptions({
    async mutationFn(which: readonly string[] | 'others') {
      const ids = which === 'others' ? await listOthers(client) : which
      const answers = await Promise.allSettled(
        ids.map((id) => call(accountApi.endSession, { params: { id } })),
      )
      const failed = answers.find(
        (answer) => answer.status === 'rejected' && fieldsOf(answer.reason)['status'] !== 404,
      )
      if (failed?.status === 'rejected') throw failed.reason
    },
    onSettled: () => client.invalidateQueries({ queryKey: sessionsKey }),
  })
