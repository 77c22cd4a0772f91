import { useMutation, useQueryClient, type QueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import type { Person } from '#features/users/contract.ts'
import { i18n, words } from '#platform/contract/i18n.ts'
import { isUnanswered } from '#platform/web/drafts/until-answered.ts'
import { loadPart } from '#platform/web/lazy-parts.ts'
import { toastFailure, toastSuccess } from '#platform/web/ui/overlay/toast-store.ts'
import type { Ticket } from '../../contract.ts'
import { ticketHistory } from '../api.ts'
import {
  choiceOf,
  knowing,
  lastSetter,
  type Changeable,
  type ChangeField,
  type Choice,
} from './change-choice.ts'
import { beginChange, changeTicket, type Answer } from './change-ticket.ts'

export interface UpdateWords {
  done: string
  failed: string
  /** Replaces the toast for screen readers, with more detail. */
  spoken?(outcome: 'made' | 'failed', ticket: Ticket, choice: Choice): string
}

export const updateWords: UpdateWords = words({
  done: () => i18n.t('Ticket updated successfully.'),
  failed: () => i18n.t('Failed to update ticket.'),
})

export const failedWords = (words: UpdateWords, error?: unknown): string =>
  isUnanswered(error)
    ? i18n.t('The server did not respond, so the ticket may have been updated.')
    : words.failed

export const statusUpdateWords: UpdateWords = words({
  done: () => i18n.t('Ticket status updated successfully.'),
  failed: () => i18n.t('Failed to update ticket status.'),
})

/** Undefined if a later change of the same field superseded this one. */
type Sent = Answer | { error: unknown } | undefined

/** Never throws; the caller reports the outcome. */
export function useSendChoice() {
  const { mutateAsync } = useMutation(changeTicket(useQueryClient()))
  return useCallback(
    async (ticket: Ticket, choice: Choice): Promise<Sent> => {
      const change = beginChange(ticket, choice)
      if (!change) return undefined
      const sent = await mutateAsync(change).catch((error: unknown) => ({ error }))
      return change.isSuperseded ? undefined : sent
    },
    [mutateAsync],
  )
}

export async function findSetter(client: QueryClient, ticketId: string, field: ChangeField) {
  const history = await client.fetchQuery({ ...ticketHistory(ticketId), staleTime: 0 }).catch(() => [])
  return lastSetter(history, field)
}

/** @returns true to keep the viewer's own value */
async function ask(client: QueryClient, choice: Choice, met: Ticket): Promise<boolean> {
  const load = () => loadPart(() => import('./conflict-question.tsx'))
  const [by, { askWhichStands }] = await Promise.all([findSetter(client, met.id, choice.field), load()])
  return askWhichStands({ choice, met, by })
}

/** Undefined if a later change of the same field reports it. */
type Outcome = 'made' | 'failed' | 'left' | undefined

interface Means {
  client: QueryClient
  send: ReturnType<typeof useSendChoice>
  words: UpdateWords
}

function showFailure({ words }: Means, ticket: Ticket, choice: Choice, error?: unknown): Outcome {
  const spoken = words.spoken?.('failed', ticket, choice)
  toastFailure(failedWords(words, error), undefined, { spoken })
  return 'failed'
}

async function make(means: Means, seen: Ticket, choice: Choice): Promise<Outcome> {
  const sent = await means.send(seen, choice)
  if (!sent) return undefined
  if ('met' in sent) return decide(means, choice, sent.met)
  if ('error' in sent) return showFailure(means, seen, choice, sent.error)
  const { ticket, back } = sent
  toastSuccess(
    means.words.done,
    back && { label: i18n.t('Undo'), onAction: () => void make(means, ticket, back), isUndo: true },
    { spoken: means.words.spoken?.('made', ticket, choice) },
  )
  return 'made'
}

export async function decide(means: Means, choice: Choice, met: Ticket): Promise<Outcome> {
  try {
    return (await ask(means.client, choice, met)) ? await make(means, met, knowing(choice, met)) : 'left'
  } catch {
    // The question could not be loaded, so nobody has answered it.
    return showFailure(means, met, choice)
  }
}

/** Changes one field, reports the outcome and offers undo. Conflicts are put to the user. */
export function useChangeTicket(words = updateWords) {
  const client = useQueryClient()
  const send = useSendChoice()
  return useCallback(
    <F extends ChangeField>(
      ticket: Ticket,
      field: F,
      value: Changeable[F] & (string | null),
      assignee: Person | null = null,
    ) => make({ client, send, words }, ticket, choiceOf(ticket, field, value, assignee)),
    [client, send, words],
  )
}
