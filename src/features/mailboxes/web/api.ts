import { mutationOptions, queryOptions, type QueryClient } from '@tanstack/react-query'
import type { z } from 'zod'
import { call } from '#platform/web/call.ts'
import { refresh, waitToShow } from '#platform/web/query-client.ts'
import { mailboxApi, type MailboxInput } from '../contract.ts'
import { mailboxesKey } from './live.ts'

const looksEveryMs = 30_000

/** Polls: how a look went is no event. */
export const mailboxList = () =>
  queryOptions({
    queryKey: mailboxesKey,
    queryFn: ({ signal }) => call(mailboxApi.list, {}, { signal }),
    refetchInterval: looksEveryMs,
  })

const refreshing = (client: QueryClient) => ({
  onSuccess: () => waitToShow(refresh(client, { queryKey: mailboxesKey })),
})

export const saveMailbox = (client: QueryClient) =>
  mutationOptions({
    mutationFn: ({ id, body }: { id: string | undefined; body: z.input<typeof MailboxInput> }) =>
      id === undefined
        ? call(mailboxApi.create, { body })
        : call(mailboxApi.change, { params: { id }, body }),
    ...refreshing(client),
  })

export const checkMailbox = () =>
  mutationOptions({ mutationFn: (id: string) => call(mailboxApi.check, { params: { id } }) })

export const removeMailbox = (client: QueryClient) =>
  mutationOptions({
    mutationFn: (id: string) => call(mailboxApi.remove, { params: { id } }),
    ...refreshing(client),
  })
