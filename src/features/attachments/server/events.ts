import { i18n } from '#platform/contract/i18n.ts'
import { z } from 'zod'
import { defineFact } from '#platform/server/log/define-fact.ts'

const heading = () => i18n.t('Tickets')

/** Their names; forgotten with the ticket, see `forgetWords`. */
const files = z.array(z.string()).optional()

/** Files that were added to a ticket by themselves; those of a comment or a chat message are told with it. */
export const attachmentAdded = defineFact('attachment.added', {
  says: () => i18n.t('Attached files'),
  heading,
  about: 'ticket',
  isPublic: true,
  payload: z.object({ files }),
})

/** As public as the ticket, comment or chat message that the file, its subject, was added to. */
export const attachmentRemoved = defineFact('attachment.removed', {
  says: () => i18n.t('Removed a file'),
  heading,
  about: 'ticket',
  isPublic: 'sometimes',
  payload: z.object({
    files,
    attachmentId: z.string().optional(),
    /** The chat message it was attached to. */
    chatMessageId: z.string().nullish(),
  }),
  untold: ['attachmentId', 'chatMessageId'],
})
