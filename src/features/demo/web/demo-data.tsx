import { i18n } from '#platform/contract/i18n.ts'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import { messageIn } from '#platform/web/refusal.ts'
import { Button } from '#platform/web/ui/button.tsx'
import { AlertDialog } from '#platform/web/ui/overlay/alert-dialog.tsx'
import { toastFailure, toastSuccess } from '#platform/web/ui/overlay/toast-store.ts'
import type { DemoState } from '../contract.ts'
import { demoState, loadDemo, removeDemo } from './api.ts'
import { addedWords } from './added-words.ts'

const lookEveryMs = 500

interface DemoDataProps {
  children(content: ReactNode, isLoaded: boolean): ReactNode
}

export function DemoData({ children }: DemoDataProps) {
  const client = useQueryClient()
  const loading = useMutation(loadDemo(client))
  const removing = useMutation(removeDemo(client))
  const [isAsked, setIsAsked] = useState(false)
  const isBusyHere = loading.isPending || removing.isPending
  const { data, refetch } = useQuery({
    ...demoState(),
    refetchInterval: ({ state }) => (isBusyHere || state.data?.isMoving ? lookEveryMs : false),
  })
  if (!data || (data.state === 'none' && !data.canLoad && !isBusyHere)) return null
  const isBusy = isBusyHere || data.isMoving

  /** Refetches, because the question counts the additions that will be removed. */
  async function ask() {
    const { data: now, isError } = await refetch()
    if (isError) toastFailure(i18n.t('The demo data could not be removed.'))
    // Another super user may have removed it.
    else if (now && now.state !== 'none') setIsAsked(true)
  }
  const load = () =>
    loading.mutate(undefined, {
      onSuccess: () => toastSuccess(i18n.t('Demo data is loaded.')),
      onError: (error) => toastFailure(messageIn(error) ?? i18n.t('The demo data could not be loaded.')),
    })
  function remove() {
    setIsAsked(false)
    removing.mutate(undefined, {
      onSuccess: () => toastSuccess(i18n.t('Demo data is removed.')),
      onError: (error) => toastFailure(messageIn(error) ?? i18n.t('The demo data could not be removed.')),
    })
  }
  const isGoing = removing.isPending || data.state === 'removing'
  const [title, hint] = wordsOf(data, isBusy, isGoing)
  const isComing = !isGoing && data.state !== 'loaded'
  return (
    <>
      {children(
        <div className="flex flex-wrap items-center gap-x-4 gap-y-3">
          <div className="min-w-60 flex-1">
            <p className="font-medium">{title}</p>
            <p className="text-meta font-normal text-muted">{hint}</p>
            {isBusy && <Progress state={data} />}
          </div>
          <div className="no-print flex flex-wrap gap-2">
            {/* One button that changes its words, so that the focus stays where it is. */}
            <Button
              busy={isBusy}
              busyLabel={isGoing ? i18n.t('Removing...') : i18n.t('Loading...')}
              onClick={isComing ? load : () => void ask()}
            >
              {isComing
                ? data.state === 'none'
                  ? i18n.t('Load demo data')
                  : i18n.t('Finish loading')
                : i18n.t('Remove demo data')}
            </Button>
            {data.state === 'loading' && !isBusy && (
              <Button onClick={() => void ask()}>{i18n.t('Remove demo data')}</Button>
            )}
          </div>
        </div>,
        data.state !== 'none',
      )}
      <AlertDialog
        open={isAsked}
        onOpenChange={setIsAsked}
        title={i18n.t('Remove demo data')}
        description={i18n.t(
          'This deletes all demo clients, people, products and tickets. {addedWords} What belongs to your own clients stays.',
          { addedWords: addedWords(data.added) },
        )}
        confirmLabel={i18n.t('Remove')}
        onConfirm={remove}
      />
    </>
  )
}

function wordsOf({ state, tickets, total }: DemoState, isBusy: boolean, isGoing: boolean): [string, string] {
  if (isGoing)
    return isBusy
      ? [i18n.t('Removing demo data'), i18n.t('{tickets} of {total} tickets are left.', { tickets, total })]
      : [
          i18n.t('Some demo data is left'),
          i18n.t('{tickets} of {total} tickets are left.', { tickets, total }),
        ]
  if (state === 'loaded')
    return [
      i18n.t('This desk shows demo data'),
      i18n.t('Its clients and people are made up. Nobody can sign in as one of them, and they get no email.'),
    ]
  if (isBusy)
    return [
      i18n.t('Loading demo data'),
      i18n.t('{tickets} of {total} tickets are loaded.', { tickets, total }),
    ]
  return state === 'none'
    ? [
        i18n.t('Just looking around?'),
        i18n.t(
          'Load four clients with their people, products and {total} tickets, and remove them again later.',
          { total },
        ),
      ]
    : [
        i18n.t('Demo data is loaded only in part'),
        i18n.t('{tickets} of {total} tickets are loaded.', { tickets, total }),
      ]
}

function Progress({ state: { tickets, total } }: { state: DemoState }) {
  return (
    <div
      role="progressbar"
      aria-label={i18n.t('Demo data')}
      aria-valuemin={0}
      aria-valuemax={total}
      aria-valuenow={tickets}
      className="mt-2 h-1 overflow-hidden rounded-full bg-sunken"
    >
      <div className="h-full bg-accent transition-[width]" style={{ width: `${(100 * tickets) / total}%` }} />
    </div>
  )
}
