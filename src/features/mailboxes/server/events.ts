import { z } from 'zod'
import { i18n } from '#platform/contract/i18n.ts'
import { defineFact } from '#platform/server/log/define-fact.ts'

const aboutMailbox = { heading: () => i18n.t('Email'), about: 'mailbox', isPublic: false } as const

/** Values before and after; for secrets only that they changed. */
const MailboxChanges = z.record(
  z.string(),
  z.union([z.object({ from: z.unknown(), to: z.unknown() }), z.literal(true)]),
)
export type MailboxChanges = z.input<typeof MailboxChanges>

export const mailboxAdded = defineFact('mailbox.added', {
  ...aboutMailbox,
  says: () => i18n.t('Added a mailbox'),
  payload: z.object({ address: z.string() }),
  subjectName: 'address',
})
export const mailboxChanged = defineFact('mailbox.changed', {
  ...aboutMailbox,
  says: () => i18n.t('Changed a mailbox'),
  payload: z.object({ address: z.string(), changes: MailboxChanges }),
  subjectName: 'address',
})
export const mailboxRemoved = defineFact('mailbox.removed', {
  ...aboutMailbox,
  says: () => i18n.t('Removed a mailbox'),
  payload: z.object({ address: z.string() }),
  subjectName: 'address',
})
