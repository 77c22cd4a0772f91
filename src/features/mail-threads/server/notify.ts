import type { Viewer } from '#features/users/contract.ts'
import { isStaff } from '#features/users/policy.ts'
import { i18n } from '#platform/contract/i18n.ts'
import { subjectsOf, to, type NotifyRule } from '#platform/server/log/notify-rule.ts'
import { nameInMail } from '#platform/server/send/name-in-mail.ts'
import { mailBounced } from './events.ts'
import { listBounced } from './queries.ts'

/** Tells the author of a comment, if they are staff, that it has not reached somebody. */
export const bounceNotices: NotifyRule<Viewer, unknown, 'ticket_updates'> = {
  facts: { types: [mailBounced.type] },
  async prepare(reader, entries) {
    const ids = subjectsOf(entries, mailBounced.type)
    const bounced = ids.length === 0 ? [] : await listBounced(reader, ids)
    return (entry) => {
      const fact = mailBounced.read(entry)
      if (!fact) return undefined
      const mail = bounced.find(
        ({ commentId, recipient }) => commentId === fact.subjectId && recipient.id === fact.data.recipientId,
      )
      return {
        recipients: to('ticket_updates', mail?.authorId),
        mayHear: (viewer) => mail?.authorId === viewer.id && isStaff(viewer),
        sentences: () =>
          mail
            ? [
                {
                  what: i18n.t('The email with your comment did not reach {name} ({reason})', {
                    name: nameInMail(`${mail.recipient.firstName} ${mail.recipient.lastName}`),
                    reason: mail.reason ?? '',
                  }),
                },
              ]
            : [],
        briefly: () => [],
      }
    }
  },
}
