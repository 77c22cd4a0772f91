import { useQuery } from '@tanstack/react-query'
import { StatusBadge } from '#features/tickets/web/parts/ticket-badges.tsx'
import { i18n } from '#platform/contract/i18n.ts'
import { useSettled } from '#platform/web/hooks/use-settled.ts'
import { shortestSubject, similarTickets } from './api.ts'

const afterMs = 400

/** Lists open tickets like the one being written; links open a new tab, to keep the form. */
export function SimilarTickets({ subject }: { subject: string }) {
  const settled = useSettled(subject.trim(), afterMs)
  const similar = useQuery(similarTickets(settled))
  const isTooShort = [settled, subject.trim()].some((text) => text.length < shortestSubject)
  const found = isTooShort ? [] : (similar.data ?? [])
  return (
    <>
      {/* Constant words are announced once while the tickets change. */}
      <output className="sr-only">
        {found.length > 0 && i18n.t('Similar open tickets are listed below the subject.')}
      </output>
      {found.length > 0 && (
        <section
          aria-label={i18n.t('Similar open tickets')}
          className="rounded-control border border-border bg-raised px-3 py-2"
        >
          <p className="text-meta font-normal text-muted">{i18n.t('Similar open tickets')}</p>
          <ul className="mt-1 flex flex-col gap-1">
            {found.map(({ id, ticketNumber, subject, status }) => (
              <li key={id} className="flex min-w-0 items-center gap-2">
                <a
                  href={`${location.pathname}?ticket=${ticketNumber}`}
                  target="_blank"
                  rel="noreferrer"
                  className="link flex min-w-0 flex-1 items-baseline gap-2 pointer-coarse:min-h-6"
                >
                  <span className="flex-none tabular-nums">{ticketNumber}</span>
                  <span dir="auto" className="truncate">
                    {subject}
                  </span>
                  <span className="sr-only"> {i18n.t('(opens in a new tab)')}</span>
                </a>
                <StatusBadge status={status} />
              </li>
            ))}
          </ul>
        </section>
      )}
    </>
  )
}
