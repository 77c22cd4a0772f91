import { i18n } from '#platform/contract/i18n.ts'
import { useBlocker } from '@tanstack/react-router'
import { useState, type ReactNode } from 'react'
import { EmailSettingsPanels } from './email-settings-panels.tsx'
import { isAdministrator } from '#features/users/policy.ts'
import { AlertDialog } from '#platform/web/ui/overlay/alert-dialog.tsx'
import { ScreenHead } from '#platform/web/ui/screen-head.tsx'
import { AccessDenied, adminsOnly } from '#features/users/web/access-denied.tsx'
import { useViewer } from '#features/auth/web/session.tsx'

interface EmailSettingsProps {
  /** Cards below those of the mail server. */
  more(onChanged: (isChanged: boolean) => void): ReactNode
}

export function EmailSettings(props: EmailSettingsProps) {
  return isAdministrator(useViewer()) ? <Settings {...props} /> : <AccessDenied hint={adminsOnly()} />
}

function Settings({ more }: EmailSettingsProps) {
  const [isPanelChanged, setPanelChanged] = useState(false)
  const [isMoreChanged, setMoreChanged] = useState(false)
  const isChanged = isPanelChanged || isMoreChanged
  const leaving = useBlocker({
    shouldBlockFn: ({ current, next }) => isChanged && current.pathname !== next.pathname,
    enableBeforeUnload: isChanged,
    withResolver: true,
  })
  return (
    <div className="flex flex-col gap-4">
      <ScreenHead
        title={i18n.t('Email Settings')}
        hint={i18n.t('Set up the mail server and the notification template')}
      />
      <EmailSettingsPanels onChanged={setPanelChanged} />
      {more(setMoreChanged)}
      <AlertDialog
        open={leaving.status === 'blocked'}
        onOpenChange={() => leaving.reset?.()}
        title={i18n.t('Leave without saving?')}
        description={i18n.t('Your changes to the email settings are not saved and will be lost.')}
        confirmLabel={i18n.t('Leave')}
        onConfirm={() => leaving.proceed?.()}
      />
    </div>
  )
}
