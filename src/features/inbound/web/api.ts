import { keepPreviousData, mutationOptions, queryOptions, type QueryClient } from '@tanstack/react-query'
import type { z } from 'zod'
import { ticketKeys } from '#features/tickets/web/api.ts'
import type { Sent } from '#platform/contract/endpoint.ts'
import { i18n } from '#platform/contract/i18n.ts'
import { call, CallError } from '#platform/web/call.ts'
import { refresh } from '#platform/web/query-client.ts'
import { recordServerFault } from '#platform/web/server-fault.ts'
import { inboundApi, type Attaching, type Filing, type NewSender } from '../contract.ts'
import { inboundSettingsApi } from '../settings/contract.ts'
import { inboundKey } from './live.ts'

type Filter = Sent<typeof inboundApi.list>['query']

export const mailList = (query: Filter) =>
  queryOptions({
    queryKey: [...inboundKey, 'list', query],
    queryFn: ({ signal }) => call(inboundApi.list, { query }, { signal }),
    placeholderData: keepPreviousData,
  })

export const mailDetail = (id: string) =>
  queryOptions({
    queryKey: [...inboundKey, 'detail', id],
    queryFn: ({ signal }) => call(inboundApi.detail, { params: { id } }, { signal }),
  })

export const sourcePath = (id: string) => inboundApi.source.path.replace(':id', id)

const shownBytes = 256 * 1024

/** Reads the beginning of a mail as it came. @throws {CallError} */
async function readSource(id: string, signal: AbortSignal): Promise<{ text: string; isCut: boolean }> {
  const lost = (error: unknown): never => {
    if (signal.aborted) throw error
    throw new CallError(0, i18n.t('No connection'))
  }
  const response = await fetch(sourcePath(id), { credentials: 'include', signal }).catch(lost)
  if (!response.ok) throw recordServerFault(new CallError(response.status, await response.text().catch(lost)))
  const source = await response.blob().catch(lost)
  return { text: await source.slice(0, shownBytes).text(), isCut: source.size > shownBytes }
}

export const mailSource = (id: string) =>
  queryOptions({
    queryKey: [sourcePath(id)],
    queryFn: ({ signal }) => readSource(id, signal),
    staleTime: Infinity,
    gcTime: 0,
  })

/** Reloaded with the ticket. */
export const mailsOfTicket = (ticketId: string) =>
  queryOptions({
    queryKey: [...ticketKeys.detail(ticketId), 'inbound'],
    queryFn: ({ signal }) => call(inboundApi.ofTicket, { params: { id: ticketId } }, { signal }),
  })

const refreshing = (client: QueryClient) => ({
  onSettled: () => void refresh(client, { queryKey: inboundKey }),
})

interface Deed<Body extends z.ZodType> {
  id: string
  body: z.input<Body>
}

export const attachMail = (client: QueryClient) =>
  mutationOptions({
    mutationFn: ({ id, body }: Deed<typeof Attaching>) => call(inboundApi.attach, { params: { id }, body }),
    ...refreshing(client),
  })

export const fileMail = (client: QueryClient) =>
  mutationOptions({
    mutationFn: ({ id, body }: Deed<typeof Filing>) => call(inboundApi.file, { params: { id }, body }),
    ...refreshing(client),
  })

export const makeSender = (client: QueryClient) =>
  mutationOptions({
    mutationFn: ({ id, body }: Deed<typeof NewSender>) =>
      call(inboundApi.makePerson, { params: { id }, body }),
    ...refreshing(client),
  })

export const blockSender = (client: QueryClient) =>
  mutationOptions({
    mutationFn: (id: string) => call(inboundApi.block, { params: { id } }),
    ...refreshing(client),
  })

export const dropMail = (client: QueryClient) =>
  mutationOptions({
    mutationFn: (id: string) => call(inboundApi.drop, { params: { id } }),
    ...refreshing(client),
  })

export const restoreMail = (client: QueryClient) =>
  mutationOptions({
    mutationFn: (id: string) => call(inboundApi.restore, { params: { id } }),
    ...refreshing(client),
  })

export const inboundRules = () =>
  queryOptions({
    queryKey: [...inboundKey, 'rules'],
    queryFn: ({ signal }) => call(inboundSettingsApi.rules, {}, { signal }),
  })

export const removeRule = (client: QueryClient) =>
  mutationOptions({
    mutationFn: (id: string) => call(inboundSettingsApi.removeRule, { params: { id } }),
    onSettled: () => refresh(client, { queryKey: inboundRules().queryKey }),
  })

const settingsKey = [...inboundKey, 'settings'] as const

export const inboundSettings = () =>
  queryOptions({
    queryKey: settingsKey,
    queryFn: ({ signal }) => call(inboundSettingsApi.settings, {}, { signal }),
  })

export const changeInboundSettings = (client: QueryClient) =>
  mutationOptions({
    mutationFn: (body: Sent<typeof inboundSettingsApi.changeSettings>['body']) =>
      call(inboundSettingsApi.changeSettings, { body }),
    onSuccess: (settings) => client.setQueryData(settingsKey, settings),
  })

export const clientDomains = (clientId: string) =>
  queryOptions({
    queryKey: [...inboundKey, 'domains', clientId],
    queryFn: ({ signal }) => call(inboundSettingsApi.domains, { params: { id: clientId } }, { signal }),
  })

export const setClientDomains = (client: QueryClient, clientId: string) =>
  mutationOptions({
    mutationFn: (domains: string[]) =>
      call(inboundSettingsApi.setDomains, { params: { id: clientId }, body: { domains } }),
    onSuccess: (set) => client.setQueryData(clientDomains(clientId).queryKey, set),
  })

const mailClientKey = [...inboundKey, 'mail-client'] as const

export const mailClient = () =>
  queryOptions({
    queryKey: mailClientKey,
    queryFn: ({ signal }) => call(inboundSettingsApi.mailClient, {}, { signal }),
  })

export const setMailClient = (client: QueryClient) =>
  mutationOptions({
    mutationFn: (clientId: string | null) => call(inboundSettingsApi.setMailClient, { body: { clientId } }),
    onSuccess: (set) => client.setQueryData(mailClientKey, set),
  })
