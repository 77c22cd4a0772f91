import { i18n, words } from '#platform/contract/i18n.ts'
import { z } from 'zod'

/** Importable kinds, each after those that it refers to. */
export const importKinds = ['clients', 'people', 'products', 'tickets', 'comments'] as const
export const ImportKind = z.enum(importKinds, {
  error: () => i18n.t('kind must be one of: {kinds}', { kinds: importKinds.join(', ') }),
})
export type ImportKind = z.infer<typeof ImportKind>

export const kindWords: Record<ImportKind, string> = words({
  clients: () => i18n.t('Clients'),
  people: () => i18n.t('People'),
  products: () => i18n.t('Products'),
  tickets: () => i18n.t('Tickets'),
  comments: () => i18n.t('Comments'),
})

export const fieldWords = words({
  externalId: () => i18n.t('External ID'),
  name: () => i18n.t('Name'),
  description: () => i18n.t('Description'),
  contactEmail: () => i18n.t('Contact email'),
  contactPhone: () => i18n.t('Phone'),
  address: () => i18n.t('Address'),
  website: () => i18n.t('Website'),
  isActive: () => i18n.t('Active'),
  email: () => i18n.t('Email'),
  firstName: () => i18n.t('First name'),
  lastName: () => i18n.t('Last name'),
  fullName: () => i18n.t('Full name'),
  role: () => i18n.t('Role'),
  companyName: () => i18n.t('Company name'),
  mobileNumber: () => i18n.t('Mobile number'),
  client: () => i18n.t('Client'),
  clientRole: () => i18n.t('Role at the client'),
  version: () => i18n.t('Version'),
  status: () => i18n.t('Status'),
  techStack: () => i18n.t('Tech stack'),
  repositoryUrl: () => i18n.t('Repository URL'),
  documentation: () => i18n.t('Documentation'),
  number: () => i18n.t('Number'),
  subject: () => i18n.t('Subject'),
  requester: () => i18n.t('Requester'),
  assignee: () => i18n.t('Assigned to'),
  priority: () => i18n.t('Priority'),
  category: () => i18n.t('Category'),
  customerName: () => i18n.t('Customer'),
  productName: () => i18n.t('Product'),
  projectName: () => i18n.t('Project'),
  createdAt: () => i18n.t('Created'),
  updatedAt: () => i18n.t('Last update'),
  resolvedAt: () => i18n.t('Resolved'),
  ticket: () => i18n.t('Ticket'),
  author: () => i18n.t('Author'),
  content: () => i18n.t('Comment'),
  isInternal: () => i18n.t('Internal'),
})
export type FieldName = keyof typeof fieldWords

interface KindFields {
  required: readonly FieldName[]
  optional: readonly FieldName[]
}

/** Fields of each kind, in the order of matching. */
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

export const allFieldsOf = (kind: ImportKind): readonly FieldName[] => [
  ...fieldsOf[kind].required,
  ...fieldsOf[kind].optional,
]
