import { useQuery } from '@tanstack/react-query'
import { MailCheck, MousePointerClick } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { useViewer } from '#features/auth/web/session.tsx'
import type { TicketOpener } from '#features/tickets/web/parts/ticket-opener.ts'
import { isDesk } from '#features/users/policy.ts'
import { AccessDenied } from '#features/users/web/access-denied.tsx'
import { i18n, words } from '#platform/contract/i18n.ts'
import { keysOf } from '#platform/contract/records.ts'
import { useActions } from '#platform/web/actions/actions.ts'
import { useSearchParams } from '#platform/web/hooks/search-params.ts'
import { usePageWithin } from '#platform/web/hooks/use-page-within.ts'
import { pageCountOf } from '#platform/web/paging.ts'
import { EmptyState } from '#platform/web/ui/empty-state.tsx'
import { ErrorNote } from '#platform/web/ui/error-note.tsx'
import { Select } from '#platform/web/ui/form/select.tsx'
import { Pager } from '#platform/web/ui/pager.tsx'
import { ScreenHead } from '#platform/web/ui/screen-head.tsx'
import { LoadingRows } from '#platform/web/ui/skeleton.tsx'
import { Split } from '#platform/web/ui/split.tsx'
import type { InboundMail } from '../../contract.ts'
import { nextMail, previousMail } from '../actions.ts'
import { mailList } from '../api.ts'
import { MailList } from './mail-list.tsx'
import { MailPanel } from './mail-panel.tsx'

const perPage = 25

/** Choices of the filter; the first needs no parameter in the address. */
const choices = words({
  tray: () => i18n.t('Unsorted'),
  done: () => i18n.t('Sorted'),
  dropped: () => i18n.t('Dropped'),
  all: () => i18n.t('All emails'),
})
type Choice = keyof typeof choices

/** Shows received mails, at first those that the desk has to sort. */
export function Tray({ opener }: { opener: TicketOpener }) {
  return isDesk(useViewer()) ? (
    <AllMails opener={opener} />
  ) : (
    <AccessDenied hint={i18n.t('Only helpdesk and super users can sort incoming emails.')} />
  )
}

/** Finds an element that is visible: on a phone the panel hides the list. */
const findVisible = (within: ParentNode | null, selector: string) =>
  [...(within?.querySelectorAll<HTMLElement>(selector) ?? [])].find((one) => one.checkVisibility())

function AllMails({ opener }: { opener: TicketOpener }) {
  const [params, change] = useSearchParams()
  const choice: Choice = keysOf(choices).find((one) => one === params['state']) ?? 'tray'
  const page = Math.max(1, Number.parseInt(params['page'] ?? '1', 10) || 1)
  const offset = (page - 1) * perPage
  const found = useQuery(
    mailList({
      state: choice === 'all' ? undefined : choice,
      limit: String(perPage),
      offset: String(offset),
    }),
  )
  const mails = found.data?.mails ?? []
  const total = found.data?.total ?? 0
  const pageCount = pageCountOf(total, perPage)
  const toPage = (next: number, how = {}) =>
    change({ page: next === 1 ? undefined : String(next), mail: undefined }, how)
  usePageWithin(page, found.data && !found.isPlaceholderData ? pageCount : undefined, (last) =>
    toPage(last, { replace: true }),
  )
  const chosenId = params['mail']
  const choose = (mail: string | undefined) => change({ mail }, { replace: chosenId !== undefined })
  const { place, follow } = useFocusOf(chosenId)
  /** Mail that a key has chosen while the address still names the one before: several keys may come at once. */
  const aimed = useRef<{ before: string | undefined; id: string }>(undefined)

  function move(by: 1 | -1): boolean {
    const ahead = aimed.current?.before === chosenId ? aimed.current?.id : undefined
    const from = mails.findIndex(({ id }) => id === (ahead ?? chosenId))
    const next = mails[from < 0 ? 0 : Math.max(0, Math.min(mails.length - 1, from + by))]
    if (!next) return false
    aimed.current = { before: chosenId, id: next.id }
    follow(next)
    choose(next.id)
    return true
  }
  useActions([
    { ...nextMail, run: () => move(1) },
    { ...previousMail, run: () => move(-1) },
  ])
  /** Goes on with the next mail. */
  function leave({ id }: InboundMail) {
    const at = mails.findIndex((mail) => mail.id === id)
    const next = at < 0 ? undefined : (mails[at + 1] ?? mails[at - 1])
    follow(next ?? nothing)
    choose(next?.id)
  }

  return (
    <div className="flex flex-col gap-4">
      <ScreenHead
        title={i18n.t('Unsorted Mail')}
        hint={i18n.t('Incoming emails that belong to no ticket and no known person yet')}
      >
        <Select
          isInstant
          aria-label={i18n.t('Show')}
          className="max-sm:w-full sm:w-44"
          value={choice}
          onChange={({ target }) =>
            change({
              state: target.value === 'tray' ? undefined : target.value,
              page: undefined,
              mail: undefined,
            })
          }
        >
          {keysOf(choices).map((one) => (
            <option key={one} value={one}>
              {choices[one]}
            </option>
          ))}
        </Select>
      </ScreenHead>
      {found.isError && (
        <ErrorNote error={found.error} onRetry={() => void found.refetch()} busy={found.isFetching}>
          {i18n.t('The emails could not be loaded.')}
        </ErrorNote>
      )}
      {found.isPending && (
        <LoadingRows label={i18n.t('Loading emails...')} rows={6} className="md:w-70 xl:w-80" />
      )}
      {found.data && mails.length === 0 && chosenId === undefined && (
        <div className="card">
          <EmptyState
            icon={<MailCheck aria-hidden />}
            title={choice === 'tray' ? i18n.t('All emails are sorted') : i18n.t('No emails')}
            hint={
              choice === 'tray' &&
              i18n.t('Emails that can’t be matched to a ticket or a person will wait here.')
            }
          />
        </div>
      )}
      {found.data && (mails.length > 0 || chosenId !== undefined) && (
        <div ref={place}>
          <Split
            isOpen={chosenId !== undefined}
            backLabel={i18n.t('All emails')}
            onBack={() => choose(undefined)}
            list={
              <MailList
                mails={mails}
                chosenId={chosenId}
                onChoose={choose}
                foot={
                  pageCount > 1 && (
                    <Pager
                      page={page}
                      pageCount={pageCount}
                      onPageChange={toPage}
                      summary={i18n.t('Showing {first} to {last} of {total}', {
                        first: offset + 1,
                        last: offset + mails.length,
                        total,
                      })}
                      className="border-t border-border p-3"
                    />
                  )
                }
              />
            }
            panel={
              chosenId === undefined ? (
                <div className="card">
                  <EmptyState
                    icon={<MousePointerClick aria-hidden />}
                    title={i18n.t('Select an Email')}
                    hint={i18n.t('Choose an email from the list to read and sort it.')}
                  />
                </div>
              ) : (
                <MailPanel
                  key={chosenId}
                  id={chosenId}
                  row={mails.find(({ id }) => id === chosenId)}
                  opener={opener}
                  onSorted={leave}
                />
              )
            }
          />
        </div>
      )}
    </div>
  )
}

const nothing = { id: undefined }

/** Moves the focus to the row of the chosen mail, or on a phone to the mail, when keys or a decision chose it. */
function useFocusOf(chosenId: string | undefined) {
  const place = useRef<HTMLDivElement>(null)
  const [wanted, follow] = useState<{ id: string | undefined }>()
  useEffect(() => {
    if (!wanted || wanted.id !== chosenId) return undefined
    // After the dialog of the decision has returned the focus.
    const frame = requestAnimationFrame(() => {
      const target =
        (wanted.id === undefined
          ? undefined
          : findVisible(document, `[data-mail="${CSS.escape(wanted.id)}"]`)) ??
        findVisible(place.current, 'article, h2') ??
        findVisible(document, 'main h1')
      if (target && !target.matches('button')) target.tabIndex = -1
      target?.focus({ preventScroll: true })
      target?.scrollIntoView({ block: 'nearest' })
      follow(undefined)
    })
    return () => cancelAnimationFrame(frame)
  }, [wanted, chosenId])
  return { place, follow }
}
