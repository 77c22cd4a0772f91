import { i18n } from '#platform/contract/i18n.ts'
import { useQuery } from '@tanstack/react-query'
import { Building2, MousePointerClick, Plus, UserPlus } from 'lucide-react'
import { useState } from 'react'
import { CreateAccountDialog } from '#features/accounts/web/account-dialogs.tsx'
import { ExportClient } from '#features/client-export/web/export-client.tsx'
import type { Client } from '#features/clients/contract.ts'
import { clientList } from '#features/clients/web/client-list.ts'
import { ClientDialog } from '#features/clients/web/client-form.tsx'
import { ClientListPane } from '#features/clients/web/client-list-pane.tsx'
import { ClientPanel } from '#features/clients/web/client-panel.tsx'
import { DeleteClient } from '#features/clients/web/delete-client.tsx'
import { ClientDomains } from '#features/inbound/web/client-domains.tsx'
import { ClientFigures } from '#features/stats/web/client-figures.tsx'
import { isAdministrator } from '#features/users/policy.ts'
import { Button } from '#platform/web/ui/button.tsx'
import { EmptyState } from '#platform/web/ui/empty-state.tsx'
import { ErrorNote } from '#platform/web/ui/error-note.tsx'
import { ScreenHead } from '#platform/web/ui/screen-head.tsx'
import { LoadingRows } from '#platform/web/ui/skeleton.tsx'
import { Split } from '#platform/web/ui/split.tsx'
import { AccessDenied, adminsOnly } from '#features/users/web/access-denied.tsx'
import { useListLink } from '../list-link.ts'
import { useSearchParams } from '#platform/web/hooks/search-params.ts'
import { useFormInAddress } from '#platform/web/hooks/use-form-in-address.ts'
import { useViewer } from '#features/auth/web/session.tsx'

export function Clients() {
  return isAdministrator(useViewer()) ? <AllClients /> : <AccessDenied hint={adminsOnly()} />
}

function AllClients() {
  const [params, change] = useSearchParams()
  const [isAdding, setAdding] = useFormInAddress('new')
  const [leaving, setLeaving] = useState<Client>()
  const [joining, setJoining] = useState<Client>()
  const linkTo = useListLink()
  const found = useQuery(clientList())
  const chosen = found.data?.find(({ id }) => id === params['client'])
  const choose = (client: string | undefined) => change({ client, tab: undefined })
  // Replace the form in the history, so that going back does not open it again.
  const showAdded = (client: string) => change({ client, tab: undefined }, { replace: true })
  const toTab = (tab: string) => change({ tab: tab === 'overview' ? undefined : tab })
  const add = (
    <Button variant="primary" className={chosen && 'max-md:hidden'} onClick={() => setAdding(true)}>
      <Plus aria-hidden />
      {i18n.t('Add Client')}
    </Button>
  )
  return (
    <div className="flex flex-col gap-4">
      <ScreenHead
        title={i18n.t('Client Management')}
        hint={i18n.t('Manage clients, their products, and user assignments')}
        actions={add}
      />
      {found.isError && (
        <ErrorNote error={found.error} onRetry={() => void found.refetch()} busy={found.isFetching}>
          {i18n.t('The clients could not be loaded.')}
        </ErrorNote>
      )}
      {found.isPending && (
        <LoadingRows label={i18n.t('Loading clients...')} rows={6} className="md:w-70 xl:w-80" />
      )}
      {found.data && (
        <Split
          isOpen={chosen !== undefined}
          backLabel={i18n.t('All clients')}
          onBack={() => choose(undefined)}
          list={
            <ClientListPane
              clients={found.data}
              chosenId={chosen?.id}
              onChoose={choose}
              onDelete={setLeaving}
              empty={
                <EmptyState
                  icon={<Building2 aria-hidden />}
                  title={i18n.t('No clients yet')}
                  hint={i18n.t('Add the first company you support.')}
                />
              }
            />
          }
          panel={
            chosen ? (
              <ClientPanel
                key={chosen.id}
                client={chosen}
                tab={params['tab'] ?? 'overview'}
                onTabChange={toTab}
                addPerson={
                  <Button onClick={() => setJoining(chosen)}>
                    <UserPlus aria-hidden />
                    {i18n.t('Add person')}
                  </Button>
                }
                domains={<ClientDomains clientId={chosen.id} />}
                leaving={<ExportClient clientId={chosen.id} />}
                statistics={<ClientFigures clientId={chosen.id} linkTo={linkTo} onTabChange={toTab} />}
              />
            ) : (
              <div className="card">
                <EmptyState
                  icon={<MousePointerClick aria-hidden />}
                  title={i18n.t('Select a Client')}
                  hint={i18n.t('Choose a client from the list to see its products, people and statistics.')}
                />
              </div>
            )
          }
        />
      )}
      {isAdding && <ClientDialog onClose={() => setAdding(false)} onSaved={showAdded} />}
      {joining && <CreateAccountDialog client={joining} onClose={() => setJoining(undefined)} />}
      {leaving && (
        <DeleteClient
          client={leaving}
          onClose={() => setLeaving(undefined)}
          onDeleted={() => leaving.id === chosen?.id && choose(undefined)}
        />
      )}
    </div>
  )
}
