import { i18n } from '#platform/contract/i18n.ts'

/** Marks an unverified address. */
export const Unconfirmed = ({ user }: { user: { isEmailConfirmed: boolean } }) =>
  user.isEmailConfirmed ? null : (
    <span
      className="ms-1.5 inline-block text-meta font-normal text-subtle"
      title={i18n.t('They registered with this address. Nobody has confirmed that it is theirs.')}
    >
      {i18n.t('Not confirmed')}
    </span>
  )
