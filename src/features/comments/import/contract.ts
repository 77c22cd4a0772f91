import { listColumns } from '#features/tickets/list/columns/contract.ts'
import { i18n } from '#platform/contract/i18n.ts'
import type { ImportFields } from '#platform/contract/import-field.ts'

export const commentImportFields = {
  ticket: {
    label: () => i18n.t('Ticket'),
    exported: () => listColumns.ticketNumber.label,
    headings: ['ticket', 'ticket id', 'ticket number', 'issue', 'issue key', 'issue id', 'ticketnummer'],
    example: 'T-1',
    isRequired: true,
  },
  content: {
    label: () => i18n.t('Comment'),
    headings: ['comment', 'content', 'body', 'text', 'message', 'kommentar', 'inhalt'],
    example: 'It heats again, thank you.',
    isRequired: true,
  },
  author: {
    label: () => i18n.t('Author'),
    // An address identifies a person better than a name.
    surest: 'author email',
    headings: ['author', 'by', 'user', 'from', 'verfasser', 'autor', 'von'],
    example: 'ana@acme.example',
  },
  createdAt: {
    label: () => i18n.t('Created'),
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
    example: '2025-04-04 09:50',
  },
  isInternal: {
    label: () => i18n.t('Internal'),
    headings: ['internal', 'is internal', 'private', 'intern', 'privat'],
    example: 'no',
  },
} as const satisfies ImportFields
