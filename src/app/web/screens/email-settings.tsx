import { IncomingEmail } from '#features/inbound/web/settings/incoming-email.tsx'
import { EmailSettings } from '#features/mail-settings/web/email-settings-screen.tsx'
import { MailboxesPanel } from '#features/mailboxes/web/mailboxes-panel.tsx'

export const AllEmailSettings = () => (
  <EmailSettings
    more={(onChanged) => (
      <>
        <IncomingEmail onChanged={onChanged} />
        <MailboxesPanel />
      </>
    )}
  />
)
