import type { Endpoint } from '#platform/contract/endpoint.ts'
import { ticketInput } from './factories.ts'
import { password } from './harness.ts'

let numbered = 0

export interface Ids {
  ticket: string
  closed: string
  client: string
  /** A client user who is assigned to no company yet. */
  person: string
  /** Two client users of the client. */
  member: string
  requester: string
  /** Another one takes part in the ticket. */
  participant: string
  /** With the address `erasable@example.com`; nothing else is about them. */
  erasable: string
  /** A member of staff who works on no product yet. */
  colleague: string
  product: string
  view: string
  answer: string
  label: string
  /** A received mail that the desk has decided about. */
  mail: string
  /** A preference of `person`: their daily summary, switched off. */
  preference: string
  /** A file of the ticket. */
  attachment: string
  /** An IMAP mailbox that is not read. */
  mailbox: string
  /** Its columns are not matched yet. */
  importing: string
  /** Its version is 1. */
  roleRequest: string
  /** A comment of the ticket, by the caller. */
  comment: string
  /** A comment of a ticket that is deleted, too. */
  deleted: string
  multipart: { id: string; key: string; etag: string }
}

const mailbox = {
  address: 'support@example.com',
  senderName: 'Support',
  host: '127.0.0.1',
  port: 9,
  encryption: 'none',
  username: 'support',
  signIn: 'password',
  password: 'secret',
  tokenUrl: null,
  clientId: null,
  clientSecret: '',
  refreshToken: '',
  scope: null,
  folder: 'INBOX',
  moveTo: 'Done',
  takesOld: false,
  isActive: false,
}

const emailTemplate = { subject: 'Hello', htmlTemplate: '<p>Hello</p>', textTemplate: 'Hello' }

/** A body that each call accepts, with every field it knows; the tests of bad input spoil one field at a time. */
export const bodyOf: Record<string, (ids: Ids) => Record<string, unknown>> = {
  'POST /api/auth/login': () => ({ email: 'nobody@example.com', password: 'not the password' }),
  'POST /api/auth/register': () => ({
    email: `sample${++numbered}@example.com`,
    password: 'secret',
    firstName: 'Ada',
    lastName: 'Berg',
    role: 'client',
    companyName: 'Acme',
    mobileNumber: '+1234567890',
    setupToken: 'code',
  }),
  'POST /api/auth/forgot': () => ({ email: 'nobody@example.com' }),
  'POST /api/auth/email/confirm': () => ({ token: 'not a token' }),
  'POST /api/auth/password': () => ({ password }),
  'POST /api/auth/reset': () => ({ token: 'not a token', password: 'secret' }),
  'PUT /api/admin/email-settings': () => ({
    host: '127.0.0.1',
    port: 1,
    username: 'desk',
    password: 'secret',
    fromEmail: 'desk@example.com',
    replyToEmail: 'help@example.com',
    companyName: 'IMS',
    useSSL: false,
    useTLS: true,
    emailTemplate,
  }),
  'POST /api/admin/mailboxes': () => ({ ...mailbox, address: `billing${++numbered}@example.com` }),
  'PUT /api/admin/mailboxes/:id': () => mailbox,
  'POST /api/email-preferences': ({ person }) => ({
    userId: person,
    notificationType: 'ticket_updates',
    frequency: 'daily',
    isEnabled: true,
  }),
  'PUT /api/email-preferences/:id': () => ({ frequency: 'daily', isEnabled: false }),
  'POST /api/email-preferences/test': ({ person }) => ({ userId: person, notificationType: 'daily_summary' }),
  'PUT /api/profile/email-preferences': () => ({
    notificationType: 'daily_summary',
    frequency: 'weekly',
    isEnabled: true,
  }),
  'PUT /api/imports/:id/columns': () => ({
    columns: { name: 0 },
    options: { source: 'Old desk', dateOrder: 'dmy', fallbackPersonId: null },
  }),
  'POST /api/admin/test-email': () => ({ email: 'ada@example.com' }),
  'POST /api/admin/email-preview': () => ({ emailTemplate }),
  'POST /api/admin/email-preview/page': () => ({ emailTemplate }),
  'POST /api/products': ({ client }) => ({
    name: 'Router',
    description: 'Routes.',
    version: '1.0',
    status: 'active',
    techStack: ['go'],
    repositoryUrl: 'https://example.com/router',
    documentation: 'Read it.',
    clientId: client,
    userAssignments: [],
  }),
  'POST /api/clients': () => ({
    name: `Company ${++numbered}`,
    description: 'Makes things.',
    contactEmail: 'contact@example.com',
    contactPhone: '+1 234',
    address: 'Main Street 1',
    website: 'https://example.com',
  }),
  'PATCH /api/products/:id': () => ({
    name: 'Router',
    description: 'Routes.',
    version: '1.0',
    status: 'active',
    techStack: ['go'],
    repositoryUrl: 'https://example.com/router',
    documentation: 'Read it.',
    clientId: null,
    isActive: true,
  }),
  'POST /api/products/:id/users': ({ colleague }) => ({ userId: colleague, role: 'developer' }),
  'PATCH /api/clients/:id': () => ({
    name: `Company ${++numbered}`,
    description: 'Makes things.',
    contactEmail: 'contact@example.com',
    contactPhone: '+1 234',
    address: 'Main Street 1',
    website: 'https://example.com',
    isActive: true,
  }),
  'POST /api/clients/:id/products': ({ product }) => ({
    productId: product,
    name: 'Router',
    description: 'Routes.',
    version: '1.0',
    status: 'active',
    techStack: ['go'],
    repositoryUrl: 'https://example.com/router',
    documentation: 'Read it.',
  }),
  'POST /api/clients/:id/users': ({ person }) => ({ userId: person, role: 'employee' }),
  'POST /api/tickets': ({ client, colleague }) => ({
    ...ticketInput(),
    projectName: 'Move',
    category: 'hardware',
    priority: 'high',
    clientId: client,
    requesterId: null,
    assignedToId: colleague,
    attachmentIds: [],
  }),
  'POST /api/users': ({ client }) => ({
    email: `sample${++numbered}@example.com`,
    password: 'secret',
    firstName: 'Ada',
    lastName: 'Berg',
    role: 'client',
    companyName: 'Acme',
    mobileNumber: '+1234567890',
    invite: false,
    clientId: client,
    clientRole: 'contact',
  }),
  'POST /api/tickets/:id/follow-up': () => ({ description: 'It is back.', attachmentIds: [] }),
  'PUT /api/desk-settings': () => ({ reopenClosedDays: 30 }),
  'PUT /api/retention/:kind': () => ({ months: 12 }),
  'POST /api/users/:id/erasure': () => ({ email: 'erasable@example.com', ownTexts: true }),
  'PUT /api/users/:id': () => ({
    email: `sample${++numbered}@example.com`,
    firstName: 'Ada',
    lastName: 'Berg',
    role: 'client',
    companyName: 'Acme',
    mobileNumber: null,
  }),
  'POST /api/role-requests/:id/approve': () => ({ version: 7 }),
  'POST /api/role-requests/:id/deny': () => ({ version: 7 }),
  'PUT /api/profile': () => ({
    firstName: 'Ada',
    lastName: 'Berg',
    email: `sample${++numbered}@example.com`,
    companyName: 'Acme',
    mobileNumber: '+1234567890',
    language: 'en',
  }),
  'POST /api/profile/mobile-proof': () => ({ code: '123456' }),
  'PUT /api/profile/photo': () => ({ photoURL: 'https://example.com/photo' }),
  'POST /api/profile/email/confirm': () => ({ token: 'a'.repeat(43) }),
  'POST /api/profile/password': () => ({ currentPassword: password, newPassword: password }),
  'POST /api/views': () => ({ name: `View ${++numbered}`, query: 'status=open', sharedWith: 'internal' }),
  'PATCH /api/views/:id': () => ({ name: `View ${++numbered}`, query: 'status=open', sharedWith: null }),
  'POST /api/inbound/:id/attach': ({ ticket, member }) => ({
    ticketId: ticket,
    personId: member,
    remember: true,
  }),
  'POST /api/inbound/:id/ticket': ({ client, member }) => ({
    personId: member,
    clientId: client,
    remember: false,
  }),
  'POST /api/inbound/:id/person': ({ client }) => ({
    clientId: client,
    firstName: 'Sam',
    lastName: 'Stranger',
  }),
  'PUT /api/tickets/:id/supplier': () => ({ address: 'parts@supplier.test', number: '4711' }),
  'PUT /api/profile/mail-client': () => ({ clientId: null }),
  'PUT /api/clients/:id/domains': () => ({ domains: ['client.test'] }),
  'PUT /api/admin/inbound-settings': ({ product }) => ({
    formSenders: ['form@example.com'],
    authenticationServer: 'mx.example.com',
    products: [{ address: 'support@example.com', productId: product }],
  }),
  'POST /api/saved-answers': () => ({
    title: `Answer ${++numbered}`,
    text: 'Hello {{requester.firstName}}',
    sharedWith: ['internal'],
  }),
  'PATCH /api/saved-answers/:id': () => ({ title: `Answer ${++numbered}`, text: 'Hello', sharedWith: [] }),
  'PATCH /api/settings': () => ({
    ticketColumns: ['status', 'client'],
    density: 'compact',
    shortcuts: false,
    viewOrder: null,
    smsNotifications: false,
    onlyMyNews: false,
    assignOnReply: false,
    ticketRows: 25,
    ticketExpanded: true,
    queueBeside: false,
    factsBeside: false,
    afterResolving: 'next',
    getStarted: false,
  }),
  'PUT /api/tickets/:id': ({ client, requester }) => ({
    subject: `Subject ${++numbered}`,
    description: 'It is broken.',
    category: 'hardware',
    customerName: 'Acme',
    productName: 'Printer',
    projectName: 'Move',
    createdById: requester,
    status: 'progress',
    priority: 'low',
    assignedToId: null,
    isUndo: true,
    clientId: client,
    turn: 'third_party',
  }),
  'POST /api/tickets/:id/chat': () => ({ message: 'I had a look.', attachmentIds: [] }),
  'POST /api/tickets/:id/comments': () => ({
    content: 'I had a look.',
    isInternal: false,
    mentions: [],
    attachmentIds: [],
    isThanks: false,
    assignToMe: false,
    status: 'testing',
  }),
  'POST /api/tickets/:id/hand-over': ({ colleague }) => ({
    assignedToId: colleague,
    note: `Note ${++numbered}`,
    mentions: [],
    draft: 'Dear client,',
  }),
  'POST /api/deleted/:id/restore': () => ({ withParent: false }),
  'PATCH /api/comments/:id': () => ({ content: `Edit ${++numbered}` }),
  'POST /api/labels': () => ({ name: `Sample ${++numbered}`, color: 'blue' }),
  'PATCH /api/labels/:id': () => ({ name: `Sample ${++numbered}`, color: 'red' }),
  'POST /api/tickets/:id/participants': ({ member }) => ({ userId: member }),
  'POST /api/tickets/:id/attachments': () => ({ attachmentIds: [] }),
  'POST /api/uploads/s3/multipart': () => ({
    filename: 'big.txt',
    type: 'text/plain',
    metadata: { size: '100' },
  }),
  'POST /api/uploads/s3/multipart/:id/complete': ({ multipart }) => ({
    parts: [{ PartNumber: 1, ETag: multipart.etag }],
  }),
}

export const keyOf = ({ method, path }: Pick<Endpoint, 'method' | 'path'>) => `${method} ${path}`

/** The address of a call, with the id of something that is there. */
export function urlOf({ path }: Pick<Endpoint, 'path'>, ids: Ids): string {
  const { answer, attachment, client, deleted, importing, mailbox: imap, multipart, person, preference } = ids
  const { product, roleRequest, ticket, view } = ids
  if (path.startsWith('/api/uploads/s3/multipart/'))
    return `${path.replace(':id', multipart.id).replace(':part', '1')}?key=${encodeURIComponent(multipart.key)}`
  if (path === '/api/uploads/s3/params') return `${path}?filename=notes.txt`
  if (path === '/api/email-preferences') return `${path}?userId=${person}`
  if (path === '/api/tickets/unread' || path === '/api/tickets/export/selected')
    return `${path}?ids=${ticket}`
  if (path === '/api/search') return `${path}?q=printer`
  if (path === '/api/search/meant') return `${path}?search=printr`
  if (path === '/api/users/:id/erasure') return path.replace(':id', ids.erasable)
  if (path === '/api/tickets/:id/follow-up') return path.replace(':id', ids.closed)
  if (path.startsWith('/api/retention/')) {
    const url = path.replace(':kind', 'tickets')
    return url.endsWith('/preview') ? `${url}?months=12` : url
  }
  const owners: [string, string][] = [
    ['/api/clients/', client],
    ['/api/products/', product],
    ['/api/views/', view],
    ['/api/saved-answers/', answer],
    ['/api/labels/', ids.label],
    ['/api/inbound/', ids.mail],
    ['/api/users/', person],
    ['/api/email-preferences/', preference],
    ['/api/role-requests/', roleRequest],
    ['/api/attachments/', attachment],
    ['/api/admin/mailboxes/', imap],
    ['/api/imports/', importing],
    ['/api/deleted/', deleted],
    ['/api/comments/', ids.comment],
  ]
  const id = owners.find(([start]) => path.startsWith(start))?.[1] ?? ticket
  return path
    .replace(':id', id)
    .replace(':userId', person)
    .replace(':participantId', ids.participant)
    .replace(':labelId', ids.label)
    .replace(':kind', 'clients')
}
