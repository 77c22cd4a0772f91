import { i18n } from '#platform/contract/i18n.ts'
import { Trans } from '@lingui/react'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { ChevronDown, MailWarning, RotateCcw } from 'lucide-react'
import { useEffect, useId, useRef } from 'react'
import { nameOf } from '#features/users/web/person-name.ts'
import { writtenMoment } from '#platform/web/written.ts'
import { Badge } from '#platform/web/ui/badge.tsx'
import { Button } from '#platform/web/ui/button.tsx'
import { toastFailure, toastSuccess } from '#platform/web/ui/overlay/toast-store.ts'
import { rememberFocus } from '#platform/web/ui/overlay/return-focus.ts'
import {
  mailWordsOf,
  type DeliveryProblems as Problems,
  type MailProblem,
  type MessageProblem,
} from '../contract.ts'
import { deliveryProblems, retryAll, retryOne } from './api.ts'
import { messageIn } from '#platform/web/refusal.ts'

/** Texts and replies are among them, so the words say messages instead of emails. */
const isMixed = ({ messages }: Problems) => messages.length > 0

function summaryOf(problems: Problems): string {
  const { givenUp, waiting } = problems
  const soon = isMixed(problems)
    ? i18n.t(
        '{count, plural, one {# message is waiting to be retried.} other {# messages are waiting to be retried.}}',
        { count: waiting },
      )
    : i18n.t(
        '{count, plural, one {# email is waiting to be retried.} other {# emails are waiting to be retried.}}',
        { count: waiting },
      )
  if (givenUp === 0) return soon
  const lost = isMixed(problems)
    ? i18n.t(
        '{count, plural, one {# message} other {# messages}} could not be delivered in the last 30 days.',
        { count: givenUp },
      )
    : i18n.t('{count, plural, one {# email} other {# emails}} could not be delivered in the last 30 days.', {
        count: givenUp,
      })
  return waiting === 0 ? lost : `${lost} ${soon}`
}

function SetAside({ count }: { count: number }) {
  if (count === 0) return null
  return (
    <p role="status" className="card flex gap-3 px-4 py-3">
      <MailWarning aria-hidden className="mt-0.5 flex-none text-amber-fg" />
      {i18n.t(
        '{count, plural, one {One event could not be processed, so nobody was emailed about it.} other {# events could not be processed, so nobody was emailed about them.}} The server tries again when it restarts; its log says why.',
        { count },
      )}
    </p>
  )
}

interface Problem extends Omit<MessageProblem, 'kind' | 'user' | 'number'> {
  to: string
}

function ofMail({ kind, user, ...problem }: MailProblem): Problem {
  return { ...problem, what: mailWordsOf(kind), to: `${nameOf(user)} (${user.email})` }
}

function ofMessage({ kind: _kind, user, number, ...problem }: MessageProblem): Problem {
  const name = user && nameOf(user)
  const to = name && number ? `${name} (${number})` : (name ?? number ?? i18n.t('someone'))
  return { ...problem, to }
}

const newestFirst = ({ mails, messages }: Problems): Problem[] =>
  [...mails.map(ofMail), ...messages.map(ofMessage)].sort((a, b) => b.createdAt.localeCompare(a.createdAt))

export function DeliveryProblems() {
  const { data } = useQuery(deliveryProblems())
  if (!data) return null
  return (
    <>
      <SetAside count={data.setAside} />
      {data.mails.length + data.messages.length > 0 && <NotDelivered data={data} />}
    </>
  )
}

function NotDelivered({ data }: { data: Problems }) {
  const retrying = useMutation(retryAll(useQueryClient()))
  const id = useId()
  const problems = newestFirst(data)
  const retry = () =>
    retrying.mutate(undefined, {
      onSuccess: ({ message }) => toastSuccess(message),
      onError: (error) =>
        toastFailure(
          messageIn(error) ??
            (isMixed(data) ? i18n.t('Failed to retry the messages.') : i18n.t('Failed to retry the emails.')),
        ),
    })
  return (
    <section aria-labelledby={id} className="card">
      <div className="flex flex-wrap items-start gap-x-4 gap-y-3 px-4 py-3">
        <div className="flex min-w-0 flex-1 basis-72 gap-3">
          <MailWarning aria-hidden className="mt-0.5 flex-none text-amber-fg" />
          <div className="min-w-0">
            <h2 id={id} className="text-section">
              {i18n.t('Not Delivered ({count})', { count: data.givenUp + data.waiting })}
            </h2>
            <p>{summaryOf(data)}</p>
            <p className="text-muted wrap-anywhere">
              {i18n.t('Last reason: {reason}', {
                reason: data.lastFailure ?? problems[0]?.failure,
              })}
            </p>
          </div>
        </div>
        <Button busy={retrying.isPending} onClick={retry} className="max-sm:w-full">
          <RotateCcw aria-hidden />
          {i18n.t('Try again')}
        </Button>
      </div>
      <details className="group border-t border-border">
        <summary className="flex cursor-pointer items-center gap-2 px-4 py-2 text-muted">
          <ChevronDown aria-hidden className="group-open:rotate-180" />
          {isMixed(data) ? i18n.t('Show the messages') : i18n.t('Show the emails')}
        </summary>
        <ul className="divide-y divide-border border-t border-border">
          {problems.map((problem) => (
            <ProblemRow key={problem.id} problem={problem} />
          ))}
        </ul>
      </details>
    </section>
  )
}

const tries = (attempts: number) =>
  attempts === 0
    ? i18n.t('being tried now')
    : i18n.t('{count, plural, one {tried once} other {tried # times}}', { count: attempts })

function ProblemRow({ problem }: { problem: Problem }) {
  const retrying = useMutation(retryOne(useQueryClient()))
  const { id, what, to, failure, attempts, dueAt, createdAt } = problem
  const returnFocus = useRef<() => void>(undefined)
  // The row disappears once delivered, together with the focused button.
  useEffect(
    () => () => {
      if (document.activeElement === document.body) returnFocus.current?.()
    },
    [],
  )
  function retry() {
    returnFocus.current = rememberFocus()
    retrying.mutate(id, {
      onSuccess: ({ message }) => toastSuccess(message),
      onError: (error) => toastFailure(messageIn(error) ?? i18n.t('Failed to retry.')),
    })
  }
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 px-4 py-2">
      <div className="min-w-0 flex-1 basis-72">
        <p className="wrap-anywhere">
          <Trans
            id="<b>{what}</b> to {to}"
            values={{ what, to }}
            components={{ b: <span className="font-medium" /> }}
          />
        </p>
        <p className="text-meta text-muted wrap-anywhere">{failure}</p>
        <p className="text-meta text-muted">
          {writtenMoment(createdAt)}, {tries(attempts)}
        </p>
      </div>
      <Badge hue={dueAt === null ? 'red' : 'amber'}>
        {dueAt === null ? i18n.t('Failed') : i18n.t('Next try: {time}', { time: writtenMoment(dueAt) })}
      </Badge>
      <Button
        size="small"
        aria-label={i18n.t('Retry {what} to {to}', { what, to })}
        busy={retrying.isPending}
        onClick={retry}
        className="ms-auto"
      >
        <RotateCcw aria-hidden />
        {i18n.t('Retry')}
      </Button>
    </li>
  )
}
