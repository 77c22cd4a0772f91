import { i18n, words } from '#platform/contract/i18n.ts'
import { useQuery } from '@tanstack/react-query'
import { CircleAlert, CircleCheck, CircleHelp } from 'lucide-react'
import { writtenSecond } from '#platform/web/written.ts'
import { Badge } from '#platform/web/ui/badge.tsx'
import { Loading, Skeleton } from '#platform/web/ui/skeleton.tsx'
import type { EmailHealth } from '../contract.ts'
import { emailHealth } from './api.ts'
import { Panel } from './panel.tsx'

const looks = {
  healthy: { hue: 'green', icon: <CircleCheck aria-hidden /> },
  error: { hue: 'red', icon: <CircleAlert aria-hidden /> },
  unknown: { hue: 'amber', icon: <CircleHelp aria-hidden /> },
} as const

const statusWords = words({
  healthy: () => i18n.t('Healthy'),
  error: () => i18n.t('Error'),
  unknown: () => i18n.t('Unknown'),
})

const unable = () =>
  ({
    status: 'unknown',
    message: i18n.t('Unable to check email service status'),
    responseTime: null,
    lastChecked: null,
  }) as const

export function HealthCard() {
  const { data, isError } = useQuery(emailHealth())
  const health = isError ? { ...unable(), lastChecked: data?.lastChecked ?? null } : data
  return (
    <Panel title={i18n.t('Email Service Health')}>
      {health ? (
        <Health {...health} />
      ) : (
        <Loading label={i18n.t('Checking the mail server...')} className="flex flex-col gap-3">
          <Skeleton className="w-20" />
          <Skeleton className="w-3/5" />
          <Skeleton className="w-2/5" />
        </Loading>
      )}
    </Panel>
  )
}

function Health({ status, message, responseTime, lastChecked }: EmailHealth) {
  const { hue, icon } = looks[status]
  return (
    <div className="flex flex-col items-start gap-3">
      <Badge hue={hue} icon={icon}>
        {statusWords[status]}
      </Badge>
      <p role="status" className="wrap-anywhere">
        {message}
      </p>
      <dl className="flex flex-wrap gap-x-8 gap-y-2 tabular-nums">
        <div>
          <dt className="text-meta text-subtle">{i18n.t('Response time')}</dt>
          <dd>{responseTime === null ? '–' : i18n.t('{responseTime} ms', { responseTime })}</dd>
        </div>
        <div>
          <dt className="text-meta text-subtle">{i18n.t('Last checked')}</dt>
          <dd>
            {lastChecked === null ? (
              i18n.t('Never')
            ) : (
              <time dateTime={lastChecked}>{writtenSecond(lastChecked)}</time>
            )}
          </dd>
        </div>
      </dl>
    </div>
  )
}
