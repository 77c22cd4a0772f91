import { z } from 'zod'
import { desk, Person } from '#features/users/contract.ts'
import { api } from '#platform/contract/endpoint.ts'
import { ById, email, Id, idOf, text, Timestamp } from '#platform/contract/fields.ts'
import { i18n } from '#platform/contract/i18n.ts'
import { limits } from '#platform/contract/limits.ts'

export const InboundRule = z.object({
  id: Id,
  /** `block` drops mails from the address; `person` takes them for that person's. */
  kind: z.enum(['block', 'person']),
  address: z.string(),
  person: Person.nullable(),
  createdBy: Person.nullable(),
  createdAt: Timestamp,
})
export type InboundRule = z.infer<typeof InboundRule>

const listOf = <S extends z.ZodType>(of: S, field: string) => {
  const most = 50
  return z
    .array(of, { error: () => i18n.t('{field} must be a list', { field }) })
    .max(most, { error: () => i18n.t('{field} must have at most {most} entries', { field, most }) })
}

/** Domain of addresses: its ASCII form in lower case. */
const Domain = text(() => i18n.t('Domains'), limits.host).overwrite((domain) =>
  domain.trim().toLowerCase().replace(/^@/, ''),
)

export const ClientDomains = z.object({ domains: listOf(Domain, 'domains') })
export type ClientDomains = z.output<typeof ClientDomains>

const clientIdRule = { error: () => i18n.t('There is no such client') }

/** Without a choice the desk is asked for each mail of a person of several clients. */
export const MailClientChoice = z.object({ clientId: idOf(clientIdRule).nullable() })
export type MailClientChoice = z.output<typeof MailClientChoice>

export const MailClient = MailClientChoice.extend({
  /** Active clients of the person. */
  clients: z.array(z.object({ id: Id, name: z.string() })),
})
export type MailClient = z.infer<typeof MailClient>

const noProduct = () => i18n.t('Products must name addresses and their productId')
const ProductOfAddress = z.object(
  { address: email(noProduct), productId: idOf({ error: noProduct }) },
  { error: noProduct },
)

export const InboundSettingsChange = z.object({
  /** Addresses of website forms and lists: their mails are of the person in Reply-To. */
  formSenders: listOf(
    email(() => i18n.t('Form senders must be addresses')),
    'formSenders',
  ),
  /** Name by which the own relay signs Authentication-Results; null: these headers are not read. */
  authenticationServer: text(() => i18n.t('Authentication server'), limits.host).nullable(),
  /** Products of new tickets by the address that was written to; other addresses have none. */
  products: listOf(ProductOfAddress, 'products'),
})
export type InboundSettingsChange = z.output<typeof InboundSettingsChange>

const Door = z.object({
  isOn: z.boolean(),
  lastMailAt: Timestamp.nullable(),
  mailsToday: z.number().int(),
  /** Mails of today that could not be read. */
  unreadToday: z.number().int(),
})

export const InboundSettings = InboundSettingsChange.extend({
  /** The listener and the mailboxes together. */
  doors: Door,
  listener: Door.extend({
    host: z.string().nullable(),
    port: z.number().int().nullable(),
    isEncrypted: z.boolean(),
    /** Addresses of the desk, those of mailboxes included. */
    addresses: z.array(z.string()),
  }),
})
export type InboundSettings = z.infer<typeof InboundSettings>

const administrators = ['super_user'] as const
const Done = z.object({ message: z.string() })

export const inboundSettingsApi = api({
  rules: {
    method: 'GET',
    path: '/api/inbound/rules',
    summary: 'Addresses that are blocked, or remembered as those of a person',
    access: desk,
    reply: z.array(InboundRule),
  },
  removeRule: {
    method: 'DELETE',
    path: '/api/inbound/rules/:id',
    summary: 'Forget a rule about an address',
    access: desk,
    params: ById,
    reply: Done,
  },
  domains: {
    method: 'GET',
    path: '/api/clients/:id/domains',
    summary: 'Domains whose mails are of this client',
    access: desk,
    params: ById,
    reply: ClientDomains,
  },
  setDomains: {
    method: 'PUT',
    path: '/api/clients/:id/domains',
    summary: 'Set the domains whose mails are of this client; those of free mailboxes are refused',
    access: administrators,
    params: ById,
    body: ClientDomains,
    reply: ClientDomains,
  },
  mailClient: {
    method: 'GET',
    path: '/api/profile/mail-client',
    summary: 'The clients of the viewer, and the one that their mails are of',
    access: 'signed-in',
    reply: MailClient,
  },
  setMailClient: {
    method: 'PUT',
    path: '/api/profile/mail-client',
    summary: 'Choose which of the own clients new tickets by mail are of; null asks the desk for each',
    access: 'signed-in',
    body: MailClientChoice,
    reply: MailClient,
  },
  settings: {
    method: 'GET',
    path: '/api/admin/inbound-settings',
    summary: 'How mails come in, and how many came today',
    access: administrators,
    reply: InboundSettings,
  },
  changeSettings: {
    method: 'PUT',
    path: '/api/admin/inbound-settings',
    summary: 'Set the form senders, the trusted relay and the products of addresses',
    access: administrators,
    body: InboundSettingsChange,
    reply: InboundSettings,
  },
})
