import { i18n } from '#platform/contract/i18n.ts'
import { Trans } from '@lingui/react'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Monitor, Smartphone } from 'lucide-react'
import { timeAgo } from '#platform/web/time-ago.ts'
import { RelativeTime } from '#platform/web/relative-time.tsx'
import { Badge } from '#platform/web/ui/badge.tsx'
import { Button } from '#platform/web/ui/button.tsx'
import { ErrorNote } from '#platform/web/ui/error-note.tsx'
import { Loading, Skeleton } from '#platform/web/ui/skeleton.tsx'
import { toastFailure, toastSuccess } from '#platform/web/ui/overlay/toast-store.ts'
import type { Session } from '../contract.ts'
import { deviceWords, isHandheld } from './device-words.ts'
import { endSessions, sessionsOf } from './sessions-api.ts'

/** Lists a user's sessions, and ends them. @param userId for a super user; absent: one's own */
export function SessionList({ userId }: { userId?: string }) {
  const sessions = useQuery(sessionsOf(userId))
  const ending = useMutation(endSessions(useQueryClient(), userId))
  const hasOthers = sessions.data?.some(({ isThis }) => !isThis)
  const areAllEnding = ending.isPending && ending.variables === 'others'
  const isEnding = ({ id, isThis }: Session) =>
    areAllEnding ? !isThis : ending.isPending && ending.variables.includes(id)

  const end = (which: readonly string[] | 'others', done: string) =>
    ending.mutate(which, {
      onSuccess: () => toastSuccess(done),
      onError: () => toastFailure(i18n.t('The session could not be ended.')),
    })
  return (
    <div className="flex flex-col gap-3">
      {sessions.isError && (
        <ErrorNote error={sessions.error} onRetry={() => void sessions.refetch()} busy={sessions.isFetching}>
          {i18n.t('The sessions could not be loaded.')}
        </ErrorNote>
      )}
      {sessions.isPending && (
        <Loading label={i18n.t('Loading sessions...')} className="flex flex-col gap-3">
          <Skeleton className="w-3/5" />
          <Skeleton className="w-2/5" />
        </Loading>
      )}
      {sessions.data?.length === 0 && <p className="text-muted">{i18n.t('Signed in nowhere.')}</p>}
      {sessions.data && (
        <ul aria-label={i18n.t('Sessions')} className="divide-y divide-border">
          {sessions.data.map((session) => (
            <SessionRow
              key={session.id}
              session={session}
              isEnding={isEnding(session)}
              onEnd={() => end([session.id], i18n.t('The session was ended.'))}
            />
          ))}
        </ul>
      )}
      {hasOthers && (
        <div className="flex justify-end">
          <Button
            className="max-sm:w-full"
            busy={areAllEnding}
            onClick={() =>
              end(
                'others',
                userId === undefined
                  ? i18n.t('You are signed out everywhere else.')
                  : i18n.t('All sessions were ended.'),
              )
            }
          >
            {userId === undefined ? i18n.t('Sign out everywhere else') : i18n.t('Sign out everywhere')}
          </Button>
        </div>
      )}
    </div>
  )
}

interface SessionRowProps {
  session: Session
  isEnding: boolean
  onEnd(): void
}

function SessionRow({ session, isEnding, onEnd }: SessionRowProps) {
  const { userAgent, ip, createdAt, isThis } = session
  const device = deviceWords(userAgent)
  return (
    <li className="flex items-center gap-3 py-2.5 first:pt-0 last:pb-0">
      <span
        aria-hidden
        className="grid size-8 flex-none place-items-center rounded-full bg-sunken text-muted"
      >
        {isHandheld(userAgent) ? <Smartphone /> : <Monitor />}
      </span>
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-0.5">
          <span className="font-medium" title={userAgent}>
            {device}
          </span>
          {isThis && <Badge hue="green">{i18n.t('This device')}</Badge>}
        </p>
        <p className="text-meta font-normal text-muted wrap-anywhere">
          <Trans
            id="{ip} · Signed in: <time/>"
            values={{ ip }}
            components={{ time: <RelativeTime at={createdAt} label={timeAgo} /> }}
          />
        </p>
      </div>
      {!isThis && (
        <Button
          size="small"
          busy={isEnding}
          onClick={onEnd}
          aria-label={i18n.t('Sign out {device}, {ip}', { device, ip })}
        >
          {i18n.t('Sign out')}
        </Button>
      )}
    </li>
  )
}
