import { useQuery } from '@tanstack/react-query'
import { ChevronDown, MailWarning } from 'lucide-react'
import { nameOf } from '#features/users/web/person-name.ts'
import { Badge } from '#platform/web/ui/badge.tsx'
import { notificationWords, type MailProblem } from '../contract.ts'
import { mailProblems } from './api.ts'

const clock = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeStyle: 'short' })
const nextTry = ({ dueAt }: MailProblem) =>
  dueAt === null ? 'Given up' : `Next try: ${clock.format(new Date(dueAt))}`

/** The mails that the mail server has not taken; nothing at all when there are none. */
export function MailProblems() {
  const { data = [] } = useQuery(mailProblems())
  if (data.length === 0) return null
  return (
    <details className="card group">
      <summary className="flex cursor-pointer items-center gap-2 px-4 py-3">
        <MailWarning aria-hidden className="text-amber-fg" />
        <h2 className="flex-1 text-section">Not Delivered ({data.length})</h2>
        <ChevronDown aria-hidden className="text-muted group-open:rotate-180" />
      </summary>
      <ul className="divide-y divide-border border-t border-border">
        {data.map((problem) => (
          <li key={problem.id} className="flex flex-wrap items-center gap-x-4 gap-y-1 px-4 py-2">
            <div className="min-w-0 flex-1 basis-72">
              <p className="wrap-anywhere">
                <span className="font-medium">{notificationWords[problem.notificationType]}</span> to{' '}
                {nameOf(problem.user)} ({problem.user.email})
              </p>
              <p className="text-meta text-muted">{problem.failure}</p>
            </div>
            <Badge hue={problem.dueAt === null ? 'red' : 'amber'}>{nextTry(problem)}</Badge>
          </li>
        ))}
      </ul>
    </details>
  )
}
