import { z } from 'zod'
import type { Written } from '#platform/web/drafts/composer.ts'
import { answerStatuses, mentionOf, type Comment } from '../../contract.ts'

export const Content = z.object({
  content: z.string(),
  isInternal: z.boolean(),
  /** People chosen from the list of names. */
  mentioned: z.array(z.object({ id: z.string(), as: z.string() })).default([]),
  /** Name of the person who handed the draft over, and the comment that brought it. */
  handedBy: z.string().optional(),
  handedWith: z.string().optional(),
  /** Newest entry of others that the author had seen, when a reply was begun or reviewed. */
  seenUntil: z.string().optional(),
  /** Status of the last attempt: a retry with the same status has the same key. */
  triedStatus: z.enum(answerStatuses).optional(),
  /** The same for the assignment to its author. */
  triedAssign: z.boolean().optional(),
})
export type Content = z.infer<typeof Content>

export const empty: Content = { content: '', isInternal: false, mentioned: [] }
export const isSame = (one: Content, other: Content) => one.content.trim() === other.content.trim()

export function toBody({ content, isInternal, mentioned }: Written<Content>, attachmentIds: string[]) {
  // A name that was deleted, or is in a public comment, mentions nobody.
  const called = isInternal ? mentioned.filter(({ as }) => content.includes(as)) : []
  const mentions = [...new Set(called.map(({ id }) => id))]
  return { content: content.trim(), isInternal, mentions, attachmentIds }
}

/**
 * Puts a taken-back comment above the text written since: internal, if either is. Another tab may still show the
 * same text as its draft, which then stands once.
 */
export function mergeDrafts(taken: Comment, now: Content): Content {
  const mentioned = taken.mentions.map((person) => ({ id: person.id, as: mentionOf(person) }))
  const isInternal = taken.isInternal || now.isInternal
  const written = now.content.trim()
  if (written === '') return { content: taken.content, isInternal: taken.isInternal, mentioned }
  if (written === taken.content) return { content: taken.content, isInternal, mentioned }
  return {
    content: `${taken.content}\n\n${now.content}`,
    isInternal,
    mentioned: [...mentioned, ...now.mentioned],
  }
}
