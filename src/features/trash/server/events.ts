import { z } from 'zod'
import { defineFact } from '#platform/server/log/define-fact.ts'
import { deletableKinds } from '../contract.ts'

/** What was deleted is gone for good: by a person, or by nobody, because its time was over. The log keeps no name of it. */
export const thingPurged = defineFact('deleted.purged', {
  about: 'deleted',
  isPublic: false,
  payload: z.object({ kind: z.enum(deletableKinds) }),
})
