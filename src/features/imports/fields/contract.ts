import { i18n } from '#platform/contract/i18n.ts'
import { z } from 'zod'

/** What can be imported, in the order in which one thing needs another. */
export const importKinds = ['clients', 'people', 'products', 'tickets', 'comments'] as const
export const ImportKind = z.enum(importKinds, {
  error: () => i18n.t('kind must be one of: {kinds}', { kinds: importKinds.join(', ') }),
})
export type ImportKind = z.infer<typeof ImportKind>

export const kindWords: Record<ImportKind, string> = {
  get clients() {
    return i18n.t('Clients')
  },
  get people() {
    return i18n.t('People')
  },
  get products() {
    return i18n.t('Products')
  },
  get tickets() {
    return i18n.t('Tickets')
  },
  get comments() {
    return i18n.t('Comments')
  },
}

/** Everything that is taken from a column of some file. */
export const fieldWords = {
  get externalId() {
    return i18n.t('External ID')
  },
  get name() {
    return i18n.t('Name')
  },
  get description() {
    return i18n.t('Description')
  },
  get contactEmail() {
    return i18n.t('Contact email')
  },
  get contactPhone() {
    return i18n.t('Phone')
  },
  get address() {
    return i18n.t('Address')
  },
  get website() {
    return i18n.t('Website')
  },
  get isActive() {
    return i18n.t('Active')
  },
  get email() {
    return i18n.t('Email')
  },
  get firstName() {
    return i18n.t('First name')
  },
  get lastName() {
    return i18n.t('Last name')
  },
  get fullName() {
    return i18n.t('Full name')
  },
  get role() {
    return i18n.t('Role')
  },
  get companyName() {
    return i18n.t('Company name')
  },
  get mobileNumber() {
    return i18n.t('Mobile number')
  },
  get client() {
    return i18n.t('Client')
  },
  get clientRole() {
    return i18n.t('Role at the client')
  },
  get version() {
    return i18n.t('Version')
  },
  get status() {
    return i18n.t('Status')
  },
  get techStack() {
    return i18n.t('Tech stack')
  },
  get repositoryUrl() {
    return i18n.t('Repository URL')
  },
  get documentation() {
    return i18n.t('Documentation')
  },
  get number() {
    return i18n.t('Number')
  },
  get subject() {
    return i18n.t('Subject')
  },
  get requester() {
    return i18n.t('Requester')
  },
  get assignee() {
    return i18n.t('Assigned to')
  },
  get priority() {
    return i18n.t('Priority')
  },
  get category() {
    return i18n.t('Category')
  },
  get customerName() {
    return i18n.t('Customer')
  },
  get productName() {
    return i18n.t('Product')
  },
  get projectName() {
    return i18n.t('Project')
  },
  get createdAt() {
    return i18n.t('Created')
  },
  get updatedAt() {
    return i18n.t('Last update')
  },
  get resolvedAt() {
    return i18n.t('Resolved')
  },
  get ticket() {
    return i18n.t('Ticket')
  },
  get author() {
    return i18n.t('Author')
  },
  get content() {
    return i18n.t('Comment')
  },
  get isInternal() {
    return i18n.t('Internal')
  },
}
export type FieldName = keyof typeof fieldWords

interface KindFields {
  /** Without a column for each of these, nothing can be imported. */
  required: readonly FieldName[]
  optional: readonly FieldName[]
}

/** The fields of each kind, in the order in which a person matches them. */
export const fieldsOf = {
  clients: {
    required: ['name'],
    optional: ['externalId', 'description', 'contactEmail', 'contactPhone', 'address', 'website', 'isActive'],
  },
  people: {
    required: ['email'],
    optional: [
      'externalId',
      'firstName',
      'lastName',
      'fullName',
      'role',
      'companyName',
      'client',
      'clientRole',
      'mobileNumber',
      'isActive',
    ],
  },
  products: {
    required: ['name'],
    optional: [
      'externalId',
      'client',
      'description',
      'version',
      'status',
      'techStack',
      'repositoryUrl',
      'documentation',
      'isActive',
    ],
  },
  tickets: {
    required: ['subject'],
    optional: [
      'externalId',
      'number',
      'description',
      'client',
      'requester',
      'assignee',
      'status',
      'priority',
      'category',
      'customerName',
      'productName',
      'projectName',
      'createdAt',
      'updatedAt',
      'resolvedAt',
    ],
  },
  comments: {
    required: ['ticket', 'content'],
    optional: ['externalId', 'author', 'createdAt', 'isInternal'],
  },
} as const satisfies Record<ImportKind, KindFields>

/** All fields of a kind. */
export const allFieldsOf = (kind: ImportKind): readonly FieldName[] => [
  ...fieldsOf[kind].required,
  ...fieldsOf[kind].optional,
]
