import { mutationOptions, queryOptions, type QueryClient } from '@tanstack/react-query'
import { fieldsOf } from '#platform/contract/narrowing.ts'
import { call } from '#platform/web/call.ts'
import { refresh } from '#platform/web/query-client.ts'
import { accountApi } from '../contract.ts'

export const sessionsKey = [accountApi.sessions.path] as const

/** @param userId of another user, for a super user; absent: one's own */
export const sessionsOf = (userId?: string) =>
  queryOptions({
    queryKey: [...sessionsKey, userId],
    queryFn: ({ signal }) =>
      userId === undefined
        ? call(accountApi.sessions, {}, { signal })
        : call(accountApi.sessionsOf, { params: { id: userId } }, { signal }),
    // No live message tells of a session that began elsewhere.
    refetchOnMount: 'always',
  })

export async function listOtherSessions(client: QueryClient, userId?: string): Promise<string[]> {
  const sessions = await client.fetchQuery({ ...sessionsOf(userId), staleTime: 0 })
  return sessions.filter(({ isThis }) => !isThis).map(({ id }) => id)
}

const endSession = (id: string, userId: string | undefined) =>
  userId === undefined
    ? call(accountApi.endSession, { params: { id } })
    : call(accountApi.endSessionOf, { params: { id: userId, session: id } })

/** Ends these sessions, or all others; one that has ended already is no error. */
export const endSessions = (client: QueryClient, userId?: string) =>
  mutationOptions({
    async mutationFn(which: readonly string[] | 'others') {
      const ids = which === 'others' ? await listOtherSessions(client, userId) : which
      const answers = await Promise.allSettled(ids.map((id) => endSession(id, userId)))
      const failed = answers.find(
        (answer) => answer.status === 'rejected' && fieldsOf(answer.reason)['status'] !== 404,
      )
      if (failed?.status === 'rejected') throw failed.reason
    },
    onSettled: () => refresh(client, { queryKey: sessionsKey }),
  })
