/** Key, with the id of the person, of text typed and not sent; signing in as somebody else removes it. */
export const draftPrefix = 'signalbox.draft.'

/** One for each person, surface and ticket. */
export const draftKey = (userId: string, surface: 'ticket' | 'comment' | 'chat' | 'answer', ticketId = '') =>
  `${draftPrefix}${userId}.${surface}.${ticketId}`
