import { i18n } from '#platform/contract/i18n.ts'
import { z } from 'zod'
import { defineFact } from '#platform/server/log/define-fact.ts'
import { deletableKinds } from '../contract.ts'

const heading = () => i18n.t('Deleted')

/** Purged by a person, or by nobody after its time. The log keeps no name of it. */
export const thingPurged = defineFact('deleted.purged', {
  says: () => i18n.t('Deleted something for good'),
  heading,
  about: 'deleted',
  isPublic: false,
  payload: z.object({ kind: z.enum(deletableKinds) }),
})
