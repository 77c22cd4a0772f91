import { i18n } from '#platform/contract/i18n.ts'
import { useQuery } from '@tanstack/react-query'
import { useViewer } from '#features/auth/web/session.tsx'
import { isAdministrator } from '#features/users/policy.ts'
import { AccessDenied, adminsOnly } from '#features/users/web/access-denied.tsx'
import { writtenSecond } from '#platform/web/written.ts'
import { ErrorNote } from '#platform/web/ui/error-note.tsx'
import { ScreenHead } from '#platform/web/ui/screen-head.tsx'
import { Loading, Skeleton } from '#platform/web/ui/skeleton.tsx'
import type { System } from '../contract.ts'
import { systemState } from './api.ts'
import { SystemCards } from './system-cards.tsx'
import { SystemTables } from './system-tables.tsx'
import { SystemWarnings } from './system-warnings.tsx'

export function SystemScreen() {
  return isAdministrator(useViewer()) ? <SystemState /> : <AccessDenied hint={adminsOnly()} />
}

function SystemState() {
  const found = useQuery(systemState())
  return (
    <div className="flex flex-col gap-4">
      <ScreenHead title={i18n.t('System')} hint={i18n.t('Health and details of this installation')}>
        {found.data && (
          <p className="self-end text-meta text-subtle tabular-nums">
            {i18n.t('Updated {moment}', { moment: writtenSecond(found.data.at) })}
          </p>
        )}
      </ScreenHead>
      {found.isError && (
        <ErrorNote error={found.error} onRetry={() => void found.refetch()} busy={found.isFetching}>
          {i18n.t('The state of the system could not be loaded.')}
        </ErrorNote>
      )}
      {found.isPending && <LoadingState />}
      {found.data && <LoadedState system={found.data} />}
    </div>
  )
}

const LoadedState = ({ system }: { system: System }) => (
  <>
    <SystemWarnings warnings={system.warnings} />
    <SystemCards system={system} />
    <SystemTables system={system} />
  </>
)

const LoadingState = () => (
  <Loading label={i18n.t('Checking the system...')} className="flex flex-col gap-4">
    <div className="card h-14" />
    <div className="grid gap-4 md:grid-cols-2">
      {Array.from({ length: 4 }, (_, card) => (
        <div key={card} className="card flex flex-col gap-4 p-4">
          <Skeleton className="w-24" />
          <Skeleton className="w-4/5" />
          <Skeleton className="w-3/5" />
        </div>
      ))}
    </div>
  </Loading>
)
