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
