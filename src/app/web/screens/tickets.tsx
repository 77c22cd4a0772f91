import { i18n } from '#platform/contract/i18n.ts'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Navigate } from '@tanstack/react-router'
import { BookOpen, Columns3, Plus, Rows3 } from 'lucide-react'
import { useEffect, useMemo, useState } from 'react'
import { changeSettings, ownSettings } from '#features/settings/web/api.ts'
import { queueColumns, usualColumns } from '#features/tickets/list/columns/contract.ts'
import {
  filterKeys,
  listFilters,
  type FilterKey,
  type TicketFilter,
} from '#features/tickets/list/contract.ts'
import { useRequesterChoice } from '#features/requester/web/use-requester-choice.ts'
import { AssignTicket } from '#features/ticket-list/web/list/assign-ticket.tsx'
import { columnsOf } from '#features/ticket-list/web/list/columns.tsx'
import { isFiltered } from '#features/ticket-list/web/filters/filter-state.ts'
import { recallColumns, rememberColumns } from '#features/ticket-list/web/list/last-arrangement.ts'
import { loadListParts } from '#features/ticket-list/web/list/list-parts.ts'
import { TicketFilters } from '#features/ticket-list/web/filters/ticket-filters.tsx'
import { TicketList } from '#features/ticket-list/web/list/ticket-list.tsx'
import type { TicketOpener } from '#features/tickets/web/parts/ticket-opener.ts'
import { useFiltering } from '#features/ticket-list/web/filters/use-filtering.ts'
import { useLayout } from '#platform/web/hooks/use-layout.ts'
import type { CurrentUser } from '#features/users/contract.ts'
import { isClient, isDesk } from '#features/users/policy.ts'
import { canAssign, canCreateForOthers } from '#features/tickets/policy.ts'
import { cn } from '#platform/web/cn.ts'
import { useActions } from '#platform/web/actions/actions.ts'
import { Button } from '#platform/web/ui/button.tsx'
import { lazyExtra, PartBoundary } from '#platform/web/ui/part-boundary.tsx'
import { ScreenHead } from '#platform/web/ui/screen-head.tsx'
import { Tab, TabList, TabPanel, Tabs } from '#platform/web/ui/tabs.tsx'
import { toastFailure } from '#platform/web/ui/overlay/toast-store.ts'
import { ApiDocumentation } from '../api-documentation.tsx'
import { lazyPart, usePartSoon } from '#platform/web/lazy-parts.ts'
import { stringifySearch, useSearchParams } from '#platform/web/hooks/search-params.ts'
import { useShownView } from '../queues/use-listed-views.ts'
import { QueueRow } from '../queues/queue-row.tsx'
import { DidYouMean } from '../did-you-mean.tsx'
import { switchView } from '../switch-view.ts'
import { ListTools } from '../list-tools.tsx'
import { LiveSign } from '../live-sign.tsx'
import { useRows } from '../use-rows.ts'
import { useOpenTicket } from '../ticket/open-ticket.ts'
import { useViewer } from '#features/auth/web/session.tsx'

const Board = lazyPart(() => import('#features/board/web/board.tsx'), 'Board')
const EmptiedView = lazyExtra(() => import('../queues/emptied-view.tsx'), 'EmptiedView')
const NoTickets = lazyExtra(() => import('../queues/no-tickets.tsx'), 'NoTickets')
const NewTicket = lazyPart(() => import('../new-ticket.tsx'), 'NewTicket')

/** Only the desk may list the clients, so only there is a filter for them. */
const filtersFor = (viewer: CurrentUser): readonly FilterKey[] =>
  isDesk(viewer) ? filterKeys : filterKeys.filter((key) => listFilters[key].kind !== 'client')

/** The search has its own box, and only links set a requester. */
const hasControl = (name: FilterKey, filter: TicketFilter) =>
  name !== 'search' && (listFilters[name].kind !== 'requester' || filter[name] !== undefined)

export function Tickets() {
  const viewer = useViewer()
  return isClient(viewer) ? <Navigate to="/client-portal" replace /> : <AllTickets viewer={viewer} />
}

function AllTickets({ viewer }: { viewer: CurrentUser }) {
  const [params, change] = useSearchParams()
  const { open } = useOpenTicket()
  const [isCreating, setCreating] = useState(false)
  const [isFormWanted, setFormWanted] = useState(false)
  const names = useMemo(() => filtersFor(viewer), [viewer])
  const { filtering: byLists, page, toPage } = useFiltering(viewer, [params, change], names)
  const { filter, sorting, onSort } = byLists
  const requesterId = useRequesterChoice(filter.requesterId)
  const filtering = { ...byLists, choices: { ...byLists.choices, requesterId } }
  const settings = useQuery(ownSettings())
  const lastChosen = useMemo(() => recallColumns(viewer.id), [viewer.id])
  const usual = sorting.sort === 'urgency' ? queueColumns : usualColumns
  const chosen = (settings.data ? settings.data.ticketColumns : lastChosen) ?? usual
  // Rows wait for the columns only while these load without failure.
  const isExpected = settings.isPending && settings.failureCount === 0
  const columns = useMemo(() => columnsOf(chosen), [chosen])
  useEffect(() => {
    if (settings.data) rememberColumns(viewer.id, settings.data.ticketColumns)
  }, [settings.data, viewer.id])
  const changeOwn = useMutation({
    ...changeSettings(useQueryClient()),
    onSettled: (_settings, error) => error && toastFailure(i18n.t('The columns could not be saved.')),
  })
  const rows = useRows(viewer.id)
  const view = useShownView(viewer)
  const isBoard = params['view'] === 'board'
  const isNarrow = useLayout() === 'narrow'
  const show = (view: string) => change({ view: view === 'board' ? view : undefined, page: undefined })
  useActions([{ ...switchView, run: () => show(isBoard ? 'table' : 'board') }])
  const opener = useMemo<TicketOpener>(
    () => ({ open, href: (id) => stringifySearch({ ...params, ticket: id }) }),
    [open, params],
  )
  usePartSoon(Board.load, '[role=tab]')
  usePartSoon(NewTicket.load, '.btn-primary')
  usePartSoon(loadListParts, 'main')

  function create() {
    setFormWanted(true)
    setCreating(true)
  }
  const newTicket = (
    <Button variant="primary" onClick={create}>
      <Plus aria-hidden />
      {i18n.t('Create Ticket')}
    </Button>
  )
  return (
    // The board has the height of the window, so that its columns scroll and their heads stay.
    <div
      className={cn(
        'flex flex-col gap-3 max-md:-mt-4',
        isBoard && !isNarrow && 'h-[calc(100dvh-40px)] min-h-[560px] xl:h-[calc(100dvh-48px)]',
      )}
    >
      {isNarrow ? (
        // On a phone the top bar and its menu have the buttons.
        <h1 className="sr-only">{view ? `${i18n.t('Tickets')} / ${view.name}` : i18n.t('Tickets')}</h1>
      ) : (
        <ScreenHead
          title={i18n.t('Tickets')}
          part={view?.name}
          hint={i18n.t('Complete ticket management and overview')}
        >
          <div className="flex flex-wrap gap-x-3 gap-y-2">
            <LiveSign />
            {canCreateForOthers(viewer) && (
              <>
                <ApiDocumentation icon={<BookOpen aria-hidden />} />
                {newTicket}
              </>
            )}
          </div>
        </ScreenHead>
      )}
      <Tabs
        value={isBoard ? 'board' : 'table'}
        onValueChange={show}
        className="flex min-h-0 flex-1 flex-col gap-3 max-md:gap-1.5 max-md:pointer-coarse:gap-1"
      >
        <div className="flex flex-none items-end gap-1 shadow-[inset_0_-1px_var(--border)] max-[24rem]:flex-wrap">
          <TabList label={i18n.t('Views')} className="me-auto min-w-0 shadow-none! max-md:*:min-h-control!">
            <Tab value="table">
              <Rows3 aria-hidden className="max-sm:hidden" />
              {i18n.t('Table View')}
            </Tab>
            <Tab value="board">
              <Columns3 aria-hidden className="max-sm:hidden" />
              {i18n.t('Kanban View')}
            </Tab>
          </TabList>
          <ListTools
            viewer={viewer}
            params={params}
            change={change}
            isBoard={isBoard}
            filter={filter}
            sorting={sorting}
            columns={chosen}
            areColumnsKnown={settings.isSuccess}
            onColumns={(ticketColumns) => changeOwn.mutate({ ticketColumns })}
            rows={rows}
            onRows={(ticketRows) => {
              changeOwn.mutate({ ticketRows })
              toPage(1, { replace: true })
            }}
          />
        </div>
        {!isNarrow && (
          // Shown when the sidebar has no room for the views.
          <div className="hidden min-h-8 pointer-coarse:min-h-10 [[data-collapsed]~*_&]:block">
            <QueueRow viewer={viewer} />
          </div>
        )}
        <TicketFilters
          names={names.filter((name) => hasControl(name, filter))}
          beside={isNarrow && <QueueRow viewer={viewer} />}
          {...filtering}
        />
        <TabPanel value="table">
          <TicketList
            label={i18n.t('Tickets')}
            viewer={viewer}
            filter={filter}
            sorting={sorting}
            onSort={onSort}
            page={page}
            onPageChange={toPage}
            opener={opener}
            columns={columns}
            rowChoice={rows}
            areColumnsExpected={isExpected}
            AssignButton={canAssign(viewer) ? AssignTicket : undefined}
            onClearFilters={isFiltered(filter) ? filtering.onClear : undefined}
            emptied={view && <EmptiedView viewer={viewer} name={view.name} onClear={filtering.onClear} />}
            suggestion={
              <DidYouMean filter={filter} onChoose={(text) => filtering.onChange('search', text)} />
            }
            empty={<NoTickets viewer={viewer} action={canCreateForOthers(viewer) && newTicket} />}
          />
        </TabPanel>
        <TabPanel value="board" className="flex min-h-0 flex-1 flex-col">
          <PartBoundary what={i18n.t('The board')}>
            <Board filter={filter} opener={opener} />
          </PartBoundary>
        </TabPanel>
      </Tabs>
      {isFormWanted && (
        <PartBoundary what={i18n.t('The form')}>
          <NewTicket viewer={viewer} open={isCreating} onOpenChange={setCreating} />
        </PartBoundary>
      )}
    </div>
  )
}
