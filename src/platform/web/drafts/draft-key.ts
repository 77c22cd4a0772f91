/** Key prefix of drafts; signing in as another user removes them. */
export const draftPrefix = 'signalbox.draft.'

export const draftKey = (
  userId: string,
  surface: 'ticket' | 'comment' | 'chat' | 'answer' | 'edit' | 'hand-over',
  ticketId = '',
) => `${draftPrefix}${userId}.${surface}.${ticketId}`
