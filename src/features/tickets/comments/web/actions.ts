import { MessageSquareCheck } from 'lucide-react'
import type { Action } from '#platform/web/actions/actions.ts'

export const writeComment: Action = {
  id: 'write-comment',
  label: 'Write a comment',
  keys: 'r',
  group: 'In a ticket',
}

export const addComment: Action = {
  id: 'add-comment',
  label: 'Add Comment',
  longLabel: 'Add the comment',
  keys: 'Mod+Enter',
  group: 'In a ticket',
  isNative: true,
}

export const addAndResolve: Action = {
  id: 'add-and-resolve',
  label: 'Add Comment and set Resolved',
  longLabel: 'Add the comment and set Resolved',
  icon: MessageSquareCheck,
  keys: 'Mod+Shift+Enter',
  group: 'In a ticket',
  isNative: true,
}

const addAndTest: Action = {
  id: 'add-and-test',
  label: 'Add Comment and set Testing',
  icon: MessageSquareCheck,
}

/** What is done to the ticket together with its answer, by the status it is set to. */
export const answers = { resolved: addAndResolve, testing: addAndTest } as const
