import { i18n } from '#platform/contract/i18n.ts'
import { AddressProof } from '#features/auth/web/address-proof.tsx'
import { LinkPage } from './link-page.tsx'

export const ConfirmAddress = () => (
  <LinkPage title={i18n.t('Confirm your email address')}>
    <AddressProof />
  </LinkPage>
)
