import { IncomingEmail } from '#features/inbound/web/settings/incoming-email.tsx'
import { EmailSettings } from '#features/mail-settings/web/email-settings-screen.tsx'
import { MailboxesPanel } from '#features/mailboxes/web/mailboxes-panel.tsx'

const incomingCards = (onChanged: (isChanged: boolean) => void) => (
  <>
    <IncomingEmail onChanged={onChanged} />
    <MailboxesPanel />
  </>
)

export const AllEmailSettings = () => <EmailSettings more={incomingCards} />
