import { mutationOptions, type QueryClient } from '@tanstack/react-query'
import { call } from '#platform/web/call.ts'
import { refreshWithLists } from '#features/tickets/web/api.ts'
import { attachmentApi } from '../contract.ts'

export const fileAddress = (id: string, { inline = false } = {}) =>
  `/api/attachments/${id}${inline ? '?inline=true' : ''}`

interface AddCall {
  ticketId: string
  attachmentIds: string[]
  /** One key for each list of files, so that a retry does not add them twice. */
  idempotencyKey: string
}

export const addAttachments = (client: QueryClient) =>
  mutationOptions({
    mutationFn: ({ ticketId, attachmentIds, idempotencyKey }: AddCall) =>
      call(attachmentApi.add, { params: { id: ticketId }, body: { attachmentIds } }, { idempotencyKey }),
    onSuccess: (_added, { ticketId }) => refreshWithLists(client, ticketId),
  })

export const removeAttachment = (client: QueryClient, ticketId: string) =>
  mutationOptions({
    mutationFn: (id: string) => call(attachmentApi.remove, { params: { id } }),
    onSettled: () => refreshWithLists(client, ticketId),
  })
