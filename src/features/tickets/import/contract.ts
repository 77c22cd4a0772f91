import { z } from 'zod'
import { i18n } from '#platform/contract/i18n.ts'
import type { ImportFields } from '#platform/contract/import-field.ts'
import { NewTicket, Status } from '../contract.ts'
import { listColumns } from '../list/columns/contract.ts'

export const ImportedTicket = NewTicket.pick({
  subject: true,
  description: true,
  customerName: true,
  projectName: true,
  category: true,
  priority: true,
}).extend({
  // Absent in some tickets, such as those of WhatsApp.
  productName: NewTicket.shape.productName.or(z.literal('')).nullish(),
  status: Status.default('open'),
})
export type ImportedTicket = z.output<typeof ImportedTicket>

export const ticketImportFields = {
  subject: {
    label: () => i18n.t('Subject'),
    exported: () => listColumns.subject.label,
    headings: ['subject', 'title', 'summary', 'betreff', 'titel'],
    example: 'The oven stays cold',
    isRequired: true,
  },
  number: {
    label: () => i18n.t('Number'),
    exported: () => listColumns.ticketNumber.label,
    headings: ['number', 'ticket number', 'ticket id', 'ticket', 'nummer', 'ticketnummer', '#'],
    example: '4711',
  },
  description: {
    label: () => i18n.t('Description'),
    headings: ['description', 'details', 'notes', 'beschreibung', 'body', 'text'],
    example: 'Since this morning oven 3 does not heat.',
  },
  client: {
    label: () => i18n.t('Client'),
    exported: () => listColumns.client.label,
    headings: ['client', 'company', 'organization', 'organisation', 'account', 'kunde', 'firma', 'customer'],
    example: 'C-1',
  },
  requester: {
    label: () => i18n.t('Requester'),
    // An address identifies a person better than a name.
    surest: 'requester email',
    headings: [
      'requester',
      'reporter',
      'created by',
      'submitted by',
      'anforderer',
      'melder',
      'contact',
      'customer email',
    ],
    example: 'ana@acme.example',
  },
  assignee: {
    label: () => i18n.t('Assigned to'),
    exported: () => listColumns.assignedTo.label,
    headings: ['assigned to', 'assignee', 'agent', 'owner', 'zugewiesen an', 'bearbeiter'],
    example: '',
  },
  status: {
    label: () => i18n.t('Status'),
    exported: () => listColumns.status.label,
    headings: ['status', 'state', 'zustand'],
    example: 'closed',
  },
  priority: {
    label: () => i18n.t('Priority'),
    exported: () => listColumns.priority.label,
    headings: ['priority', 'prioritat', 'severity'],
    example: 'high',
  },
  category: {
    label: () => i18n.t('Category'),
    exported: () => listColumns.category.label,
    headings: ['category', 'type', 'issue type', 'kategorie'],
    example: 'hardware',
  },
  customerName: {
    label: () => i18n.t('Customer'),
    exported: () => listColumns.customer.label,
    headings: ['customer', 'customer name'],
  },
  productName: {
    label: () => i18n.t('Product'),
    exported: () => listColumns.product.label,
    headings: ['product', 'product name', 'produkt', 'component'],
    example: 'Oven control',
  },
  projectName: {
    label: () => i18n.t('Project'),
    exported: () => listColumns.project.label,
    headings: ['project', 'project name', 'projekt'],
    example: '',
  },
  createdAt: {
    label: () => i18n.t('Created'),
    exported: () => listColumns.created.label,
    headings: [
      'created',
      'created at',
      'date',
      'creation date',
      'opened',
      'erstellt',
      'erstellt am',
      'datum',
    ],
    example: '2025-04-03 09:15',
  },
  updatedAt: {
    label: () => i18n.t('Last update'),
    exported: () => listColumns.updated.label,
    headings: [
      'last update',
      'updated',
      'updated at',
      'last modified',
      'zuletzt aktualisiert',
      'aktualisiert',
    ],
    example: '2025-04-04 10:00',
  },
  resolvedAt: {
    label: () => i18n.t('Resolved'),
    headings: [
      'resolved',
      'resolved at',
      'solved at',
      'closed at',
      'closed',
      'gelost',
      'gelost am',
      'geschlossen am',
    ],
    example: '2025-04-04 10:00',
  },
} as const satisfies ImportFields
