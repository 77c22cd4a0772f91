import { i18n } from '#platform/contract/i18n.ts'

/** Values of a provider's own documentation, to begin a mailbox with. */
export const providers = {
  other: {
    label: () => i18n.t('Another mail server'),
    hint: () => '',
    values: { signIn: 'password', tokenUrl: null, scope: '' },
  },
  microsoft: {
    label: () => 'Microsoft 365',
    hint: () =>
      i18n.t(
        'Register an app with the permission IMAP.AccessAsApp, put your tenant into the token URL, and enter the address of the shared mailbox as username.',
      ),
    values: {
      host: 'outlook.office365.com',
      port: 993,
      encryption: 'tls',
      signIn: 'oauth2',
      tokenUrl: 'https://login.microsoftonline.com/TENANT/oauth2/v2.0/token',
      scope: 'https://outlook.office365.com/.default',
    },
  },
  google: {
    label: () => 'Google Workspace',
    hint: () =>
      i18n.t(
        'Create an OAuth client for https://mail.google.com/ and enter its refresh token, or enter an app password as password.',
      ),
    values: {
      host: 'imap.gmail.com',
      port: 993,
      encryption: 'tls',
      signIn: 'oauth2',
      tokenUrl: 'https://oauth2.googleapis.com/token',
      scope: 'https://mail.google.com/',
    },
  },
} as const
export type Provider = keyof typeof providers
