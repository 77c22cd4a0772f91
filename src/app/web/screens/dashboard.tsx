import { i18n } from '#platform/contract/i18n.ts'
import { useQuery } from '@tanstack/react-query'
import { Navigate } from '@tanstack/react-router'
import { useMemo, useState, type ReactNode } from 'react'
import { overview } from '#features/stats/web/api.ts'
import { CoursePanel } from '#features/stats/web/course-panel.tsx'
import { DayDialog } from '#features/stats/web/day-dialog.tsx'
import { NeedsPanel } from '#features/stats/web/needs-panel.tsx'
import { OpenPanel } from '#features/stats/web/open-panel.tsx'
import { StatCards } from '#features/stats/web/stat-cards.tsx'
import { TeamPanel } from '#features/stats/web/team-panel.tsx'
import { useFreshNumbers } from '#features/stats/web/use-fresh-numbers.ts'
import type { TicketOpener } from '#features/tickets/web/parts/ticket-opener.ts'
import { isAdministrator, isClient, isDesk } from '#features/users/policy.ts'
import { ScreenHead } from '#platform/web/ui/screen-head.tsx'
import { useListLink } from '../list-link.ts'
import { LiveSign } from '../live-sign.tsx'
import { GetStarted } from '../portal/get-started.tsx'
import { RecentTickets } from '../portal/recent-tickets.tsx'
import { stringifySearch, useSearchParams } from '#platform/web/hooks/search-params.ts'
import { useOpenTicket } from '../ticket/open-ticket.ts'
import { useViewer } from '#features/auth/web/session.tsx'

export function Dashboard() {
  const viewer = useViewer()
  if (isClient(viewer)) return <Navigate to="/client-portal" replace />
  if (!isDesk(viewer)) return <Navigate to="/kanban" replace />
  return (
    <DeskDashboard
      title={isAdministrator(viewer) ? i18n.t('Super User Dashboard') : i18n.t('Helpdesk Dashboard')}
      start={isAdministrator(viewer) && <GetStarted />}
    />
  )
}

function DeskDashboard({ title, start }: { title: string; start: ReactNode }) {
  useFreshNumbers()
  const query = useQuery(overview())
  const { opener, linkTo } = useWaysOut()
  const [day, setDay] = useState<string>()
  return (
    <div className="flex flex-col gap-4">
      <ScreenHead title={title}>
        <LiveSign />
      </ScreenHead>
      {start}
      <NeedsPanel linkTo={linkTo} opener={opener} />
      <StatCards />
      <div className="grid grid-cols-1 gap-4 lg:grid-cols-12">
        <CoursePanel query={query} onOpenDay={setDay} className="lg:col-span-12 xl:col-span-7" />
        <OpenPanel query={query} linkTo={linkTo} className="lg:col-span-12 xl:col-span-5" />
        <RecentTickets opener={opener} className="lg:col-span-7" />
        <TeamPanel className="lg:col-span-5" />
      </div>
      <DayDialog day={day} opener={opener} onClose={() => setDay(undefined)} />
    </div>
  )
}

function useWaysOut() {
  const linkTo = useListLink()
  const [params] = useSearchParams()
  const { open } = useOpenTicket()
  return useMemo(() => {
    const opener: TicketOpener = { open, href: (id) => stringifySearch({ ...params, ticket: id }) }
    return { opener, linkTo }
  }, [linkTo, params, open])
}
