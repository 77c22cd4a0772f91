import { i18n } from '#platform/contract/i18n.ts'
import { ResetForm } from '#features/auth/web/reset-form.tsx'
import { LinkPage } from './link-page.tsx'

export const ResetPassword = () => (
  <LinkPage title={i18n.t('Set your password')}>
    <ResetForm />
  </LinkPage>
)
