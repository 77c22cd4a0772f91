import { skipToken, useQuery, useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import { chatLog, isRefused } from '#features/chat/web/api.ts'
import { ticketHistory } from '#features/tickets/web/api.ts'
import type { TicketDetail } from '../../contract.ts'
import { converse, type OtherEntry } from './entries.ts'

interface Options {
  ticket: TicketDetail
  mayChat: boolean
  isLeaving: boolean
  others: readonly OtherEntry[] | undefined
}

/** Loads history and chat of a ticket, and merges them with its comments and the entries of other features. */
export function useSources({ ticket, mayChat, isLeaving, others }: Options) {
  const history = useQuery({ ...ticketHistory(ticket.id), enabled: !isLeaving })
  const ofChat = chatLog(useQueryClient(), ticket.id)
  const chat = useQuery(mayChat && !isLeaving ? ofChat : { ...ofChat, queryFn: skipToken })
  const log = mayChat && !isRefused(chat.error) ? chat.data : undefined
  // Entries cannot be placed before its loaded part is known.
  const awaitsChat = mayChat && ticket.hasChat && chat.isLoading
  const conversation = useMemo(
    () =>
      converse({
        comments: ticket.comments,
        hasMoreComments: ticket.hasMoreComments,
        history: history.data,
        others,
        chat: awaitsChat ? 'awaited' : log,
      }),
    [ticket.comments, ticket.hasMoreComments, history.data, others, awaitsChat, log],
  )
  const isSettled = !history.isPending && !(mayChat && chat.isPending)
  return { history, chat, log, awaitsChat, conversation, isSettled }
}
