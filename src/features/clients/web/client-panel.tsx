import { i18n } from '#platform/contract/i18n.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { ExternalLink, Pencil } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import { Badge } from '#platform/web/ui/badge.tsx'
import { Button } from '#platform/web/ui/button.tsx'
import { Checkbox } from '#platform/web/ui/form/checkbox.tsx'
import { Fact, Facts } from '#platform/web/ui/facts.tsx'
import { Tab, TabList, TabPanel, Tabs } from '#platform/web/ui/tabs.tsx'
import { toastFailure, toastSuccess } from '#platform/web/ui/overlay/toast-store.ts'
import type { Client } from '../contract.ts'
import { changeClient } from './api.ts'
import { AssignedPeople } from './assigned-people.tsx'
import { ClientDialog } from './client-form.tsx'
import { ClientProducts } from './client-products.tsx'
import { isAgent, websiteAddress } from './client-words.ts'

interface ClientPanelProps {
  client: Client
  tab: string
  onTabChange(tab: string): void
  statistics: ReactNode
  /** Domains of its email addresses. */
  domains: ReactNode
  /** Export of everything of the company. */
  leaving: ReactNode
  /** Creates a person of the company. */
  addPerson: ReactNode
}

export function ClientPanel({
  client,
  tab,
  onTabChange,
  statistics,
  domains,
  leaving,
  addPerson,
}: ClientPanelProps) {
  const [isEditing, setEditing] = useState(false)
  const agents = client.clientUsers.filter(isAgent).length
  const count = (number: number) => <span className="text-subtle tabular-nums">{number}</span>
  return (
    <section aria-label={client.name} className="card min-w-0">
      <header className="flex items-start justify-between gap-3 p-4 pb-2">
        <div className="flex min-w-0 flex-wrap items-center gap-x-3 gap-y-1 self-center">
          <h2 className="min-w-0 text-dialog wrap-anywhere">{client.name}</h2>
          <Badge hue={client.isActive ? 'green' : 'gray'}>
            {client.isActive ? i18n.t('Active') : i18n.t('Inactive')}
          </Badge>
        </div>
        <Button className="flex-none" onClick={() => setEditing(true)}>
          <Pencil aria-hidden />
          {i18n.t('Edit')}
        </Button>
      </header>
      <Tabs value={tab} onValueChange={onTabChange}>
        <TabList label={client.name} className="px-2">
          <Tab value="overview">{i18n.t('Overview')}</Tab>
          <Tab value="products">
            {i18n.t('Products')} {count(client.products.length)}
          </Tab>
          <Tab value="agents">
            {i18n.t('Agents')} {count(agents)}
          </Tab>
          <Tab value="users">
            {i18n.t('Users')} {count(client.clientUsers.length - agents)}
          </Tab>
          <Tab value="statistics">{i18n.t('Statistics')}</Tab>
        </TabList>
        <div className="p-4">
          <TabPanel value="overview">
            <Overview client={client} />
            <div className="mt-5">{domains}</div>
            <div className="mt-5">{leaving}</div>
          </TabPanel>
          <TabPanel value="products">
            <ClientProducts client={client} />
          </TabPanel>
          <TabPanel value="agents">
            <AssignedPeople client={client} kind="agent" />
          </TabPanel>
          <TabPanel value="users">
            <AssignedPeople client={client} kind="user" more={addPerson} />
          </TabPanel>
          <TabPanel value="statistics">{statistics}</TabPanel>
        </div>
      </Tabs>
      {isEditing && (
        <ClientDialog client={client} onClose={() => setEditing(false)} onSaved={() => undefined} />
      )}
    </section>
  )
}

function Overview({ client }: { client: Client }) {
  const { description, contactEmail, contactPhone, address, website } = client
  return (
    <div className="flex flex-col gap-5">
      <Facts>
        <Fact term={i18n.t('Description')} isWide>
          {description && <span className="whitespace-pre-wrap">{description}</span>}
        </Fact>
        <Fact term={i18n.t('Contact Email')}>
          {contactEmail && <a href={`mailto:${contactEmail}`}>{contactEmail}</a>}
        </Fact>
        <Fact term={i18n.t('Phone')}>
          {contactPhone && <a href={`tel:${contactPhone.replaceAll(/[^+\d]/g, '')}`}>{contactPhone}</a>}
        </Fact>
        <Fact term={i18n.t('Address')}>{address}</Fact>
        <Fact term={i18n.t('Website')}>
          {website && (
            <a href={websiteAddress(website)} target="_blank" rel="noreferrer">
              {website} <ExternalLink aria-hidden className="inline size-3.5!" />
            </a>
          )}
        </Fact>
      </Facts>
      <ActiveSwitch client={client} />
    </div>
  )
}

function ActiveSwitch({ client }: { client: Client }) {
  const changing = useMutation(changeClient(useQueryClient()))
  async function set(isActive: boolean) {
    try {
      await changing.mutateAsync({ id: client.id, change: { isActive } })
      toastSuccess(
        isActive
          ? i18n.t('{name} is now active.', { name: client.name })
          : i18n.t('{name} is now inactive.', { name: client.name }),
      )
    } catch {
      toastFailure(i18n.t('Failed to update client'))
    }
  }
  return (
    <div>
      <Checkbox
        checked={changing.isPending ? (changing.variables.change.isActive ?? false) : client.isActive}
        onChange={(event) => void set(event.target.checked)}
      >
        {i18n.t('Active')}
      </Checkbox>
      <p className="text-meta text-muted">{i18n.t('Inactive clients are not offered for new tickets.')}</p>
    </div>
  )
}
