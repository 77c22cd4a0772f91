import { AppError } from '#platform/contract/errors.ts'
import type { Sender } from '#platform/server/send/outbox.ts'
import { SendFailure } from '#platform/server/send/send-failure.ts'
import type { DoWork } from '#platform/server/work.ts'
import { heldComment, type HeldPayload } from './deliveries.ts'
import { releaseComment } from './held-comments.ts'

/** Makes held comments facts once their time is over, one after another: so they keep their order. */
export const createCommentSender = (work: DoWork): Sender<HeldPayload> => ({
  kind: heldComment,
  what: 'a comment',
  atOnce: 1,
  isReady: async () => true,
  async send(delivery) {
    try {
      return await work((unit) => releaseComment(unit, delivery))
    } catch (error) {
      // What is refused now is refused at the next try: its author is shown why.
      if (error instanceof AppError && error.code === 'invalid') throw new SendFailure(error.message, true)
      throw error
    }
  },
})
