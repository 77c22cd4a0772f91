import { i18n } from '#platform/contract/i18n.ts'
import { useId, type ReactNode } from 'react'
import { PhotoCard } from '#features/accounts/photo/web/photo-card.tsx'
import { PasswordForm } from '#features/accounts/web/password-form.tsx'
import { ProfileForm } from '#features/accounts/web/profile-form.tsx'
import { SessionList } from '#features/accounts/web/session-list.tsx'
import { OwnPreferences } from '#features/notifications/web/own-preferences.tsx'
import { roleLabel } from '#features/users/web/role-badge.tsx'
import { ScreenHead } from '#platform/web/ui/screen-head.tsx'
import { Preferences } from '../shell/preferences.tsx'
import { isClient } from '#features/users/policy.ts'
import { lazyExtra } from '#platform/web/ui/part-boundary.tsx'
import { useViewer } from '#features/auth/web/session.tsx'

const MailClient = lazyExtra(() => import('#features/inbound/web/settings/mail-client.tsx'), 'MailClient')

export function Profile() {
  const viewer = useViewer()
  return (
    <div className="mx-auto flex max-w-[760px] flex-col gap-4">
      <ScreenHead
        title={i18n.t('Profile Settings')}
        hint={i18n.t('Manage your profile, preferences and active sessions')}
      />
      <Card title={i18n.t('Profile')} isTitleHidden>
        <div className="mb-5 border-b border-border pb-5">
          <PhotoCard viewer={viewer} />
        </div>
        <ProfileForm viewer={viewer} />
      </Card>
      <Card title={i18n.t('Account Information')}>
        <dl className="grid gap-x-6 gap-y-3 sm:grid-cols-2">
          <div className="min-w-0">
            <dt className="text-muted">{i18n.t('Role')}</dt>
            <dd className="font-medium">{roleLabel(viewer.role)}</dd>
          </div>
          <div className="min-w-0">
            <dt className="text-muted">{i18n.t('User ID')}</dt>
            <dd className="font-mono text-meta font-normal wrap-anywhere">{viewer.id}</dd>
          </div>
        </dl>
      </Card>
      <Card title={i18n.t('Preferences')}>
        <Preferences />
        {isClient(viewer) && (
          <div className="mt-4 empty:hidden">
            <MailClient />
          </div>
        )}
      </Card>
      <Card
        title={i18n.t('Email notifications')}
        hint={i18n.t('Choose which emails you get, and how often.')}
      >
        <OwnPreferences />
      </Card>
      <Card
        title={i18n.t('Change Password')}
        hint={i18n.t('You stay signed in on this device and are signed out everywhere else.')}
      >
        <PasswordForm email={viewer.email} />
      </Card>
      <Card
        title={i18n.t('Active sessions')}
        hint={i18n.t('Sign out any device you don’t recognise, then change your password.')}
      >
        <SessionList />
      </Card>
    </div>
  )
}

interface CardProps {
  title: string
  isTitleHidden?: boolean
  hint?: string
  children: ReactNode
}

function Card({ title, isTitleHidden = false, hint, children }: CardProps) {
  const id = useId()
  return (
    <section aria-labelledby={id} className="card p-4 sm:p-5">
      <div className={isTitleHidden ? 'sr-only' : 'mb-4'}>
        <h2 id={id} className="text-section">
          {title}
        </h2>
        {hint && <p className="text-muted">{hint}</p>}
      </div>
      {children}
    </section>
  )
}
