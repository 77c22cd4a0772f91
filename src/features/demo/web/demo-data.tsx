import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import { CallError } from '#platform/web/call.ts'
import { Button } from '#platform/web/ui/button.tsx'
import { AlertDialog } from '#platform/web/ui/overlay/alert-dialog.tsx'
import { toastFailure, toastSuccess } from '#platform/web/ui/overlay/toast-store.ts'
import type { DemoState } from '../contract.ts'
import { demoState, loadDemo, removeDemo } from './api.ts'
import { addedWords } from './added-words.ts'

const lookEveryMs = 500

interface DemoDataProps {
  /** Draws what there is to say; not called where there is nothing. */
  children(content: ReactNode, isLoaded: boolean): ReactNode
}

/** Offers demo data to an empty desk, tells how far its loading or removal is, and says so while it is there. */
export function DemoData({ children }: DemoDataProps) {
  const client = useQueryClient()
  const loading = useMutation(loadDemo(client))
  const removing = useMutation(removeDemo(client))
  const [isAsked, setIsAsked] = useState(false)
  const isBusyHere = loading.isPending || removing.isPending
  const { data } = useQuery({
    ...demoState(),
    refetchInterval: ({ state }) => (isBusyHere || state.data?.isMoving ? lookEveryMs : false),
  })
  if (!data || (data.state === 'none' && !data.canLoad && !isBusyHere)) return null
  const isBusy = isBusyHere || data.isMoving

  const load = () =>
    loading.mutate(undefined, {
      onSuccess: () => toastSuccess('Demo data is loaded.'),
      onError: (error) => toastFailure(reasonOf(error, 'The demo data could not be loaded.')),
    })
  function remove() {
    setIsAsked(false)
    removing.mutate(undefined, {
      onSuccess: () => toastSuccess('Demo data is removed.'),
      onError: (error) => toastFailure(reasonOf(error, 'The demo data could not be removed.')),
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
              busyLabel={isGoing ? 'Removing...' : 'Loading...'}
              onClick={isComing ? load : () => setIsAsked(true)}
            >
              {isComing ? (data.state === 'none' ? 'Load demo data' : 'Finish loading') : 'Remove demo data'}
            </Button>
            {data.state === 'loading' && !isBusy && (
              <Button onClick={() => setIsAsked(true)}>Remove demo data</Button>
            )}
          </div>
        </div>,
        data.state !== 'none',
      )}
      <AlertDialog
        open={isAsked}
        onOpenChange={setIsAsked}
        title="Remove demo data"
        description={`This deletes all demo clients, people, products and tickets. ${addedWords(data.added)} What belongs to your own clients stays.`}
        confirmLabel="Remove"
        onConfirm={remove}
      />
    </>
  )
}

const reasonOf = (error: unknown, otherwise: string) =>
  (error instanceof CallError && error.serverMessage) || otherwise

function wordsOf({ state, tickets, total }: DemoState, isBusy: boolean, isGoing: boolean): [string, string] {
  if (isGoing)
    return isBusy
      ? ['Removing demo data', `${tickets} of ${total} tickets are left.`]
      : ['Some demo data is left', `${tickets} of ${total} tickets are left.`]
  if (state === 'loaded')
    return [
      'This desk shows demo data',
      'Its clients and people are made up. Nobody can sign in as one of them, and they get no email.',
    ]
  if (isBusy) return ['Loading demo data', `${tickets} of ${total} tickets are there.`]
  return state === 'none'
    ? [
        'Just looking around?',
        `Load four clients with their people, products and ${total} tickets, and remove them again later.`,
      ]
    : ['Demo data is loaded only in part', `${tickets} of ${total} tickets are there.`]
}

function Progress({ state: { tickets, total } }: { state: DemoState }) {
  return (
    <div
      role="progressbar"
      aria-label="Demo data"
      aria-valuemin={0}
      aria-valuemax={total}
      aria-valuenow={tickets}
      className="mt-2 h-1 overflow-hidden rounded-full bg-sunken"
    >
      <div className="h-full bg-accent transition-[width]" style={{ width: `${(100 * tickets) / total}%` }} />
    </div>
  )
}
