import { IncomingEmail } from '#features/inbound/web/settings/incoming-email.tsx'
import { EmailSettings } from '#features/mail-settings/web/email-settings-screen.tsx'

export const AllEmailSettings = () => <EmailSettings more={<IncomingEmail />} />
