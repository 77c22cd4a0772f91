import { i18n } from '#platform/contract/i18n.ts'
import { Trans } from '@lingui/react'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Monitor, Smartphone } from 'lucide-react'
import { useDoubleClickGuard } from '#platform/web/hooks/use-double-click-guard.ts'
import { timeAgo } from '#platform/web/time-ago.ts'
import { RelativeTime } from '#platform/web/relative-time.tsx'
import { Badge } from '#platform/web/ui/badge.tsx'
import { Button } from '#platform/web/ui/button.tsx'
import { ErrorNote } from '#platform/web/ui/error-note.tsx'
import { Loading, Skeleton } from '#platform/web/ui/skeleton.tsx'
import { keepFocusThrough } from '#platform/web/ui/overlay/return-focus.ts'
import { toastFailure, toastSuccess } from '#platform/web/ui/overlay/toast-store.ts'
import type { Session } from '../contract.ts'
import { deviceWords, isHandheld } from './device-words.ts'
import { endSessions, sessionsOf } from './sessions-api.ts'

const notEnded = () => i18n.t('The session could not be ended.')

/** Lists a user's sessions, and ends them. @param userId for a super user; absent: one's own */
export function SessionList({ userId }: { userId?: string }) {
  const sessions = useQuery(sessionsOf(userId))
  const ending = useMutation(endSessions(useQueryClient(), userId))
  const hasOthers = sessions.data?.some(({ isThis }) => !isThis)
  const guardDoubleClick = useDoubleClickGuard('li')

  async function endOthers() {
    try {
      await ending.mutateAsync('others')
      toastSuccess(
        userId === undefined
          ? i18n.t('You are signed out everywhere else.')
          : i18n.t('All sessions were ended.'),
      )
    } catch {
      toastFailure(notEnded())
    }
  }
  return (
    <div className="flex flex-col gap-3" onClickCapture={guardDoubleClick}>
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
            <SessionRow key={session.id} session={session} userId={userId} isEnding={ending.isPending} />
          ))}
        </ul>
      )}
      {hasOthers && (
        <div className="flex justify-end">
          <Button
            className="max-sm:w-full"
            busy={ending.isPending}
            onClick={() => keepFocusThrough(endOthers)}
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
  userId: string | undefined
  /** All others are being ended. */
  isEnding: boolean
}

function SessionRow({ session, userId, isEnding }: SessionRowProps) {
  const { id, userAgent, ip, createdAt, isThis } = session
  const ending = useMutation(endSessions(useQueryClient(), userId))
  const device = deviceWords(userAgent)
  async function end() {
    try {
      await ending.mutateAsync([id])
      toastSuccess(i18n.t('The session was ended.'))
    } catch {
      toastFailure(notEnded())
    }
  }
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
          busy={isEnding || ending.isPending}
          onClick={() => keepFocusThrough(end)}
          aria-label={i18n.t('Sign out {device}, {ip}', { device, ip })}
        >
          {i18n.t('Sign out')}
        </Button>
      )}
    </li>
  )
}
