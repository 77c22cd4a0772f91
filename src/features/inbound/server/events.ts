import { z } from 'zod'
import { i18n } from '#platform/contract/i18n.ts'
import { defineFact } from '#platform/server/log/define-fact.ts'
import { trayReasons } from '../contract.ts'

const heading = () => i18n.t('Mail that comes in')

const aboutMail = { heading, about: 'received mail', isPublic: false } as const

export const mailWaits = defineFact('inbound.waits', {
  ...aboutMail,
  says: () => i18n.t('Put a mail into the tray'),
  payload: z.object({ trayReason: z.enum(trayReasons) }),
})

/** The desk decided about a mail of the tray. Its address and texts are not in the log. */
export const mailHandled = defineFact('inbound.handled', {
  ...aboutMail,
  says: () => i18n.t('Decided about a mail of the tray'),
  payload: z.object({
    decision: z.enum(['attached', 'filed', 'person', 'blocked', 'dropped', 'restored', 'requester', 'split']),
    ticketId: z.string().optional(),
    personId: z.string().optional(),
  }),
  untold: ['ticketId', 'personId'],
})

export const senderRuleRemoved = defineFact('inbound.rule_removed', {
  heading,
  about: null,
  isPublic: false,
  says: () => i18n.t('Removed a rule about an address'),
})

export const domainsChanged = defineFact('inbound.domains_changed', {
  heading,
  about: 'client',
  isPublic: false,
  says: () => i18n.t('Changed the mail domains of a client'),
  payload: z.object({ addedDomains: z.array(z.string()), removedDomains: z.array(z.string()) }),
})

export const inboundSettingsChanged = defineFact('inbound.settings_changed', {
  heading,
  about: null,
  isPublic: false,
  says: () => i18n.t('Changed how mails come in'),
})

export const mailClientChosen = defineFact('inbound.mail_client_chosen', {
  heading,
  about: 'user',
  isPublic: false,
  says: () => i18n.t('Chose the client of their mails'),
  payload: z.object({ clientId: z.string().nullable() }),
  untold: ['clientId'],
})

/** A mail of the supplier joined the ticket, for staff alone. The subject is the received mail. */
export const supplierWrote = defineFact('ticket.supplier_wrote', {
  heading,
  about: 'ticket',
  isPublic: false,
  says: () => i18n.t('Received a mail of the supplier'),
})
