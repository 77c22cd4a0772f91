import { expect, test } from 'vitest'
import type { LogEntry } from '#platform/server/log/log-entry.ts'
import { allFacts } from '#app/server/features.ts'

const [one, other] = ['a3f1b0c2-0000-4000-8000-000000000001', 'a3f1b0c2-0000-4000-8000-000000000002']
const changes = { name: { from: 'Acme', to: 'Acme Inc.' }, isActive: { from: true, to: null } }
const forgotten = { name: null }
const sight = { createdById: one, clientId: other, creatorBelongs: false }
const view = { name: 'Urgent', ownerId: one, sharedWith: [null, 'helpdesk'] }
const preference = { notificationType: 'daily_summary' }
const addedSince = [
  'log.restored',
  'user.deleted',
  'user.erased',
  'user.traces_erased',
  'deleted.purged',
  'product.deleted',
  'product.restored',
  'client.join_declined',
  'client.restored',
  'desk_settings.changed',
  'mailbox.added',
  'mailbox.changed',
  'mailbox.removed',
  'saved_answer.saved',
  'saved_answer.changed',
  'saved_answer.deleted',
  'ticket.turned',
  'ticket.answered',
  'ticket.mail_noted',
  'participant.added',
  'participant.removed',
  'ticket.labelled',
  'ticket.unlabelled',
  'ticket.imported',
  'comment.imported',
  'ticket.restored',
  'comment.edited',
  'comment.deleted',
  'comment.restored',
  'comment.taken_back',
  'label.created',
  'label.changed',
  'label.deleted',
  'mail.bounced',
  'mail.bounce_cleared',
  'inbound.waits',
  'inbound.handled',
  'inbound.rule_removed',
  'inbound.domains_changed',
  'inbound.settings_changed',
  'inbound.mail_client_chosen',
  'ticket.supplier_wrote',
  'ticket.supplier_changed',
  'demo.started',
  'demo.loaded',
  'demo.removal',
  'demo.removed',
  'import.started',
  'import.progressed',
  'import.finished',
  'client.exported',
  'retention.changed',
  'retention.applied',
]

/** Facts that version 0.1.0 wrote, in all their forms, and the results of deletion. */
const written = {
  'auth.signed_in': [{}],
  'auth.sign_in_failed': [{ isKnownAddress: true }],
  'auth.signed_out': [{}],
  'auth.sessions_ended': [{}],
  'auth.first_administrator': [{}],
  'auth.approval_required': [{}],
  'auth.approval_lifted': [{}],
  'auth.exposed': [{ by: 'the header X-Forwarded-For' }],
  'role.requested': [{ requestedRole: 'helpdesk' }],
  'role.approved': [{ requestedRole: 'internal' }],
  'role.declined': [{ requestedRole: 'super_user' }],
  'role.cancelled': [{}],
  'user.created': [{ role: 'client' }],
  'user.changed': [{ changes }, { changes: forgotten }],
  'user.disabled': [{}],
  'user.enabled': [{}],
  'user.email_proved': [{}],
  'user.taken_over': [{}],
  'user.password_set': [{}],
  'user.password_link': [{ purpose: 'reset' }],
  'user.address_asked': [{ email: 'ana@example.com' }],
  'user.mobile_code': [{}],
  'user.mobile_proved': [{}],
  'user.mobile_lost': [{}],
  'user.photo_changed': [{}],
  'user.photo_removed': [{}],
  'settings.changed': [
    { ticketColumns: ['status'] },
    { ticketColumns: null, density: 'compact', shortcuts: false },
  ],
  'email_preference.changed': [
    { ...preference, now: null },
    { ...preference, now: { frequency: 'never', isEnabled: true } },
  ],
  'email_preference.tested': [preference],
  'email_preference.retried': [{ tried: 3 }],
  'mail_settings.changed': [{ changes: { host: { from: null, to: 'mail.example' }, password: true } }],
  'client.created': [{ name: 'Acme' }, { name: '' }],
  'client.changed': [{ changes }, { changes: forgotten }, { changes: {} }],
  'client.deleted': [{ name: 'Acme' }],
  'client.user_assigned': [{ userId: one, role: 'contact' }],
  'client.user_removed': [{ userId: one }],
  'product.created': [{ name: 'Printers' }],
  'product.changed': [{ changes }, { changes: forgotten }],
  'product.member_added': [{ userId: one, role: 'tester' }],
  'product.member_removed': [{ userId: one }],
  'ticket.created': [{ ticketNumber: 'TKT-000001' }],
  'ticket.changed': [
    { changes: { status: { from: 'open', to: 'closed' }, priority: { from: 'low', to: 'critical' } } },
    { changes: { assignedToId: { from: null, to: one } } },
    { changes: { clientId: { from: one, to: other } }, sight },
  ],
  'ticket.deleted': [{ ticketNumber: 'TKT-000001', ...sight }],
  'tickets.exported': [{ count: 3, filter: { status: 'open' }, columns: ['subject'] }],
  'comment.added': [
    { isInternal: false },
    { isInternal: true, mentions: [one] },
    { isInternal: false, reachedIds: [one] },
  ],
  'attachment.added': [{ files: ['a.png'] }, {}],
  'attachment.removed': [{ files: ['a.png'], attachmentId: one, chatMessageId: null }, { attachmentId: one }],
  'chat.said': [{}],
  'chat.read': [{}],
  'view.saved': [view],
  'view.changed': [view],
  'view.deleted': [view],
  'audit.exported': [{ filter: {} }, { filter: { type: 'chat.said', limit: 50 } }],
}

const entry = (type: string, data: unknown): LogEntry => ({
  position: 1,
  publicPosition: null,
  type,
  ticketId: null,
  subjectId: null,
  actorId: null,
  ip: null,
  data,
  at: new Date(0),
})

test.each(Object.entries(written))(
  'every form of %s that version 0.1.0 wrote is read whole',
  (type, payloads) => {
    for (const data of payloads) expect(allFacts.read(entry(type, data))).toMatchObject({ type, data })
  },
)

test('version 0.1.0 wrote every fact but those added since', () => {
  expect(allFacts.types.filter((type) => !(type in written))).toEqual(addedSince)
})
