import { i18n } from '#platform/contract/i18n.ts'
import type { ImportFields } from '#platform/contract/import-field.ts'

export const clientImportFields = {
  name: {
    label: () => i18n.t('Name'),
    headings: ['name', 'title', 'client', 'company', 'organization', 'organisation', 'kunde', 'firma'],
    example: 'Acme Ltd',
    isRequired: true,
  },
  description: {
    label: () => i18n.t('Description'),
    headings: ['description', 'details', 'notes', 'beschreibung', 'body', 'text'],
    example: 'Bakes bread for half of the town',
  },
  contactEmail: {
    label: () => i18n.t('Contact email'),
    headings: ['contact email', 'email', 'e-mail', 'mail'],
    example: 'office@acme.example',
  },
  contactPhone: {
    label: () => i18n.t('Phone'),
    headings: ['contact phone', 'phone', 'telephone', 'telefon'],
    example: '030 1234567',
  },
  address: {
    label: () => i18n.t('Address'),
    headings: ['address', 'adresse', 'anschrift'],
    example: '1 Mill Lane, Cambridge',
  },
  website: {
    label: () => i18n.t('Website'),
    headings: ['website', 'web', 'url', 'domain', 'homepage', 'domains'],
    example: 'https://acme.example',
  },
  isActive: {
    label: () => i18n.t('Active'),
    headings: ['active', 'is active', 'enabled', 'aktiv'],
    example: 'yes',
  },
} as const satisfies ImportFields
