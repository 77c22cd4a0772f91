import { i18n } from '#platform/contract/i18n.ts'
import { ExternalLink, Pencil, Trash2, UserPlus } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import { Button } from '#platform/web/ui/button.tsx'
import { Fact, Facts } from '#platform/web/ui/facts.tsx'
import { Tab, TabList, TabPanel, Tabs } from '#platform/web/ui/tabs.tsx'
import type { Product } from '../contract.ts'
import { DeleteProduct } from './delete-product.tsx'
import { AssignMember, ProductTeam } from './product-team.tsx'
import { ProductStatusBadge, versionOf } from './product-words.tsx'

interface ProductPanelProps {
  product: Product
  tab: string
  onTabChange(tab: string): void
  onEdit(): void
  statistics: ReactNode
}

export function ProductPanel({ product, tab, onTabChange, onEdit, statistics }: ProductPanelProps) {
  const [isAssigning, setAssigning] = useState(false)
  const [isDeleting, setDeleting] = useState(false)
  return (
    <section aria-label={product.name} className="card min-w-0">
      <header className="flex flex-wrap items-center gap-x-3 gap-y-2 p-4 pb-2">
        <h2 className="min-w-0 text-dialog wrap-anywhere">{product.name}</h2>
        <ProductStatusBadge status={product.status} />
        <div className="ms-auto flex flex-wrap gap-2">
          <Button onClick={() => setAssigning(true)}>
            <UserPlus aria-hidden />
            {i18n.t('Assign User')}
          </Button>
          <Button onClick={onEdit}>
            <Pencil aria-hidden />
            {i18n.t('Edit')}
          </Button>
          <Button variant="ghost" onClick={() => setDeleting(true)}>
            <Trash2 aria-hidden />
            {i18n.t('Delete')}
          </Button>
        </div>
      </header>
      <Tabs value={tab} onValueChange={onTabChange}>
        <TabList label={product.name} className="px-2">
          <Tab value="overview">{i18n.t('Overview')}</Tab>
          <Tab value="team">
            {i18n.t('Team')}{' '}
            <span className="text-subtle tabular-nums">{product.productUsers?.length ?? 0}</span>
          </Tab>
          <Tab value="stats">{i18n.t('Stats')}</Tab>
        </TabList>
        <div className="p-4">
          <TabPanel value="overview">
            <Overview product={product} />
          </TabPanel>
          <TabPanel value="team">
            <ProductTeam product={product} />
          </TabPanel>
          <TabPanel value="stats">{statistics}</TabPanel>
        </div>
      </Tabs>
      {isDeleting && <DeleteProduct product={product} onClose={() => setDeleting(false)} />}
      {isAssigning && <AssignMember product={product} onClose={() => setAssigning(false)} />}
    </section>
  )
}

function Overview({ product }: { product: Product }) {
  const { name, client, description, techStack = [], repositoryUrl, documentation } = product
  return (
    <Facts>
      <Fact term={i18n.t('Name')}>{name}</Fact>
      <Fact term={i18n.t('Client')}>{client?.name ?? i18n.t('Unassigned')}</Fact>
      <Fact term={i18n.t('Version')}>{versionOf(product)}</Fact>
      <Fact term={i18n.t('Status')}>
        <ProductStatusBadge status={product.status} />
      </Fact>
      <Fact term={i18n.t('Description')} isWide>
        <span className="whitespace-pre-wrap">{description || i18n.t('No description')}</span>
      </Fact>
      <Fact term={i18n.t('Tech Stack')} isWide>
        {techStack.length > 0 && (
          <span className="flex flex-wrap gap-1.5">
            {techStack.map((entry) => (
              <span key={entry} className="badge bg-gray-bg text-gray-fg">
                {entry}
              </span>
            ))}
          </span>
        )}
      </Fact>
      <Fact term={i18n.t('Repository')} isWide>
        {repositoryUrl && (
          <a href={repositoryUrl} target="_blank" rel="noreferrer">
            {repositoryUrl} <ExternalLink aria-hidden className="inline size-3.5!" />
          </a>
        )}
      </Fact>
      <Fact term={i18n.t('Documentation')} isWide>
        {documentation && <span className="whitespace-pre-wrap">{documentation}</span>}
      </Fact>
    </Facts>
  )
}
