import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { ChevronDown, MailWarning, RotateCcw } from 'lucide-react'
import { useId } from 'react'
import { nameOf } from '#features/users/web/person-name.ts'
import { Badge } from '#platform/web/ui/badge.tsx'
import { Button } from '#platform/web/ui/button.tsx'
import { toastFailure, toastSuccess } from '#platform/web/ui/overlay/toast-store.ts'
import { mailWords, type MailProblem, type MailProblems as Problems } from '../contract.ts'
import { mailProblems, retryMails } from './api.ts'
import { saidOr } from './words.ts'

const clock = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeStyle: 'short' })
const nextTry = ({ dueAt }: MailProblem) =>
  dueAt === null ? 'Given up' : `Next try: ${clock.format(new Date(dueAt))}`

const mails = (count: number) => `${count} ${count === 1 ? 'email' : 'emails'}`

function summaryOf({ givenUp, waiting }: Problems): string {
  const soon = `${mails(waiting)} ${waiting === 1 ? 'waits' : 'wait'} for another try.`
  if (givenUp === 0) return soon
  const lost = `${mails(givenUp)} could not be delivered in the last 30 days.`
  return waiting === 0 ? lost : `${lost} ${soon}`
}

const events = (count: number) => (count === 1 ? 'One event' : `${count} events`)

/** What nobody was told of at all; nothing when that is nothing. */
function SetAside({ count }: { count: number }) {
  if (count === 0) return null
  return (
    <p role="status" className="card flex gap-3 px-4 py-3">
      <MailWarning aria-hidden className="mt-0.5 flex-none text-amber-fg" />
      {events(count)} could not be handled, so nobody was mailed about {count === 1 ? 'it' : 'them'}. That is
      tried again when the server starts anew; its log says why.
    </p>
  )
}

/** The mails that the mail server has not taken; nothing at all when there are none. */
export function MailProblems() {
  const { data } = useQuery(mailProblems())
  if (!data) return null
  return (
    <>
      <SetAside count={data.setAside} />
      {data.mails.length > 0 && <NotDelivered data={data} />}
    </>
  )
}

function NotDelivered({ data }: { data: Problems }) {
  const retrying = useMutation(retryMails(useQueryClient()))
  const id = useId()
  const reason = data.lastFailure ?? data.mails[0]?.failure
  const retry = () =>
    retrying.mutate(undefined, {
      onSuccess: ({ message }) => toastSuccess(message),
      onError: (error) => toastFailure(saidOr('Failed to try the emails again.', error)),
    })
  return (
    <section aria-labelledby={id} className="card">
      <div className="flex flex-wrap items-start gap-x-4 gap-y-3 px-4 py-3">
        <div className="flex min-w-0 flex-1 basis-72 gap-3">
          <MailWarning aria-hidden className="mt-0.5 flex-none text-amber-fg" />
          <div className="min-w-0">
            <h2 id={id} className="text-section">
              Not Delivered ({data.givenUp + data.waiting})
            </h2>
            <p>{summaryOf(data)}</p>
            <p className="text-muted wrap-anywhere">Last reason: {reason}</p>
          </div>
        </div>
        <Button busy={retrying.isPending} onClick={retry} className="max-sm:w-full">
          <RotateCcw aria-hidden />
          Try again
        </Button>
      </div>
      <details className="group border-t border-border">
        <summary className="flex cursor-pointer items-center gap-2 px-4 py-2 text-muted">
          <ChevronDown aria-hidden className="group-open:rotate-180" />
          Show the emails
        </summary>
        <ul className="divide-y divide-border border-t border-border">
          {data.mails.map((mail) => (
            <li key={mail.id} className="flex flex-wrap items-center gap-x-4 gap-y-1 px-4 py-2">
              <div className="min-w-0 flex-1 basis-72">
                <p className="wrap-anywhere">
                  <span className="font-medium">{mailWords[mail.kind]}</span> to {nameOf(mail.user)} (
                  {mail.user.email})
                </p>
                <p className="text-meta text-muted">{mail.failure}</p>
              </div>
              <Badge hue={mail.dueAt === null ? 'red' : 'amber'}>{nextTry(mail)}</Badge>
            </li>
          ))}
        </ul>
      </details>
    </section>
  )
}
