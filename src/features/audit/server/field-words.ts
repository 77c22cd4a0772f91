import { i18n } from '#platform/contract/i18n.ts'

/** The fields that entries of the audit log tell most; any other is told by its name. */
export const fieldWords: Readonly<Record<string, string>> = {
  get status() {
    return i18n.t('Status')
  },
  get priority() {
    return i18n.t('Priority')
  },
  get assignedToId() {
    return i18n.t('Assigned to')
  },
  get clientId() {
    return i18n.t('Client')
  },
  get turn() {
    return i18n.t('Turn')
  },
  get isInternal() {
    return i18n.t('Comment')
  },
  get mentions() {
    return i18n.t('Mentions')
  },
  get files() {
    return i18n.t('Files')
  },
  get email() {
    return i18n.t('Email')
  },
  get firstName() {
    return i18n.t('First name')
  },
  get lastName() {
    return i18n.t('Last name')
  },
  get role() {
    return i18n.t('Role')
  },
  get requestedRole() {
    return i18n.t('Requested role')
  },
  get companyName() {
    return i18n.t('Company name')
  },
  get mobileNumber() {
    return i18n.t('Mobile number')
  },
  get language() {
    return i18n.t('Language')
  },
  get name() {
    return i18n.t('Name')
  },
  get description() {
    return i18n.t('Description')
  },
  get madeAt() {
    return i18n.t('Made at')
  },
  get version() {
    return i18n.t('Version')
  },
  get contactEmail() {
    return i18n.t('Contact email')
  },
  get contactPhone() {
    return i18n.t('Contact phone')
  },
  get address() {
    return i18n.t('Address')
  },
  get website() {
    return i18n.t('Website')
  },
  /** What showed that the server is reached from elsewhere. */
  get by() {
    return i18n.t('Shown by')
  },
  get isActive() {
    return i18n.t('Is active')
  },
  get techStack() {
    return i18n.t('Tech stack')
  },
  get repositoryUrl() {
    return i18n.t('Repository url')
  },
  get documentation() {
    return i18n.t('Documentation')
  },
  get userId() {
    return i18n.t('User')
  },
  get title() {
    return i18n.t('Title')
  },
  get text() {
    return i18n.t('Text')
  },
  get sharedWith() {
    return i18n.t('Shared with')
  },
  get notificationType() {
    return i18n.t('Notification type')
  },
  get frequency() {
    return i18n.t('Frequency')
  },
  get isEnabled() {
    return i18n.t('Is enabled')
  },
  get host() {
    return i18n.t('Host')
  },
  get port() {
    return i18n.t('Port')
  },
  get username() {
    return i18n.t('Username')
  },
  get password() {
    return i18n.t('Password')
  },
  get fromEmail() {
    return i18n.t('From email')
  },
  get replyToEmail() {
    return i18n.t('Reply to email')
  },
  get failures() {
    return i18n.t('Failed attempts')
  },
  get isKnownAddress() {
    return i18n.t('Address')
  },
  get purpose() {
    return i18n.t('Purpose')
  },
  get count() {
    return i18n.t('Count')
  },
  get onlyMyNews() {
    return i18n.t('Only my news')
  },
  get smsNotifications() {
    return i18n.t('Sms notifications')
  },
  get shortcuts() {
    return i18n.t('Shortcuts')
  },
  get ticketColumns() {
    return i18n.t('Ticket columns')
  },
  get now() {
    return i18n.t('Now')
  },
  get density() {
    return i18n.t('Density')
  },
  get viewOrder() {
    return i18n.t('View order')
  },
  get getStarted() {
    return i18n.t('Get started')
  },
}
