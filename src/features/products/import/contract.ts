import { i18n } from '#platform/contract/i18n.ts'
import type { ImportFields } from '#platform/contract/import-field.ts'

export const productImportFields = {
  name: {
    label: () => i18n.t('Name'),
    headings: ['name', 'title', 'product', 'produkt'],
    example: 'Oven control',
    isRequired: true,
  },
  client: {
    label: () => i18n.t('Client'),
    headings: ['client', 'company', 'organization', 'organisation', 'account', 'kunde', 'firma', 'customer'],
    example: 'C-1',
  },
  description: {
    label: () => i18n.t('Description'),
    headings: ['description', 'details', 'notes', 'beschreibung', 'body', 'text'],
    example: 'Runs the ovens',
  },
  version: { label: () => i18n.t('Version'), headings: ['version'], example: '2.1' },
  status: { label: () => i18n.t('Status'), headings: ['status', 'state', 'zustand'], example: 'active' },
  techStack: {
    label: () => i18n.t('Tech stack'),
    headings: ['tech stack', 'technologies', 'technologien'],
    example: 'TypeScript; PostgreSQL',
  },
  repositoryUrl: {
    label: () => i18n.t('Repository URL'),
    headings: ['repository url', 'repository', 'repo'],
    example: '',
  },
  documentation: {
    label: () => i18n.t('Documentation'),
    headings: ['documentation', 'docs', 'dokumentation'],
    example: '',
  },
  isActive: {
    label: () => i18n.t('Active'),
    headings: ['active', 'is active', 'enabled', 'aktiv'],
    example: 'yes',
  },
} as const satisfies ImportFields
