import { keepPreviousData, mutationOptions, queryOptions, type QueryClient } from '@tanstack/react-query'
import type { z } from 'zod'
import { call } from '#platform/web/call.ts'
import { refresh } from '#platform/web/query-client.ts'
import { mailSettingsApi, type EmailSettingsChange, type EmailTemplate } from '../contract.ts'

const { get, health, preview } = mailSettingsApi
const healthEveryMs = 30_000

/** Paths of calls that depend on the settings: the health, and the steps of setting up a desk. */
const pathsOfOthers = [health.path, '/api/stats']

export const emailSettings = () =>
  queryOptions({
    queryKey: [get.path],
    queryFn: ({ signal }) => call(get, {}, { signal }),
    // No live message announces changes by others.
    refetchOnMount: 'always',
  })

/** Polls the mail server, which cannot push its state. */
export const emailHealth = () =>
  queryOptions({
    queryKey: [health.path],
    queryFn: ({ signal }) => call(health, {}, { signal }),
    refetchInterval: healthEveryMs,
    staleTime: 0,
  })

export const changeEmailSettings = (client: QueryClient) =>
  mutationOptions({
    mutationFn: (body: z.input<typeof EmailSettingsChange>) => call(mailSettingsApi.change, { body }),
    onSuccess(settings) {
      client.setQueryData([get.path], settings)
      for (const path of pathsOfOthers) void refresh(client, { queryKey: [path] })
    },
  })

export const sendTestMail = () =>
  mutationOptions({ mutationFn: (email: string) => call(mailSettingsApi.test, { body: { email } }) })

/** Previews a template; the former preview stays until the next arrives. */
export const emailPreview = (emailTemplate: EmailTemplate) =>
  queryOptions({
    queryKey: [preview.path, emailTemplate],
    queryFn: ({ signal }) => call(preview, { body: { emailTemplate } }, { signal }),
    placeholderData: keepPreviousData,
    gcTime: 0,
  })

export const previewPagePath = mailSettingsApi.previewPage.path
