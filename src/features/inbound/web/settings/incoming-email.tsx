import { useQuery } from '@tanstack/react-query'
import { Panel } from '#features/mail-settings/web/panel.tsx'
import { i18n } from '#platform/contract/i18n.ts'
import { useEveryMinute } from '#platform/web/relative-time.tsx'
import { timeAgo } from '#platform/web/time-ago.ts'
import { StatusDot } from '#platform/web/ui/badge.tsx'
import { ErrorNote } from '#platform/web/ui/error-note.tsx'
import { Fact, Facts } from '#platform/web/ui/facts.tsx'
import { Loading, Skeleton } from '#platform/web/ui/skeleton.tsx'
import { writtenNumber } from '#platform/web/written.ts'
import type { InboundSettings } from '../../settings/contract.ts'
import { inboundSettings } from '../api.ts'
import { IncomingForm } from './incoming-form.tsx'
import { SenderRules } from './sender-rules.tsx'

/** Cards below those of the mail server: how mails come in, and the rules about senders. */
export function IncomingEmail({ onChanged }: { onChanged(isChanged: boolean): void }) {
  const found = useQuery(inboundSettings())
  return (
    <>
      <Panel title={i18n.t('Incoming Email')}>
        {found.isError && !found.data && (
          <ErrorNote error={found.error} onRetry={() => void found.refetch()} busy={found.isFetching}>
            {i18n.t('The settings of incoming email could not be loaded.')}
          </ErrorNote>
        )}
        {found.isPending && (
          <Loading label={i18n.t('Loading settings...')} className="flex flex-col gap-3">
            <Skeleton className="w-3/5" />
            <Skeleton className="w-2/5" />
          </Loading>
        )}
        {found.data && (
          <>
            <Listener listener={found.data.listener} />
            <IncomingForm settings={found.data} onChanged={onChanged} />
          </>
        )}
      </Panel>
      <SenderRules />
    </>
  )
}

function healthWords({ lastMailAt, mailsToday, unreadToday }: InboundSettings['listener']): string {
  return [
    lastMailAt
      ? i18n.t('Last email {ago}', { ago: timeAgo(new Date(lastMailAt)) })
      : i18n.t('No email so far'),
    i18n.t('{count} today', { count: writtenNumber(mailsToday) }),
    i18n.t('{count} not understood', { count: writtenNumber(unreadToday) }),
  ].join(' · ')
}

function Listener({ listener }: Pick<InboundSettings, 'listener'>) {
  useEveryMinute()
  const { isOn, host, port, isEncrypted, addresses } = listener
  if (!isOn)
    return (
      <div className="flex flex-col gap-1">
        <StatusDot hue="gray" className="text-body! text-fg!">
          {i18n.t('Off')}
        </StatusDot>
        <p className="text-muted">
          {i18n.t(
            'To receive emails, add a mailbox below. Or start Signalbox with INBOUND_SMTP_PORT and INBOUND_ADDRESSES, and have your mail server forward to this port.',
          )}
        </p>
      </div>
    )
  return (
    <div className="flex flex-col gap-4">
      <p role="status" className="flex flex-wrap items-center gap-x-3 tabular-nums">
        <StatusDot hue={listener.unreadToday > 0 ? 'amber' : 'green'} className="text-body! text-fg!">
          {i18n.t('On')}
        </StatusDot>
        <span className="text-muted">{healthWords(listener)}</span>
      </p>
      <Facts>
        <Fact term={i18n.t('Addresses')}>{addresses.join(', ')}</Fact>
        <Fact term={i18n.t('Listens on')}>
          {`${host ?? ''}:${port ?? ''} (${isEncrypted ? 'STARTTLS' : i18n.t('not encrypted')})`}
        </Fact>
      </Facts>
    </div>
  )
}
