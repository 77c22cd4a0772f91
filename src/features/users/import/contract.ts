import { i18n } from '#platform/contract/i18n.ts'
import type { ImportFields } from '#platform/contract/import-field.ts'

export const personImportFields = {
  email: {
    label: () => i18n.t('Email'),
    headings: ['email', 'e-mail', 'email address', 'mail', 'e-mail-adresse'],
    example: 'ana@acme.example',
    isRequired: true,
  },
  firstName: {
    label: () => i18n.t('First name'),
    headings: ['first name', 'firstname', 'given name', 'vorname'],
    example: 'Ana',
  },
  lastName: {
    label: () => i18n.t('Last name'),
    headings: ['last name', 'lastname', 'surname', 'family name', 'nachname'],
    example: 'Lopez',
  },
  fullName: {
    label: () => i18n.t('Full name'),
    headings: ['full name', 'name', 'display name', 'vollstandiger name'],
  },
  role: { label: () => i18n.t('Role'), headings: ['role', 'type', 'rolle'], example: 'client' },
  companyName: {
    label: () => i18n.t('Company name'),
    headings: ['company name', 'firmenname'],
    example: 'Acme Ltd',
  },
  client: {
    label: () => i18n.t('Client'),
    headings: ['client', 'company', 'organization', 'organisation', 'account', 'kunde', 'firma', 'customer'],
    example: 'C-1',
  },
  clientRole: {
    label: () => i18n.t('Role at the client'),
    headings: ['role at the client', 'client role', 'rolle beim kunden'],
    example: 'contact',
  },
  mobileNumber: {
    label: () => i18n.t('Mobile number'),
    headings: ['mobile number', 'mobile', 'phone', 'mobilnummer', 'handy', 'telefon'],
    example: '',
  },
  isActive: {
    label: () => i18n.t('Active'),
    headings: ['active', 'is active', 'enabled', 'aktiv'],
    example: 'yes',
  },
} as const satisfies ImportFields
