import { i18n } from '#platform/contract/i18n.ts'
import { useQuery } from '@tanstack/react-query'
import { Check, Plus } from 'lucide-react'
import { useState, type ReactElement } from 'react'
import type { CurrentUser } from '#features/users/contract.ts'
import { Badge } from '#platform/web/ui/badge.tsx'
import { Button } from '#platform/web/ui/button.tsx'
import { ErrorNote } from '#platform/web/ui/error-note.tsx'
import { Popover, PopoverContent, PopoverTrigger } from '#platform/web/ui/overlay/popover.tsx'
import { Loading, Skeleton } from '#platform/web/ui/skeleton.tsx'
import type { View } from '../contract.ts'
import { viewList } from './api.ts'
import { NewViewForm } from './view-form.tsx'
import { ViewActions } from './view-actions.tsx'
import { isForTeam, sharingWords } from './sharing-words.ts'
import { useReturn } from './use-return.ts'

interface ViewChoicesProps {
  viewer: CurrentUser
  current: string
  onOpen(query: string): void
  /** Trigger. The part loads on its first press, so it starts open. */
  children: ReactElement
}

export function ViewChoices({ viewer, current, onOpen, children }: ViewChoicesProps) {
  const [isOpen, setOpen] = useState(true)
  const views = useQuery(viewList())
  return (
    <Popover open={isOpen} onOpenChange={setOpen}>
      <PopoverTrigger asChild>{children}</PopoverTrigger>
      <PopoverContent
        label={i18n.t('Views')}
        align="end"
        className="flex max-h-[min(480px,70dvh)] flex-col p-2!"
      >
        {views.isError && (
          <ErrorNote error={views.error} onRetry={() => void views.refetch()} busy={views.isFetching}>
            {i18n.t('The views could not be loaded.')}
          </ErrorNote>
        )}
        {views.isPending && (
          <Loading label={i18n.t('Loading views...')}>
            <Skeleton className="m-2 w-40" />
          </Loading>
        )}
        {views.data && (
          <Views
            views={views.data}
            viewer={viewer}
            current={current}
            onOpen={(next) => {
              setOpen(false)
              onOpen(next)
            }}
          />
        )}
      </PopoverContent>
    </Popover>
  )
}

interface ViewsProps extends Pick<ViewChoicesProps, 'viewer' | 'current' | 'onOpen'> {
  views: readonly View[]
}

function Views({ views, viewer, current, onOpen }: ViewsProps) {
  const [isSaving, setSaving] = useState(false)
  const opener = useReturn<HTMLButtonElement>(isSaving)
  return (
    <>
      {views.length === 0 && (
        <p className="px-2 py-1.5 text-muted">
          {i18n.t('No saved views yet. Set filters or a sort order, then save them here.')}
        </p>
      )}
      <ul aria-label={i18n.t('Views')} className="-mx-1 flex min-h-0 flex-col overflow-y-auto px-1">
        {views.map((view) => (
          <ViewRow key={view.id} view={view} viewer={viewer} current={current} onOpen={onOpen} />
        ))}
      </ul>
      <div className="-mx-2 mt-2 border-t border-border px-2 pt-2">
        {isSaving ? (
          <NewViewForm
            viewer={viewer}
            query={current}
            onSaved={(saved) => saved !== current && onOpen(saved)}
            onDone={() => setSaving(false)}
          />
        ) : (
          <Button
            ref={opener}
            variant="ghost"
            className="w-full justify-start!"
            onClick={() => setSaving(true)}
          >
            <Plus aria-hidden />
            {i18n.t('Save this view…')}
          </Button>
        )}
      </div>
    </>
  )
}

function ViewRow({ view, viewer, current, onOpen }: Omit<ViewsProps, 'views'> & { view: View }) {
  const isCurrent = view.query === current
  const note = sharingWords(view, viewer)
  return (
    <li className="rounded-control">
      <ViewActions view={view} viewer={viewer} current={current}>
        <button
          type="button"
          aria-current={isCurrent ? 'true' : undefined}
          className="flex min-h-8 min-w-0 flex-1 items-center gap-2 rounded-control px-2 py-1 text-start hover:bg-raised-hover pointer-coarse:min-h-11"
          onClick={() => onOpen(view.query)}
        >
          <Check
            aria-hidden
            className={isCurrent ? 'size-3.5! flex-none text-link' : 'invisible size-3.5! flex-none'}
          />
          <span className="min-w-0 flex-1">
            <span className="block truncate">{view.name}</span>
            {note && <span className="block truncate text-meta text-muted">{note}</span>}
          </span>
          {isForTeam(view.sharedWith) && <Badge className="flex-none">{i18n.t('Team')}</Badge>}
        </button>
      </ViewActions>
    </li>
  )
}
