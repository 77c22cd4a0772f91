const mostIds = 20
/** Longer or stranger ones stay out of headers of ours. */
const usable = /^[!-;=?-~]{1,250}$/

export interface Thread {
  inReplyTo: string
  references: string[]
}

/**
 * Threads the next mail to a person. All ids are without angle brackets.
 * @param root id that no mail has: the common ancestor of all mails of a ticket
 * @param known mails that lie in this person's mailbox, the oldest first
 */
export function threadAfter(root: string, known: readonly string[]): Thread {
  const ids = known.filter((id) => usable.test(id))
  const [first, ...others] = ids
  const kept = first === undefined ? [] : [first, ...others.slice(-(mostIds - 2))]
  return { inReplyTo: ids.at(-1) ?? root, references: [root, ...kept] }
}
