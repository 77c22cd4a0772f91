import { z } from 'zod'
import { desk, Person, staff } from '#features/users/contract.ts'
import { api } from '#platform/contract/endpoint.ts'
import { ById, Id, idOf, requiredText, Timestamp } from '#platform/contract/fields.ts'
import { i18n, words } from '#platform/contract/i18n.ts'
import { limits } from '#platform/contract/limits.ts'
import { Paging } from '#platform/contract/paging.ts'

export const mailDoors = ['smtp', 'imap'] as const

/** `received`: stored, and not understood yet. `tray`: waits for the desk. `dropped`: by the desk, or by a rule. */
export const mailStates = ['received', 'done', 'tray', 'dropped'] as const
export type MailState = (typeof mailStates)[number]

export const mailOutcomes = ['ticket', 'comment', 'event', 'nothing'] as const

const ways = ['token', 'in-reply-to', 'references', 'quoted-token', 'number'] as const

/** Why a mail waits in the tray. */
export const trayReasons = [
  'unreadable',
  'no-sender',
  'sender-unreadable',
  'own-address',
  'dmarc-failed',
  'unknown-sender',
  'unproved-sender',
  'inactive-sender',
  'no-client',
  'several-clients',
  'written-by-staff',
  'staff-unproved',
  'not-of-ticket',
  'refused',
  'automatic',
  'too-many',
] as const
export type TrayReason = (typeof trayReasons)[number]

const others = ['new', 'follow-up', 'forwarded', 'by-desk', 'held', 'supplier', 'copy', 'blocked'] as const
export const mailReasons = [...trayReasons, ...ways, ...others] as const
export type MailReason = (typeof mailReasons)[number]

export const trayReasonWords: Record<TrayReason, string> = words({
  unreadable: () => i18n.t('Could not be read'),
  'no-sender': () => i18n.t('Sender has no address'),
  'sender-unreadable': () => i18n.t('Sender could not be read'),
  'own-address': () => i18n.t('From an address of this desk'),
  'dmarc-failed': () => i18n.t('Sender address is probably forged'),
  'unknown-sender': () => i18n.t('Unknown sender'),
  'unproved-sender': () => i18n.t('Sender has not confirmed this address'),
  'inactive-sender': () => i18n.t('Sender is deactivated'),
  'no-client': () => i18n.t('Sender belongs to no client'),
  'several-clients': () => i18n.t('Sender belongs to several clients'),
  'written-by-staff': () => i18n.t('Written by a member of the team'),
  'staff-unproved': () => i18n.t('Not proved to be from a member of the team'),
  'not-of-ticket': () => i18n.t('Sender may not write on this ticket'),
  refused: () => i18n.t('Was refused; the server’s log says why'),
  automatic: () => i18n.t('Automatic email'),
  'too-many': () => i18n.t('Too many alike in a short time'),
})

/** As `AutomaticKind` of a mail that was read. */
export const automaticKinds = [
  'auto-reply',
  'out-of-office',
  'bounce',
  'list',
  'bulk',
  'notification',
] as const

/** Parts that were recognised, and faults that were repaired, as in a mail that was read. */
export const mailMarks = [
  'undecodable',
  'cut',
  'signed',
  'encrypted',
  'tnef',
  'calendar',
  'sender-used',
  'shortened',
] as const

const MailAddress = z.object({ name: z.string(), address: z.string() })
export type MailAddress = z.infer<typeof MailAddress>

const NamedTicket = z.object({ id: Id, ticketNumber: z.string(), subject: z.string() })
export type NamedTicket = z.infer<typeof NamedTicket>

const Suggestion = z.object({
  ticket: NamedTicket.nullable(),
  person: Person.nullable(),
  client: z.object({ id: Id, name: z.string() }).nullable(),
  /** Clients of a person of several, to choose from. */
  clients: z.array(z.object({ id: Id, name: z.string() })),
  /** Inner sender of a forwarded mail. */
  sender: MailAddress.nullable(),
})

export const InboundMail = z.object({
  id: Id,
  door: z.enum(mailDoors),
  /** Addresses of the desk that it came to, the first first. */
  mailboxes: z.array(z.string()),
  state: z.enum(mailStates),
  /** Null while it waits. */
  outcome: z.enum(mailOutcomes).nullable(),
  reason: z.enum(mailReasons).nullable(),
  /** Empty until it was understood, as are the addresses. */
  subject: z.string(),
  from: MailAddress.nullable(),
  replyTo: z.array(MailAddress),
  excerpt: z.string(),
  suggestion: Suggestion.nullable(),
  /** Ticket that it became, or came to. */
  ticket: NamedTicket.nullable(),
  commentId: Id.nullable(),
  size: z.number().int(),
  attempts: z.number().int(),
  receivedAt: Timestamp,
  doneAt: Timestamp.nullable(),
  handledBy: Person.nullable(),
})
export type InboundMail = z.infer<typeof InboundMail>

export const InboundPage = z.object({
  mails: z.array(InboundMail),
  /** Mails that the filter finds. */
  total: z.number().int(),
})
export type InboundPage = z.infer<typeof InboundPage>

const Folded = z.object({ kind: z.enum(['quote', 'signature']), text: z.string() })

export const InboundMailDetail = InboundMail.extend({
  messageId: z.string().nullable(),
  sender: MailAddress.nullable(),
  to: z.array(MailAddress),
  cc: z.array(MailAddress),
  /** New words as Markdown. */
  text: z.string(),
  /** Quoted mails and signatures, as Markdown. */
  folded: z.array(Folded),
  files: z.array(z.object({ name: z.string(), type: z.string(), size: z.number().int() })),
  marks: z.array(z.enum(mailMarks)),
  automatic: z.enum(automaticKinds).nullable(),
  /** The source is still stored. */
  hasSource: z.boolean(),
})
export type InboundMailDetail = z.infer<typeof InboundMailDetail>

/** Supplier of a ticket. */
export const Supplier = z.object({
  address: z.string(),
  /** Number of the case at the supplier. */
  number: z.string().nullable(),
})
export type Supplier = z.infer<typeof Supplier>

/** Mails of a ticket, for the places where they stand in the conversation. */
export const TicketMails = z.object({
  mails: z.array(
    z.object({
      /** Null: the ticket's description. */
      commentId: Id.nullable(),
      folded: z.array(Folded),
      marks: z.array(z.enum(mailMarks)),
      /** Subject, where it differs from the ticket's. */
      newSubject: z.string().nullable(),
      /** For staff: the ticket that was made of it for its new subject. */
      splitInto: NamedTicket.optional(),
      /** Names of files that were left out; the source has them. */
      leftOut: z.array(z.string()),
      /** Says thanks and no more; the ticket stayed finished. */
      isThanks: z.boolean(),
      /** For the desk, of a mail that staff forwarded and still are the requesters of: its inner sender. */
      forwarded: z.object({ by: MailAddress.nullable(), sender: MailAddress }).optional(),
      /** For staff: the mail, whose source `GET /api/inbound/{id}/source` has. */
      inboundId: Id.optional(),
    }),
  ),
  /** For staff: supplier of the ticket; null: none. */
  supplier: Supplier.nullable().optional(),
  /** For staff: mails of a supplier, the oldest first. */
  supplierMails: z
    .array(
      z.object({
        inboundId: Id,
        from: MailAddress.nullable(),
        subject: z.string(),
        text: z.string(),
        folded: z.array(Folded),
        /** Names; the source has the files. */
        files: z.array(z.string()),
        at: Timestamp,
      }),
    )
    .optional(),
})
export type TicketMails = z.infer<typeof TicketMails>

const remember = z.boolean({ error: () => i18n.t('remember must be true or false') }).default(false)

export const Attaching = z.object({
  ticketId: idOf({ error: () => i18n.t('Ticket is required') }),
  /** Author of the comment, who must see the ticket. Without one it is an internal comment of the desk. */
  personId: Id.nullish(),
  remember,
})
export type Attaching = z.output<typeof Attaching>

export const Filing = z
  .object({
    personId: Id.nullish(),
    /** Client; needed for a requester of several, and without a requester. */
    clientId: Id.nullish(),
    /** Later mails from this address are that person's. */
    remember,
  })
  .refine(({ personId, clientId }) => personId != null || clientId != null, {
    error: () => i18n.t('Send the person or the client of the new ticket'),
    path: ['personId'],
  })
export type Filing = z.output<typeof Filing>

export const NewSender = z.object({
  clientId: idOf({ error: () => i18n.t('Client is required') }),
  firstName: requiredText(() => i18n.t('First name'), limits.name),
  lastName: requiredText(() => i18n.t('Last name'), limits.name),
})
export type NewSender = z.output<typeof NewSender>

export const inboundApi = api({
  list: {
    method: 'GET',
    path: '/api/inbound',
    summary: 'Received mails, the newest first: what each became, or why it waits',
    access: desk,
    query: Paging.extend({
      state: z
        .enum(mailStates, {
          error: () => i18n.t('state must be one of: {states}', { states: mailStates.join(', ') }),
        })
        .optional(),
    }),
    reply: InboundPage,
  },
  detail: {
    method: 'GET',
    path: '/api/inbound/:id',
    summary: 'A received mail with its text',
    access: desk,
    params: ById,
    reply: InboundMailDetail,
  },
  source: {
    method: 'GET',
    path: '/api/inbound/:id/source',
    summary: 'The mail as it came, byte for byte, to save; that of a ticket for all staff',
    access: staff,
    params: ById,
    reply: z.file().mime('message/rfc822'),
  },
  attach: {
    method: 'POST',
    path: '/api/inbound/:id/attach',
    summary: 'Add a mail of the tray to a ticket as a comment',
    access: desk,
    params: ById,
    body: Attaching,
    reply: InboundMail,
  },
  file: {
    method: 'POST',
    path: '/api/inbound/:id/ticket',
    summary: 'Make a ticket of a mail of the tray',
    access: desk,
    params: ById,
    body: Filing,
    reply: InboundMail,
  },
  makePerson: {
    method: 'POST',
    path: '/api/inbound/:id/person',
    summary: 'Make a person of the sender; the mail then becomes a ticket or a comment of theirs',
    access: desk,
    params: ById,
    body: NewSender,
    reply: InboundMail,
  },
  block: {
    method: 'POST',
    path: '/api/inbound/:id/block',
    summary: 'Block the sender’s address, and drop what waits from it',
    access: desk,
    params: ById,
    reply: InboundMail,
  },
  drop: {
    method: 'POST',
    path: '/api/inbound/:id/drop',
    summary: 'Drop a mail of the tray',
    access: desk,
    params: ById,
    reply: InboundMail,
  },
  restore: {
    method: 'POST',
    path: '/api/inbound/:id/restore',
    summary: 'Take a dropped mail back; that of a blocked sender with the block and all that it dropped',
    access: desk,
    params: ById,
    reply: InboundMail,
  },
  makeRequester: {
    method: 'POST',
    path: '/api/inbound/:id/requester',
    summary:
      'Make the inner sender of a forwarded mail the requester of its ticket, and a person where there is none',
    access: desk,
    params: ById,
    reply: InboundMail,
  },
  split: {
    method: 'POST',
    path: '/api/inbound/:id/split',
    summary: 'Make a ticket of a mail that became a comment under a new subject; the comment stays',
    access: desk,
    params: ById,
    reply: NamedTicket,
  },
  ofTicket: {
    method: 'GET',
    path: '/api/tickets/:id/received-mails',
    summary: 'What stands behind the mails of a ticket: quoted parts, marks, and for staff the mail itself',
    access: 'signed-in',
    params: ById,
    reply: TicketMails,
  },
})
