import { i18n } from '#platform/contract/i18n.ts'
import { sizeWords } from '#features/uploads/web/size-words.ts'
import { writtenNumber } from '#platform/web/written.ts'
import type { System, SystemWarning } from '../contract.ts'

interface WarningWords {
  title: string
  advice: string
  to?: { path: string; label: string }
}

const minutes = (seconds = 0) => Math.max(1, Math.round(seconds / 60))
const toManagement = () => ({ path: '/email-management', label: i18n.t('Email Management') })

export function warningWords({ kind, amount = 0 }: SystemWarning): WarningWords {
  switch (kind) {
    case 'registration-open':
      return {
        title: i18n.t('Registration is open'),
        advice: i18n.t('Anyone who can reach this server can register with any role.'),
      }
    case 'no-mail':
      return {
        title: i18n.t('No mail server is set up'),
        advice: i18n.t('Emails are queued until you set one up.'),
        to: { path: '/email-settings', label: i18n.t('Email Settings') },
      }
    case 'disk-low':
      return {
        title: i18n.t('The disk is nearly full: {free} left', { free: sizeWords(amount) }),
        advice: i18n.t(
          'Make room on the disk with the data directory, or move it to a larger one. Soon files are refused, then every change.',
        ),
      }
    case 'files-apart':
      return {
        title: i18n.t('{count} nodes keep files in folders', { count: amount }),
        advice: i18n.t(
          'A file that one of them received is missing at the others, unless all share the folder. Give all of them the same bucket (S3_BUCKET).',
        ),
      }
    case 'no-backup':
      return {
        title:
          amount === 0
            ? i18n.t('No backup has been made')
            : i18n.t('The last backup is {days, plural, one {# day} other {# days}} old', { days: amount }),
        advice:
          amount === 0
            ? i18n.t(
                'If this machine fails, everything on it is lost. Run npm run backup every night, by cron or a timer, to another disk.',
              )
            : i18n.t(
                'If this machine fails, everything since the last backup is lost. Run npm run backup every night, by cron or a timer, to another disk.',
              ),
      }
    case 'clock-off':
      return {
        title: i18n.t(
          'The clock of this server is off by {seconds, plural, one {# second} other {# seconds}}',
          { seconds: Math.abs(amount) },
        ),
        advice: i18n.t(
          'It differs from the database’s, so times are wrong, and links and sessions end too soon or too late. Set both by NTP.',
        ),
      }
    case 'outbox-late':
      return {
        title: i18n.t('Messages have been waiting for {minutes, plural, one {# minute} other {# minutes}}', {
          minutes: minutes(amount),
        }),
        advice: i18n.t('The receiving server does not accept them. Each message shows the reason.'),
        to: toManagement(),
      }
    case 'outbox-given-up':
      return {
        title: i18n.t('{count, plural, one {# message was} other {# messages were}} given up', {
          count: amount,
        }),
        advice: i18n.t('Fix the reason shown with each, then send them again.'),
        to: toManagement(),
      }
    case 'follower-behind':
      return {
        title: i18n.t('Updates are {minutes, plural, one {# minute} other {# minutes}} behind', {
          minutes: minutes(amount),
        }),
        advice: i18n.t(
          'Browsers and emails get changes late. The server’s log says why; after a restart it continues where it stopped.',
        ),
      }
  }
}

const followerLabels: Record<string, () => string> = {
  live: () => i18n.t('Live updates'),
  notifications: () => i18n.t('Notifications'),
}
export const followerLabel = (name: string): string => followerLabels[name]?.() ?? name

export const databaseWords = ({ kind, version }: System['database']): string =>
  kind === 'embedded'
    ? i18n.t('Embedded (PostgreSQL {version})', { version })
    : i18n.t('PostgreSQL {version}', { version })

export const filesKindWords = ({ kind }: System['files']): string =>
  kind === 'disk' ? i18n.t('On this server’s disk') : i18n.t('In an S3 bucket')

export const roundTripWords = (ms: number): string =>
  ms < 1 ? i18n.t('Less than 1 ms') : i18n.t('{ms} ms', { ms: writtenNumber(Math.round(ms)) })
